// The requests for the capabilities that a server advertises.

import { documents, positions } from './workspace.mjs';

/** The requests of members of the server capabilities. */
const providers = {
  callHierarchyProvider: ['textDocument/prepareCallHierarchy'],
  codeActionProvider: ['textDocument/codeAction'],
  codeLensProvider: ['textDocument/codeLens'],
  completionProvider: ['textDocument/completion'],
  declarationProvider: ['textDocument/declaration'],
  definitionProvider: ['textDocument/definition'],
  diagnosticProvider: ['textDocument/diagnostic', 'workspace/diagnostic'],
  documentHighlightProvider: ['textDocument/documentHighlight'],
  documentLinkProvider: ['textDocument/documentLink'],
  documentSymbolProvider: ['textDocument/documentSymbol'],
  executeCommandProvider: ['workspace/executeCommand'],
  foldingRangeProvider: ['textDocument/foldingRange'],
  hoverProvider: ['textDocument/hover'],
  implementationProvider: ['textDocument/implementation'],
  inlayHintProvider: ['textDocument/inlayHint'],
  linkedEditingRangeProvider: ['textDocument/linkedEditingRange'],
  referencesProvider: ['textDocument/references'],
  renameProvider: ['textDocument/rename'],
  selectionRangeProvider: ['textDocument/selectionRange'],
  semanticTokensProvider: ['textDocument/semanticTokens/full', 'textDocument/semanticTokens/range'],
  signatureHelpProvider: ['textDocument/signatureHelp'],
  typeDefinitionProvider: ['textDocument/typeDefinition'],
  workspaceSymbolProvider: ['workspace/symbol'],
};

/** The methods that always return null. */
export const silent = ['workspace/willDeleteFiles', 'shutdown'];

/** Members of capabilities without a request. */
const others = ['positionEncoding', 'textDocumentSync', 'workspace', 'experimental'];

/** Returns the advertised methods. An unknown capability is an error. */
export function advertised(capabilities) {
  const methods = [];
  for (const [name, value] of Object.entries(capabilities)) {
    if (providers[name] === undefined && !others.includes(name)) {
      throw new Error(`${name} is advertised: say in questions.mjs which requests that means`);
    }
    if (value !== false) {
      methods.push(...(providers[name] ?? []));
    }
  }
  if (capabilities.renameProvider?.prepareProvider) {
    methods.push('textDocument/prepareRename');
  }
  const operations = { ...capabilities.workspace?.fileOperations };
  for (const name of ['willCreate', 'willRename', 'willDelete'].filter((name) => operations[name])) {
    methods.push(`workspace/${name}Files`);
  }
  if (capabilities.workspace?.textDocumentContent) {
    methods.push('workspace/textDocumentContent');
  }
  return methods;
}

const own = ['skills/list', 'skills/search', 'skills/preview', 'skills/catalog', 'skills/compat', 'skills/agents', 'skills/inventory', 'skills/roots', 'skills/locations'];

/** Yields requests, and the method that resolves the elements of their results. */
export function* questions(capabilities, uriOf) {
  const methods = advertised(capabilities);
  const resolved = (provider, method) => (capabilities[provider]?.resolveProvider ? method : undefined);
  for (const [path, text] of Object.entries(documents)) {
    const textDocument = { uri: uriOf(path) };
    const whole = { start: { line: 0, character: 0 }, end: { line: text.split('\n').length, character: 0 } };
    const about = {
      'textDocument/codeAction': { textDocument, range: whole, context: { diagnostics: [] } },
      'textDocument/codeLens': { textDocument },
      'textDocument/documentLink': { textDocument },
      'textDocument/documentSymbol': { textDocument },
      'textDocument/foldingRange': { textDocument },
      'textDocument/inlayHint': { textDocument, range: whole },
      'textDocument/semanticTokens/full': { textDocument },
      'textDocument/semanticTokens/range': { textDocument, range: whole },
      'textDocument/diagnostic': { textDocument },
      'workspace/willRenameFiles': { files: [{ oldUri: uriOf(path), newUri: uriOf(path.replace(/(\w+)(\/SKILL)?(\.\w+)$/, '$1x$2$3')) }] },
      'workspace/willDeleteFiles': { files: [textDocument] },
      'workspace/textDocumentContent': { uri: textDocument.uri.replace(/^file:/, 'skills-preview:') },
    };
    const resolvers = {
      'textDocument/codeAction': resolved('codeActionProvider', 'codeAction/resolve'),
      'textDocument/codeLens': resolved('codeLensProvider', 'codeLens/resolve'),
      'textDocument/documentLink': resolved('documentLinkProvider', 'documentLink/resolve'),
      'textDocument/inlayHint': resolved('inlayHintProvider', 'inlayHint/resolve'),
    };
    for (const method of methods.filter((method) => about[method])) {
      yield [method, about[method], resolvers[method]];
    }
    yield ['skills/compat', { textDocument }];
    yield ['skills/preview', { textDocument }];
    yield ['skills/preview', { textDocument, agent: 'codelia', render: 'html' }];
    if (methods.includes('textDocument/codeAction')) {
      const context = { diagnostics: [], only: ['source.fixAll'] };
      yield ['textDocument/codeAction', { textDocument, range: whole, context }, resolvers['textDocument/codeAction']];
    }
    for (const position of positions(text)) {
      const at = { textDocument, position };
      const there = {
        'textDocument/completion': { ...at, context: { triggerKind: 1 } },
        'textDocument/rename': { ...at, newName: 'renamed' },
        'textDocument/references': { ...at, context: { includeDeclaration: true } },
        'textDocument/selectionRange': { textDocument, positions: [position] },
        'textDocument/codeAction': { textDocument, range: { start: position, end: position }, context: { diagnostics: [], only: ['quickfix'] } },
      };
      for (const method of methods) {
        if (there[method] !== undefined) {
          yield [method, there[method]];
        } else if (about[method] === undefined && method.startsWith('textDocument/')) {
          yield [method, at];
        }
      }
    }
  }
  for (const query of methods.includes('workspace/symbol') ? ['', 'dep', 'the end'] : []) {
    yield ['workspace/symbol', { query }, resolved('workspaceSymbolProvider', 'workspaceSymbol/resolve')];
  }
  for (const command of [...capabilities.executeCommandProvider.commands, 'no.such']) {
    yield ['workspace/executeCommand', { command }];
  }
  if (capabilities.diagnosticProvider?.workspaceDiagnostics) {
    yield ['workspace/diagnostic', { previousResultIds: [], partialResultToken: 'partial' }];
  }
  for (const method of own) {
    const about = { 'skills/search': { query: 'dep' }, 'skills/preview': { name: 'nobody' }, 'skills/compat': { path: '/no/such/SKILL.md' } };
    yield [method, about[method] ?? {}];
    yield [method, { agent: 'nobody', query: 'deploy does', name: 'deploy' }];
  }
  for (const agent of ['claude', 'claude-code', 'codex', 'codelia', 'gemini-cli']) {
    yield ['skills/list', { agent }];
    yield ['skills/catalog', { agent }];
    yield ['skills/inventory', { agents: [agent], tokens: true, problems: true, complete: true }];
  }
  yield ['no/such', {}];
}
