/** Where the page's parts lie, as a webview names them. */
export interface PageHtmlOptions {
  /** Where a webview's own files come from. */
  cspSource: string;
  script: string;
  style: string;
  /** Used once. */
  nonce: string;
}

/**
 * The page, empty: nothing of a trace is in it. What it shows it is told by messages. It may run its own script and load its
 * own style; nothing else, and nothing from elsewhere.
 */
export function pageHtml({ cspSource, script, style, nonce }: PageHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${quoted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trace Replay</title>
<link rel="stylesheet" href="${quoted(style)}">
</head>
<body>
<div id="replay"></div>
<script nonce="${quoted(nonce)}" src="${quoted(script)}"></script>
</body>
</html>
`;
}

function quoted(text: string): string {
  return text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`);
}
