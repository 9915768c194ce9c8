import { analyse, type Context } from '../../analysis/analyse';
import { lookInto } from '../../families/mapping/mappingScope';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { FileAccess } from '../../model/disk';
import type { EnvelopeLocation } from '../../model/run';
import type { Part, Path, Position, Range, TextFile } from '../../model/text';
import { jsonOfLine, offsetAt, partAt, positionAt, rangeOf, rangeOfPart } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { linePart, splitIntoParts } from '../../parts/splitIntoParts';
import { findElision } from '../../rules/elision/findElision';
import { type EnvelopeLocator, envelopeLocator, lineIndexOf } from '../../runs/reading/envelopeLocator';
import { type FileRecord, familyOf } from '../../runs/reading/fileRecord';
import { groupBy } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import { languageOf } from '../../text/fileLanguage';
import { type JsonSpans, jsonSpans, pathIntoStrings, spanOnWay, textAtPath } from '../../text/json/jsonSpans';
import { nodeAt, valuePathAt } from '../../text/json/parseJson';
import { fileText, textFile } from '../../text/lines';
import { lruCache, memoizeByVersion } from '../../text/memoize';
import { parseJsonOrYaml } from '../../text/parseJsonOrYaml';
import type { EnvelopeContent, EnvelopeProblem, EnvelopeReader } from './replayedRun';

/** The sources from which the replay of a run reads its envelopes: files, open editors, the records in the index, and the settings of files. */
export interface FileEnvelopeReaderOptions {
  access: Pick<FileAccess, 'text' | 'line'>;
  /** The open files, with the editor's content. */
  opened: ReadonlyMap<string, TextFile>;
  /** Returns the file's record in the index. */
  record(uri: string): FileRecord | undefined;
  contextOf(uri: string): Context;
  fileOf(uri: string): string;
  fileAt(path: string, from: string): string | undefined;
  /** Returns the problems that the last check of a log found in a line; undefined if they were not kept. */
  found?: FoundProblems['of'] | undefined;
}

/** Reads the envelopes of a run's steps from their files. Also finds the envelope at a position in a file. */
export interface FileEnvelopeReader extends EnvelopeReader {
  /** Returns the part at a position in a file, and the path of the value there. Reads only one line of a log. */
  placeAt(uri: string, position: Position): { part: string; path: Path } | undefined;
}

/**
 * Creates a reader of the envelopes of runs: from the editor's open files, otherwise from disk. It reads a log in blocks around
 * the wanted line, and caches the last few files and blocks until they change, so that stepping does not read them again.
 */
export function fileEnvelopeReader(options: FileEnvelopeReaderOptions): FileEnvelopeReader {
  const { access, opened, record, contextOf, fileOf, fileAt } = options;
  const parts = memoizeByVersion<PartReading | Fault>(MOST_PARTS, read =>
    'fault' in read ? 0 : read.part.text.length,
  );
  // The next requested line is mostly in the same block.
  const blocks = lruCache<string, { version: unknown; lines: readonly string[]; first: number }>({ max: MOST_LOGS });
  const files = memoizeByVersion<ReadonlyMap<string, Part> | Fault>(MOST_FILES);
  const registries = memoizeByVersion<Registry | Fault>(MOST_FILES);

  function versionOf(uri: string): unknown {
    const file = opened.get(uri);
    if (file) return file;
    const known = record(uri);
    return known ? `${known.changedAt} ${known.size}` : undefined;
  }

  function partOf({ uri, part }: EnvelopeLocation): PartReading | Fault {
    return parts(`${uri}\0${part}`, versionOf(uri), () => {
      const found = languageOf(uri) === 'jsonl' ? lineIn(uri, part) : filePart(uri, part);
      return 'fault' in found ? found : { part: found };
    });
  }

  function lineIn(uri: string, id: string): Part | Fault {
    const number = lineIndexOf(id);
    if (number === undefined) return goneFault(uri);
    const file = opened.get(uri);
    const line = file ? (file.lines[number] ?? goneFault(uri)) : lineOnDisk(uri, number);
    if (typeof line !== 'string') return line;
    const { text, character } = jsonOfLine(line);
    return linePart(id, text, number, character);
  }

  function lineOnDisk(uri: string, number: number): string | Fault {
    const version = versionOf(uri);
    const block = blocks.get(uri);
    const known = block && block.version === version ? block.lines[number - block.first] : undefined;
    if (known !== undefined) return known;
    const mark = record(uri)?.mark;
    if (!mark) return goneFault(uri);
    const read = access.line(uri, number, mark);
    if ('replaced' in read) return { fault: t`${fileOf(uri)} was replaced after it was read.` };
    if ('fault' in read) return { fault: `${fileOf(uri)} ${read.fault}` };
    if (read.around) blocks.set(uri, { version, ...read.around });
    return read.text;
  }

  function filePart(uri: string, id: string): Part | Fault {
    const found = partsOf(uri);
    return 'fault' in found ? found : (found.get(id) ?? goneFault(uri));
  }

  function partsOf(uri: string): ReadonlyMap<string, Part> | Fault {
    return files(uri, versionOf(uri), () => {
      const file = wholeFile(uri);
      return 'fault' in file ? file : new Map(splitIntoParts(file).map(part => [part.id, part]));
    });
  }

  function wholeFile(uri: string): TextFile | Fault {
    const file = opened.get(uri);
    const lang = languageOf(uri);
    if (file || !lang) return file ?? goneFault(uri);
    const read = access.text(uri);
    return 'fault' in read ? { fault: `${fileOf(uri)} ${read.fault}` } : textFile(uri, lang, read.text);
  }

  function registryOf(uri: string): Registry | Fault {
    return registries(uri, versionOf(uri), () => {
      const file = wholeFile(uri);
      return 'fault' in file ? file : { file, places: envelopeLocator(uri, fileText(file)) };
    });
  }

  function goneFault(uri: string): Fault {
    return { fault: t`${fileOf(uri)} no longer has this part.` };
  }

  function text(location: EnvelopeLocation): EnvelopeContent {
    const { uri, path } = location;
    if (isMarkdown(uri)) {
      const registry = registryOf(uri);
      if ('fault' in registry) return registry;
      const range = registry.places(location);
      return range ? { text: textIn(registry.file, range), lang: 'markdown' } : goneFault(uri);
    }
    const reading = partOf(location);
    if ('fault' in reading) return reading;
    if (reading.part.lang === 'yaml') {
      const value = yamlValueIn(reading, path);
      return value === undefined ? goneFault(uri) : { text: value, lang: 'json' };
    }
    const lang = reading.part.lang === 'jsonc' ? 'jsonc' : 'json';
    if (path.length === 0) return { text: reading.part.text, lang };
    const value = valueIn(reading, path);
    return value === undefined ? goneFault(uri) : { text: value, lang };
  }

  function problems(location: EnvelopeLocation): readonly EnvelopeProblem[] {
    const { uri, path } = location;
    const reading = isMarkdown(uri) ? undefined : partOf(location);
    if (!reading || 'fault' in reading) return [];
    const known = record(uri);
    const own = !opened.has(uri) && isFaultlessLine(known, location.part) ? [] : ownProblems(uri, reading);
    const inRun = known?.inRuns?.[location.part] ?? [];
    const all = inRun.length > 0 ? [...own, ...inRun] : own;
    if (path.length === 0) return all;
    return all
      .filter(problem => path.every((step, place) => String(step) === String(problem.path[place])))
      .map(problem => ({ ...problem, path: problem.path.slice(path.length) }));
  }

  function ownProblems(uri: string, reading: PartReading): readonly EnvelopeProblem[] {
    const context = contextOf(uri);
    if (reading.problems?.context !== context) {
      const { part } = reading;
      const kept = opened.has(uri) ? undefined : options.found?.(uri, part.id);
      const placed = kept ?? partProblems(uri, part, { context, record: record(uri) });
      const spans = placed.length > 0 ? spansOf(reading) : undefined;
      const found = placed.map(({ offset, ...problem }) => ({ ...problem, path: spans?.pathAt(offset) ?? [] }));
      reading.problems = { context, found };
    }
    return reading.problems.found;
  }

  function range(location: EnvelopeLocation): Range | undefined {
    if (isMarkdown(location.uri)) {
      const registry = registryOf(location.uri);
      return 'fault' in registry ? undefined : registry.places(location);
    }
    const reading = partOf(location);
    if ('fault' in reading) return undefined;
    const { part } = reading;
    const span = location.path.length > 0 ? spanOnWay(part.text, location.path, spansOf(reading)) : undefined;
    return span ? rangeOf(part, span) : rangeOfPart(part);
  }

  function placeAt(uri: string, position: Position): { part: string; path: Path } | undefined {
    const lang = languageOf(uri);
    if (!lang || lang === 'markdown') return undefined;
    const id = lang === 'jsonl' ? `line ${position.line + 1}` : partIdAt(partsOf(uri), position);
    const reading = id === undefined ? undefined : partOf({ uri, part: id, path: [] });
    if (id === undefined || !reading || 'fault' in reading) return undefined;
    const offset = offsetAt(reading.part, position) ?? 0;
    return { part: id, path: pathIntoStrings(reading.part.text, offset, spansOf(reading)) };
  }

  return {
    text,
    problems,
    range,
    families: uri => contextOf(uri).families,
    fileOf,
    isElided: content => findElision(content) !== undefined,
    fileAt,
    placeAt,
  };
}

const MOST_PARTS = 32;
const MOST_LOGS = 4;
const MOST_FILES = 8;

type PartSpans = Pick<JsonSpans, 'at' | 'pathAt'>;

interface Fault {
  fault: string;
}

/** A part and its lazily computed properties. */
interface PartReading {
  part: Part;
  spans?: PartSpans;
  /** Memoizes the texts of the part's values by path: callers use the string's identity as a cache key. */
  values?: (key: string, version: unknown, make: () => string | undefined) => string | undefined;
  problems?: { context: Context; found: readonly EnvelopeProblem[] };
}

interface Registry {
  file: TextFile;
  places: EnvelopeLocator;
}

function partIdAt(parts: ReadonlyMap<string, Part> | Fault, position: Position): string | undefined {
  return 'fault' in parts ? undefined : partAt([...parts.values()], position)?.id;
}

function isMarkdown(uri: string): boolean {
  return languageOf(uri) === 'markdown';
}

function spansOf(reading: PartReading): PartSpans {
  const { part } = reading;
  reading.spans ??= part.lang === 'yaml' ? yamlSpans(part) : jsonSpans(part.text);
  return reading.spans;
}

function yamlSpans(part: Part): PartSpans {
  const root = partTree(part);
  return {
    at(path) {
      const node = root && nodeAt(root, path);
      return node && { start: node.offset, end: node.offset + node.length };
    },
    pathAt: offset => (root ? valuePathAt(root, offset) : []),
  };
}

/** Returns a YAML value as JSON, the form that pages and exports show. */
function yamlValueIn(reading: PartReading, path: EnvelopeLocation['path']): string | undefined {
  reading.values ??= memoizeByVersion(MOST_PARTS);
  return reading.values(JSON.stringify(path), undefined, () => {
    const value = lookInto(parseJsonOrYaml(reading.part.text, 'yaml').value, path.map(String));
    return value === undefined ? undefined : JSON.stringify(value, undefined, 2);
  });
}

function valueIn(reading: PartReading, path: EnvelopeLocation['path']): string | undefined {
  reading.values ??= memoizeByVersion(MOST_PARTS);
  return reading.values(JSON.stringify(path), undefined, () => {
    return textAtPath(reading.part.text, path, spansOf(reading));
  });
}

function textIn({ lines }: TextFile, { start, end }: Range): string {
  if (start.line === end.line) return (lines[start.line] ?? '').slice(start.character, end.character);
  const between = lines.slice(start.line + 1, end.line);
  const first = (lines[start.line] ?? '').slice(start.character);
  return [first, ...between, (lines[end.line] ?? '').slice(0, end.character)].join('\n');
}

// Most lines have no problem: analysing each again for an export takes longer than the export. Only logs say how far they were checked.
function isFaultlessLine({ checkedTo, checks }: Partial<FileRecord> = {}, part: string): boolean {
  if (!checkedTo || checks?.[part]) return false;
  const line = lineIndexOf(part);
  return line !== undefined && line < checkedTo.line;
}

/** The data that the problems of a part depend on besides its text. */
interface PartProblemsOptions {
  context: Context;
  /** The file's record in the index. */
  record: FileRecord | undefined;
}

/** A problem at an offset in the text of its part. */
type PlacedProblem = Omit<EnvelopeProblem, 'path'> & { offset: number };

/** The problems that were found in the lines of logs. */
export interface FoundProblems {
  add(analysis: Analysis, firstLine: number): void;
  of(uri: string, part: string): readonly PlacedProblem[] | undefined;
}

/** Creates an empty collection, which `add` fills. */
export function foundProblems(): FoundProblems {
  const found = new Map<string, readonly PlacedProblem[]>();
  return {
    add({ file, parts }, firstLine) {
      for (const [line, own] of groupBy(parts, ({ part }) => part.map.at(0)?.line ?? 0)) {
        const [main] = own;
        const placed = main ? placedProblems(own, main.part) : [];
        if (placed.length > 0) found.set(`${file.uri} line ${firstLine + line + 1}`, placed);
      }
    },
    of: (uri, part) => found.get(`${uri} ${part}`),
  };
}

/**
 * Finds the problems in one part of a file without reading the rest of the file. Reports a problem in an embedded document at
 * the string that contains the document.
 */
function partProblems(uri: string, { text, oneLine, lang }: Part, inputs: PartProblemsOptions): PlacedProblem[] {
  const file = oneLine
    ? ({ uri, lang: 'jsonl', lines: [text], eol: '\n' } as const)
    : textFile(uri, lang === 'jsonc' || lang === 'yaml' ? lang : 'json', text);
  let { parts } = analyse(file, inputs.context).analysis;
  const kind = raisedKind(parts, inputs.record);
  if (kind) parts = analyse(file, { ...inputs.context, association: () => kind }).analysis.parts;
  const [main] = parts;
  if (!main) return [];
  return placedProblems(parts, main.part);
}

function placedProblems(parts: readonly AnalysedPart[], main: Part): PlacedProblem[] {
  return parts.flatMap(({ problems }) =>
    problems.map(({ severity, message, rule, part, span }) => {
      const offset = part === main ? span.start : offsetAt(main, positionAt(part, span.start));
      return { severity, message, rule, offset: offset ?? 0 };
    }),
  );
}

/** Returns the kind of a part that is maybe an envelope if the index has a sure envelope of its family in the same file. */
function raisedKind([main]: readonly AnalysedPart[], record: FileRecord | undefined) {
  const { kind, sure } = main?.recognition ?? {};
  if (!kind || sure || !record) return undefined;
  const family = familyOf({ kind: kind.id });
  return record.entries.some(entry => !entry.maybe && familyOf(entry) === family) ? kind : undefined;
}
