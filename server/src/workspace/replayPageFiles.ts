import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { InlineAsset, ReplayAssets, RunsPageAssets } from '../model/disk';
import { linkScripts } from '../shared/linkScripts';
import { readText } from './readText';

/**
 * Returns a function that reads the files of the replay page on first use. They are in the folder of the bundles. It returns undefined if
 * the page was not built.
 */
export function replayPageFiles(folder: string): () => ReplayAssets | undefined {
  let read: { page: ReplayAssets | undefined } | undefined;
  return () => {
    read ??= { page: pageIn(folder) };
    return read.page;
  };
}

function pageIn(folder: string): ReplayAssets | undefined {
  const read = readerIn(folder);
  const core = linkScripts(['offline.js'], read);
  const [script, theme, style, notices = ''] = ['replay.js', 'offline.css', 'replay.css', 'pageNotices.txt'].map(read);
  if (core === undefined || script === undefined || theme === undefined || style === undefined) return undefined;
  return {
    core: scriptPiece(`${core}();\n`),
    script: scriptPiece(script),
    style: piece(inStyle(`${theme}\n${style}`)),
    notices,
  };
}

/** The files of the page that lists runs. Undefined if it was not built. */
export function runsPageFiles(folder: string): RunsPageAssets | undefined {
  const read = readerIn(folder);
  const [script, replay, notices = ''] = ['runsPage.js', 'replay.js', 'runsPageNotices.txt'].map(read);
  const styles = ['offline.css', 'replay.css', 'runsPage.css'].map(read);
  if (script === undefined || replay === undefined || styles.includes(undefined)) return undefined;
  return {
    script: scriptPiece(script),
    replay: scriptPiece(replay),
    style: piece(inStyle(styles.join('\n'))),
    notices,
  };
}

/** The script that answers the page's questions from dropped files. Undefined if it was not built. */
export function droppedRunsFile(folder: string): InlineAsset | undefined {
  const text = readerIn(folder)('droppedRuns.js');
  return text === undefined ? undefined : scriptPiece(text);
}

function readerIn(folder: string): (name: string) => string | undefined {
  return name => {
    const found = readText(join(folder, name));
    return 'text' in found ? found.text : undefined;
  };
}

// An inline script ends at its end tag, even within a string; the name of its source map is useless there.
function scriptPiece(text: string): InlineAsset {
  const withoutMap = text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  return piece(withoutMap.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--'));
}

function inStyle(text: string): string {
  return text.replace(/\n?\/\*# sourceMappingURL=.*\*\/\s*$/gm, '\n').replace(/<\/(style)/gi, '<\\/$1');
}

function piece(text: string): InlineAsset {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
