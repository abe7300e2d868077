// The language client: its capabilities, and the features that the extension
// implements itself.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { window, type CodeLens, type LogOutputChannel } from 'vscode';
import {
  CodeLensRequest,
  LSPErrorCodes,
  LanguageClient,
  ResponseError,
  RevealOutputChannelOn,
  TextDocumentContentRequest,
  type DocumentSelector,
  type ErrorHandler,
  type LanguageClientOptions,
  type ServerOptions,
} from 'vscode-languageclient/node';
import type { OwnRenames } from './own_renames';
import { linkRules } from './rule_links';
import { explicitSettings, section } from './settings';

type Feature = Parameters<LanguageClient['registerFeature']>[0];

// By pattern, not by language: SKILL.md is "markdown" to some versions of the
// editor and "skill" to others. The server ignores unrelated Markdown.
const patterns = [
  '**/*.{md,markdown}',
  '**/agents/openai.yaml',
  '**/agents/openoxide.yaml',
  '**/skills-ls.yaml',
  '**/*.skills-ls.yaml',
  '**/*skills-ls-baseline.json',
  // Agents' own settings, which enable and disable skills.
  '**/.claude/settings.json',
  '**/.claude/settings.local.json',
  '**/.gemini/settings.json',
  // Manifests of plugins and marketplaces.
  '**/.{claude,cursor}-plugin/{plugin,marketplace}.json',
  '**/.codex-plugin/plugin.json',
  '**/.agents/plugins/{marketplace,api_marketplace}.json',
];
const schemes = ['file', 'untitled'];

/** The documents of the server, as in the Neovim plugin. */
export const documentSelector: DocumentSelector = schemes.flatMap((scheme) =>
  patterns.map((pattern) => ({ scheme, pattern })),
);

class SkillsClient extends LanguageClient {
  // The extension provides previews itself, because it needs the verdict and the
  // token count. A second provider for the scheme would compete with it.
  override registerFeature(feature: Feature): void {
    const state = feature.getState();
    if (state.kind !== 'workspace' || state.id !== TextDocumentContentRequest.method) {
      super.registerFeature(feature);
    }
  }
}

export function createClient(
  server: ServerOptions,
  output: LogOutputChannel,
  renames: OwnRenames,
  errorHandler: ErrorHandler,
): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector,
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: {
      skillsDidChange: true,
      retriggerCommand: 'editor.action.triggerSuggest',
      previewCommand: 'skills-ls.preview',
      referencesCommand: 'skills-ls.showReferences',
    },
    errorHandler,
    middleware: {
      sendRequest: renames.sendRequest,
      handleDiagnostics: (uri, diagnostics, next) => {
        linkRules(diagnostics);
        next(uri, diagnostics);
      },
      provideDiagnostics: async (document, previous, token, next) => {
        const report = await next(document, previous, token);
        linkRules(report && 'items' in report ? report.items : []);
        return report;
      },
      provideWorkspaceDiagnostics: async (previous, token, partial, next) => {
        const link = (chunk: Parameters<typeof partial>[0]): void =>
          chunk?.items.forEach((report) => linkRules('items' in report ? report.items : []));
        const report = await next(previous, token, (chunk) => {
          link(chunk);
          partial(chunk);
        });
        link(report ?? null);
        return report;
      },
      // Resolves each lens with its list. If newer lenses arrive while the editor resolves older ones, it assigns the commands of the
      // older ones, which it then drops (codelensController.ts of VS Code 1.139), and clicking a lens does nothing.
      provideCodeLenses: async (document, token, next) => {
        const lenses = (await next(document, token)) ?? [];
        const provider = client.getFeature(CodeLensRequest.method).getProvider(document)?.provider;
        const resolve = async (lens: CodeLens) =>
          lens.isResolved ? lens : ((await provider?.resolveCodeLens?.(lens, token)) ?? lens);
        return Promise.all(lenses.map(resolve));
      },
      resolveCodeAction: async (action, token, next) => {
        try {
          return await next(action, token);
        } catch (error) {
          // Otherwise the editor applies the action without its edit and shows no error.
          if (error instanceof ResponseError && error.code === LSPErrorCodes.RequestFailed) {
            void window.showErrorMessage(error.message);
          }
          throw error;
        }
      },
      workspace: {
        configuration: (params, token, next) =>
          params.items.every((item) => item.section === section)
            ? params.items.map((item) => explicitSettings(item.scopeUri))
            : next(params, token),
      },
    },
    stdioOptions: { stdout: forwardLog, stderr: forwardLog },
  };
  const client = new SkillsClient(section, 'Agent Skills', server, options);
  return client;
}

/** Forwards the server's log. It writes one line per record to stderr, with the level in it. */
function forwardLog(lines: Readable, output: LogOutputChannel): void {
  createInterface({ input: lines, crlfDelay: Infinity }).on('line', (line) => {
    switch (/\blevel=(\w+)/.exec(line)?.[1]) {
      case 'ERROR':
        return output.error(line);
      case 'WARN':
        return output.warn(line);
      case 'DEBUG':
        return output.debug(line);
      default:
        return output.info(line);
    }
  });
}
