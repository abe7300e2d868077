// The page of a preview: an empty document with an inline script and style sheet.
// Its policy allows nothing else. Its content arrives in messages, as text.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Uri } from 'vscode';
import { scriptWithin } from './within';

/**
 * Returns the page, which loads nothing. If the editor is busy, a script that it
 * must fetch may arrive late or never, and the page would stay blank.
 */
export function page(extension: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const read = (name: string): string => readFileSync(Uri.joinPath(extension, 'dist', name).fsPath, 'utf8');
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${read('preview.css')}</style>
<title>Skill preview</title>
</head>
<body>
<script nonce="${nonce}">${scriptWithin(read('preview.js'))}</script>
</body>
</html>`;
}
