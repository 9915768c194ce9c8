import type { InlineAsset, RunsPageAssets } from '../../model/disk';

/** The scripts, styles and data of a page that is written as one HTML file. */
export interface SingleFilePage {
  title: string;
  /** Lines of HTML, none of them from a file. */
  body: readonly string[];
  style: InlineAsset;
  /** Run in this order, after the body. */
  scripts: readonly InlineAsset[];
  /** The licences of the bundled packages. */
  notices: string;
  /** Whether its scripts may ask the server that it comes from; else it loads and sends nothing. */
  asksServer?: boolean;
}

/** The text of a page that is one file. Its policy allows these scripts and this style, and nothing else. */
export function singleFilePage({ title, body, style, scripts, notices, asksServer = false }: SingleFilePage): string {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(({ hash }) => `'${hash}'`).join(' ')}`,
    `style-src '${style.hash}'`,
    'img-src data:',
    'font-src data:',
    ...(asksServer ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)}</title>`,
    `<style>${style.text}</style>`,
    '</head>',
    '<body>',
    ...body,
    ...scripts.map(({ text }) => `<script>${text}</script>`),
    `<!--\n${notices.replaceAll('--', '- -')}-->`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * Returns the page that lists runs and replays them.
 *
 * @param core answers the page's questions from dropped files; without it, the server that the page comes from answers
 */
export function runsPageHtml({ script, replay, style, notices }: RunsPageAssets, core?: InlineAsset): string {
  return singleFilePage({
    title: 'Workflow Runs',
    body: [
      '<div id="runs"></div>',
      '<div id="replay" role="main" hidden></div>',
      '<noscript>The runs are shown by scripts in this page, which this browser does not run.</noscript>',
    ],
    style,
    // The list goes first: it tells the replay where to ask.
    scripts: [...(core ? [core] : []), script, replay],
    notices,
    asksServer: core === undefined,
  });
}
