// The types of the VS Code extension match the server's answers.

import type { ListResult, PreviewResult } from '../../vscode/src/protocol.ts';
import type { Results } from './skills.d.ts';

export const list = (result: Results['skills/list']): ListResult => result;
export const preview = (result: Results['skills/preview']): PreviewResult => result;
