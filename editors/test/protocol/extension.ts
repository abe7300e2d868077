// The types of the VS Code extension match the server's answers.

import type { InventoryResult, LocationsResult, PreviewResult } from '../../vscode/src/protocol.ts';
import type { Results } from './skills.d.ts';

export const inventory = (result: Results['skills/inventory']): InventoryResult => result;
export const preview = (result: Results['skills/preview']): PreviewResult => result;
export const locations = (result: Results['skills/locations']): LocationsResult => result;
