import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { InlineAsset, ReplayAssets } from '../model/disk';
import { linkScripts } from '../shared/linkScripts';
import { readText } from './readText';

/** The files of the replay page beside the bundles, read on first use. Undefined if the page was not built. */
export function replayPageFiles(folder: string): () => ReplayAssets | undefined {
  let read: { page: ReplayAssets | undefined } | undefined;
  return () => {
    read ??= { page: pageIn(folder) };
    return read.page;
  };
}

function pageIn(folder: string): ReplayAssets | undefined {
  const read = (name: string) => {
    const found = readText(join(folder, name));
    return 'text' in found ? found.text : undefined;
  };
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

// An inline script ends at its end tag, even within a string; the name of its source map is useless there.
function scriptPiece(text: string): InlineAsset {
  const withoutMap = text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  return piece(withoutMap.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--'));
}

function inStyle(text: string): string {
  return text.replace(/\n?\/\*# sourceMappingURL=.*\*\/\s*$/, '\n').replace(/<\/(style)/gi, '<\\/$1');
}

function piece(text: string): InlineAsset {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
