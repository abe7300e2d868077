// The page of a preview: empty, and allowed nothing but its own script and
// style sheet. What it shows comes in messages, as text.

import { randomBytes } from 'node:crypto';
import { Uri, type Webview } from 'vscode';

export function page(webview: Webview, extension: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const local = (name: string): string => webview.asWebviewUri(Uri.joinPath(resources(extension), name)).toString();
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${local('preview.css')}">
<title>Skill preview</title>
</head>
<body>
<script nonce="${nonce}" src="${local('preview.js')}"></script>
</body>
</html>`;
}

/** The directory with the page's script and style sheet. */
export function resources(extension: Uri): Uri {
  return Uri.joinPath(extension, 'dist');
}
