import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Real files that are no part of the project. */
const corpus = join(projectRoot, '../shared/corpus');

/** Why tests over the corpus are skipped; undefined where it is there. */
export const corpusMissing = existsSync(corpus) ? undefined : 'the corpus is not beside the project';

if (corpusMissing && process.env.AGENT_ENVELOPES_CORPUS === 'required') {
  throw new Error(`${corpusMissing}: ${corpus}, and AGENT_ENVELOPES_CORPUS=required`);
}

/** The text of a file of the corpus. */
export function corpusText(path: string): string {
  return readFileSync(join(corpus, path), 'utf8');
}

/** The text of a real file beside the corpus: a log of a run, in the format of its tool. */
export function sharedText(path: string): string {
  return readFileSync(join(corpus, '..', path), 'utf8');
}

/** The paths of all files below a folder of the corpus, in order; none where it is absent. */
export function corpusFiles(folder = ''): string[] {
  return corpusMissing ? [] : filesBelow(join(corpus, folder)).map(path => relative(corpus, path));
}

/** All files below a folder, in order. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}
