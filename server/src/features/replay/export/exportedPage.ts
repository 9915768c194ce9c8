import { plain } from '../../runs/words';
import type { ReplayContext } from '../context/replayContext';
import { RUN_ELEMENT } from './portableFormat';
import { portableRun } from './portableRun';

/**
 * A self-contained page that replays a run in any browser: it loads and sends nothing. The run is embedded as data, never as
 * code. Throws an error with a readable message if the page was not built.
 */
export function exportedPage(replay: ReplayContext): string {
  const page = replay.reader.page?.();
  if (!page) throw new Error('The replay page is not there: this build can export other formats only.');
  const { core, script, style, notices } = page;
  const policy = [
    "default-src 'none'",
    `script-src '${core.hash}' '${script.hash}'`,
    `style-src '${style.hash}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { title, id } = replay.run.summary;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(plain(title) || plain(id))}</title>`,
    `<style>${style.text}</style>`,
    '</head>',
    '<body>',
    '<div id="replay"></div>',
    '<noscript>This run is replayed by scripts in this file, which this browser does not run.</noscript>',
    `<script type="application/json" id="${RUN_ELEMENT}">${inert(JSON.stringify(portableRun(replay)))}</script>`,
    `<script>${core.text}</script>`,
    `<script>${script.text}</script>`,
    `<!--\n${notices.replaceAll('--', '- -')}-->`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * Escapes JSON so that it can neither close its element, nor open another, nor send control characters to a terminal that
 * prints it.
 */
function inert(json: string): string {
  return json.replace(
    /[<\u007f-\u009f\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
