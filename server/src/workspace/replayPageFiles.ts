import type { InlineAsset, ReplayAssets, RunsPageAssets } from '../model/disk';
import { linkBundles, requiredBundles } from '../shared/linkBundles';
import { computeOnce } from '../text/memoize';
import { sha256 } from '../text/sha256';

/** Returns the text of a built file of the extension, by its name; undefined if it was not built. */
type ReadBuilt = (name: string) => string | undefined;

/**
 * Returns a function that reads the scripts and styles of the replay page, which exported runs contain. It reads them on its first call; it
 * returns undefined if the page was not built.
 */
export function replayPageFiles(read: ReadBuilt): () => ReplayAssets | undefined {
  return computeOnce(() => replayPage(read));
}

/** Reads the files of the replay page where no file is there at once: in a browser. */
export async function loadReplayPage(
  load: (name: string) => Promise<string | null>,
): Promise<ReplayAssets | undefined> {
  const texts = new Map<string, string>();
  for (let names: readonly string[] = [CORE, ...BESIDE_CORE]; names.length > 0; ) {
    const loaded = await Promise.all(names.map(async name => [name, await load(name)] as const));
    const required: string[] = [];
    for (const [name, text] of loaded) {
      if (text === null) return undefined;
      texts.set(name, text);
      if (!BESIDE_CORE.includes(name)) required.push(...requiredBundles(text));
    }
    names = [...new Set(required)].filter(name => !texts.has(name));
  }
  return replayPage(name => texts.get(name));
}

const CORE = 'offline.js';
const BESIDE_CORE: readonly string[] = ['replay.js', 'offline.css', 'replay.css', 'pageNotices.txt'];

function replayPage(read: ReadBuilt): ReplayAssets | undefined {
  const core = linkBundles([CORE], read);
  const [script, theme, style, notices = ''] = BESIDE_CORE.map(read);
  if (core === undefined || script === undefined || theme === undefined || style === undefined) return undefined;
  return {
    core: scriptPiece(`${core}();\n`),
    script: scriptPiece(script),
    style: piece(inStyle(`${theme}\n${style}`)),
    notices,
  };
}

/** The files of the page that lists runs. Undefined if it was not built. */
export function runsPageFiles(read: ReadBuilt): RunsPageAssets | undefined {
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
export function droppedRunsFile(read: ReadBuilt): InlineAsset | undefined {
  const text = read('droppedRuns.js');
  return text === undefined ? undefined : scriptPiece(text);
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
  return { text, hash: `sha256-${sha256(text)}` };
}
