import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunIndex } from '../../server/src/runs/index/runIndex';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot, sharedText } from './corpus';
import { indexFiles } from './indexFiles';

/** Files that nobody wrote for a test, and the index of them. */
export interface RealRuns {
  /** By path below `file:///work`. */
  texts: Readonly<Record<string, string>>;
  index: RunIndex;
}

/** Those of the corpus; none where it is absent. Read once, as it takes long: nobody may change the index. */
export function corpusRuns(): RealRuns {
  corpus ??= realRuns(corpusFiles(), corpusText);
  return corpus;
}

/** Those of the logs of other programs beside the corpus; none where it is absent. Read once. */
export function loggedRuns(): RealRuns {
  const root = join(projectRoot, '../shared/run-logs');
  const paths = corpusMissing ? [] : filesBelow(root).map(path => relative(root, path));
  logged ??= realRuns(paths, path => sharedText(`run-logs/${path}`));
  return logged;
}

/** Those of the sample workspace, read once. */
export function sampleRuns(): RealRuns {
  const root = join(projectRoot, 'test/sample');
  sample ??= realRuns(
    filesBelow(root).map(path => relative(root, path)),
    path => readFileSync(join(root, path), 'utf8'),
  );
  return sample;
}

let corpus: RealRuns | undefined;
let logged: RealRuns | undefined;
let sample: RealRuns | undefined;

function realRuns(paths: readonly string[], read: (path: string) => string): RealRuns {
  const texts = Object.fromEntries(paths.flatMap(path => (/\.(?:jsonl?|md)$/.test(path) ? [[path, read(path)]] : [])));
  return { texts, index: indexFiles(texts) };
}
