// The clients. Each is checked with the types of one version of the protocol.

const least = {};

// All capabilities of 3.17 that affect this server.
const most = {
  general: { positionEncodings: ['utf-32', 'utf-16'] },
  window: { workDoneProgress: true },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    symbol: { resolveSupport: { properties: ['location.range'] } },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
    executeCommand: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'], normalizesLineEndings: true, changeAnnotationSupport: {} },
    fileOperations: { didCreate: true, willCreate: true, didRename: true, willRename: true, didDelete: true, willDelete: true },
  },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true, dataSupport: true, tagSupport: { valueSet: [1, 2] } },
    completion: {
      completionItem: {
        snippetSupport: true,
        insertReplaceSupport: true,
        labelDetailsSupport: true,
        documentationFormat: ['markdown', 'plaintext'],
        tagSupport: { valueSet: [1] },
        resolveSupport: { properties: ['documentation', 'detail'] },
      },
      completionList: { itemDefaults: ['commitCharacters', 'editRange', 'insertTextFormat', 'insertTextMode', 'data'] },
      contextSupport: true,
    },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    declaration: { linkSupport: true },
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    documentHighlight: {},
    documentLink: { tooltipSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, tagSupport: { valueSet: [1] }, labelSupport: true },
    rename: { prepareSupport: true, prepareSupportDefaultBehavior: 1, honorsChangeAnnotations: true },
    selectionRange: {},
    foldingRange: { lineFoldingOnly: false, foldingRangeKind: { valueSet: ['comment', 'imports', 'region'] }, foldingRange: { collapsedText: true } },
    linkedEditingRange: {},
    codeLens: {},
    inlayHint: { resolveSupport: { properties: ['tooltip', 'textEdits'] } },
    semanticTokens: {
      requests: { full: { delta: true }, range: true },
      tokenTypes: ['property', 'function', 'parameter', 'variable', 'macro'],
      tokenModifiers: [],
      formats: ['relative'],
      multilineTokenSupport: true,
    },
    codeAction: {
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source', 'source.fixAll'] } },
    },
  },
};

const newest = structuredClone(most);
newest.general.positionEncodings = ['utf-8'];
newest.textDocument.diagnostic = { relatedDocumentSupport: true, relatedInformation: true, codeDescriptionSupport: true, markupMessageSupport: true };
newest.textDocument.codeLens = { resolveSupport: { properties: ['command'] } };
newest.workspace.diagnostics = { refreshSupport: true };
newest.workspace.foldingRange = { refreshSupport: true };
newest.workspace.textDocumentContent = {};
newest.workspace.workspaceEdit.snippetEditSupport = true;
newest.workspace.workspaceEdit.metadataSupport = true;

const told = ['textDocument/publishDiagnostics', 'skills/didChange', '$/logTrace'];
const asked = ['client/registerCapability', 'workspace/configuration', 'window/showMessage', 'skills/didChange', '$/logTrace'];

/** The clients, with the notifications and requests that each must receive. */
export const clients = [
  { name: 'least', module: 'vscode-languageserver-protocol-3.17', capabilities: least, hears: told },
  { name: 'most', module: 'vscode-languageserver-protocol-3.17', capabilities: most, hears: [...told, ...asked] },
  { name: 'newest', module: 'vscode-languageserver-protocol', capabilities: newest, hears: [...asked, 'workspace/diagnostic/refresh'] },
];

/** The initializationOptions of editor plugins. */
export const initializationOptions = { skillsDidChange: true, retriggerCommand: 'x.complete', previewCommand: 'x.preview', referencesCommand: 'x.references' };
