import { l10n } from 'vscode';
import { TRANSLATION, type Translation } from '../../../../server/src/shared/lspExtensions';

/**
 * Returns the HTML of the replay page, without any data of a workflow run: the data come later, in messages. The page's security policy allows
 * its own script and style and nothing more.
 */
export function pageHtml({ cspSource, script, style, nonce, translation }: PageHtmlOptions): string {
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
<html lang="${escapeHtml(translation?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(l10n.t('Trace Replay'))}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<div id="replay"></div>
${translation === undefined ? '' : `<script type="application/json" id="${TRANSLATION}">${dataText(translation)}</script>\n`}<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}

/**
 * The values that are inserted into the HTML of the replay page: the URIs of its script and style in the webview, a nonce, and the
 * translated texts.
 */
export interface PageHtmlOptions {
  /** The origin of the webview's own files. */
  cspSource: string;
  script: string;
  style: string;
  /** A random value for each load; must not be reused. */
  nonce: string;
  /** The language of the page; absent for English. */
  translation?: Translation | undefined;
}

/** JSON in a script that is data: no end tag and no comment can begin in it. */
function dataText(value: Translation): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`);
}
