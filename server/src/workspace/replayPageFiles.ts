import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { InlineAsset, ReplayAssets } from '../model/replayAssets';
import { linkScripts } from './linkScripts';
import { readText } from './read/readText';

/** The page of a replay as it lies beside the bundles; read once, when it is first asked for. Undefined where it was not built. */
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
  const core = linkScripts('offline.js', read);
  const [script, theme, style, notices = ''] = ['replay.js', 'offline.css', 'replay.css', 'pageNotices.txt'].map(read);
  if (core === undefined || script === undefined || theme === undefined || style === undefined) return undefined;
  return { core: scriptPiece(core), script: scriptPiece(script), style: piece(inStyle(`${theme}\n${style}`)), notices };
}

// A script in a page ends where it says so, even in a string; the name of its map leads nowhere from there.
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
