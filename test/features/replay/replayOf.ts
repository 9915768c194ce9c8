import { analyse } from '../../../server/src/analysis/analyse';
import {
  type EnvelopeProblem,
  type EnvelopeReader,
  otherRuns,
  type ReplayedRun,
} from '../../../server/src/features/replay/replayedRun';
import type { Family } from '../../../server/src/model/family';
import { splitIntoParts } from '../../../server/src/parts/splitIntoParts';
import { findElision } from '../../../server/src/rules/elision/findElision';
import type { RunIndex } from '../../../server/src/runs/index/runIndex';
import { envelopeLocator } from '../../../server/src/runs/reading/envelopeLocator';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { languageOf } from '../../../server/src/text/fileLanguage';
import { textAtPath } from '../../../server/src/text/json/jsonSpans';
import { jsonLocationAt } from '../../../server/src/text/json/parseJson';
import { textFile } from '../../../server/src/text/lines';
import { indexFiles } from '../../kit/indexFiles';
import { testContext } from '../../kit/testContext';
import { indexOf } from '../../runs/index/indexOf';

export interface ReplaySettings {
  /** The id of the run; without it the one with the most steps, of equals that with the first key. */
  id?: string;
  /** The key of the run. */
  key?: string;
  /** Milliseconds since 1970. */
  now?: number;
  /** Texts of files that records tell of, by path below `file:///work`. */
  texts?: Readonly<Record<string, string>>;
  /** Who reads the files, else our own families. */
  families?: readonly Family[];
  /** What is read otherwise than from the texts. */
  reader?: Partial<EnvelopeReader>;
}

/** A run to replay: of files, by path below `file:///work`, or of what a test says that an index keeps of files. */
export function replayOf(
  files: Readonly<Record<string, string>> | readonly FileRecord[],
  settings: ReplaySettings = {},
): ReplayedRun {
  const isRecords = Array.isArray(files);
  const { families, reader } = settings;
  const index = isRecords ? indexOf(...files) : indexFiles(files as Readonly<Record<string, string>>, families);
  const texts = isRecords ? {} : (files as Readonly<Record<string, string>>);
  return replayIn(index, {
    ...settings,
    texts: { ...texts, ...settings.texts },
    reader: { ...(families && { families: () => families }), ...reader },
  });
}

/** The same of a run in an index. */
export function replayIn(index: RunIndex, { id, key, now = 0, texts = {}, reader }: ReplaySettings = {}): ReplayedRun {
  const summaries = index.runs().toSorted((one, other) => other.steps - one.steps || (one.key < other.key ? -1 : 1));
  const summary = summaries.find(run => (id ?? run.id) === run.id && (key ?? run.key) === run.key);
  const run = summary && index.run(summary.key);
  if (!run) throw new Error(`no run ${id}`);
  return {
    run,
    reader: { ...envelopesOf(texts), ...reader },
    others: otherRuns(index, run.summary.key),
    now,
  };
}

/** Reads texts plainly, each once. */
function envelopesOf(texts: Readonly<Record<string, string>>): EnvelopeReader {
  const byUri = new Map(Object.entries(texts).map(([path, text]) => [uriOf(path), text]));
  const fileOf = (uri: string) => {
    const text = byUri.get(uri);
    return text === undefined ? undefined : textFile(uri, languageOf(uri) ?? 'json', text);
  };
  const partsOf = onceEach(uri => {
    const file = fileOf(uri);
    return file ? splitIntoParts(file) : [];
  });
  const analysedParts = onceEach(uri => {
    const file = fileOf(uri);
    return file ? analyse(file, testContext()).analysis.parts : [];
  });
  return {
    text({ uri, part, path }) {
      const found = partsOf(uri).find(({ id }) => id === part);
      if (!found) return { fault: 'not found' };
      const text = path.length > 0 ? textAtPath(found.text, path) : found.text;
      if (text === undefined) return { fault: 'not found' };
      return { text, lang: found.lang === 'yaml' ? 'json' : found.lang };
    },
    problems({ uri, part, path }) {
      return analysedParts(uri)
        .filter(({ part: { id } }) => id === part)
        .flatMap(({ part: { text }, problems }) =>
          problems.map(({ severity, message, rule, span }): EnvelopeProblem => {
            const at = jsonLocationAt(text, span.start)?.path ?? [];
            return { severity, message, rule, path: at };
          }),
        )
        .filter(problem => path.every((key, place) => problem.path[place] === key))
        .map(problem => ({ ...problem, path: problem.path.slice(path.length) }));
    },
    range(location) {
      const text = byUri.get(location.uri);
      return text === undefined ? undefined : envelopeLocator(location.uri, text)(location);
    },
    fileOf: uri => decodeURIComponent(uri.replace('file:///work/', '')),
    isElided: content => findElision(content) !== undefined,
    fileAt: path => (byUri.has(uriOf(path)) ? uriOf(path) : undefined),
  };
}

function onceEach<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return text => {
    if (!made.has(text)) made.set(text, make(text));
    return made.get(text) as T;
  };
}

function uriOf(path: string): string {
  return `file:///work/${path.split('/').map(encodeURIComponent).join('/')}`;
}
