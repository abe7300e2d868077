// The language client: what the server is offered, and what of it is ours.

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
import { explicitSettings, section } from './settings';

type Feature = Parameters<LanguageClient['registerFeature']>[0];

// By pattern, not by language: SKILL.md is "markdown" to some versions of the
// editor and "skill" to others. The server is silent about files not its own.
const patterns = [
  '**/*.md',
  '**/agents/openai.yaml',
  '**/agents/openoxide.yaml',
  '**/.skills-ls.yaml',
  // Agents' own settings: what is typed there switches skills on and off.
  '**/.claude/settings.json',
  '**/.claude/settings.local.json',
  '**/.gemini/settings.json',
];
const schemes = ['file', 'untitled'];

const documentSelector: DocumentSelector = schemes.flatMap((scheme) =>
  patterns.map((pattern) => ({ scheme, pattern })),
);

class SkillsClient extends LanguageClient {
  // The extension shows previews itself, to know the verdict and the token
  // count beside the text. A second provider of the same scheme would compete.
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
      // Each lens comes with its command. If lenses are resolved while newer ones come, the editor gives the newer ones the commands of
      // the older, which it forgets then (codelensController.ts of VS Code 1.139), and clicking them does nothing.
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
          // The editor would take the action without its edit, in silence.
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

/** The server logs to stderr, a line each, with its own level in it. */
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
