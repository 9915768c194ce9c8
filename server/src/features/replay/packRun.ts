import { defineFamily } from '../../families/defineFamily';
import { familiesForReading } from '../../families/familiesForReading';
import { familiesWithIds } from '../../families/familyOfKind';
import { declaredReader } from '../../families/mapping/declaredReader';
import type { Family } from '../../model/family';
import type { KindDeclaration } from '../../model/kind';
import type { EnvelopeLocation, Exchange, RunSummary, Step } from '../../model/run';
import type { Schema } from '../../model/schema';
import type { FileLang, Range } from '../../model/text';
import { familyOf } from '../../runs/reading/fileRecord';
import { decodeUri } from '../../text/decodeUri';
import { truncateJson } from '../../text/json/replaceJsonValues';
import { isObject } from '../../text/jsonPointer';
import type { EnvelopeProblem, ReplayedRun } from './replayedRun';
import { contentsIn } from './stepFamilies';
import { envelopeExchange } from './stepMessages';

/** Packs a workflow run and the contents of its files into one JSON value for an exported page, without the files' locations on disk. */
export function packRun({ run, reader }: ReplayedRun): PortableRun {
  const { folder: _folder, startedAt, endedAt, registry, ...summary } = run.summary;
  const files = placeFinder<string>();
  const envelopes: PortableEnvelope[] = [];
  const places = new Map<string, number>();
  let remainingText = MOST_TEXT;
  const steps: PortableStep[] = [];
  const protocols = declaredIn(run, reader).map(portableFamily);
  const uris = summary.files.map(uri => portableUri(files.of(uri)));
  for (let index = 0; index < summary.steps; index++) steps.push(portableStep(run.step(index)));
  return {
    version: 1,
    summary: {
      ...summary,
      key: `${summary.family} ${summary.id}`,
      folder: '',
      files: uris,
      ...(startedAt !== undefined && { startedAt: String(startedAt) }),
      ...(endedAt !== undefined && { endedAt: String(endedAt) }),
      ...(registry !== undefined && { registry: portableUri(files.of(registry)) }),
    },
    steps,
    envelopes,
    files: files.all.map(fileOf),
    ...(protocols.length > 0 && { protocols }),
  };

  function fileOf(uri: string): string {
    return insideName(reader.fileOf(uri));
  }

  function portableStep(from: Step): PortableStep {
    const { index: _index, at, duration, problems, envelopes: locations, copies: _copies, ...step } = from;
    const isFlawed = problems.error + problems.warning + problems.info > 0;
    return {
      ...step,
      ...(at !== undefined && { at: String(at) }),
      ...(duration !== undefined && { duration: String(duration) }),
      sources: locations.map(location => placeOf(location, from)),
      ...(locations.some(({ rule }) => rule !== undefined) && { rules: locations.map(({ rule }) => rule ?? null) }),
      ...saidOutside(from),
      ...(isFlawed && { problems }),
    };
  }

  /** What the envelopes of a step say in the rest of their parts: a page has only the envelopes. */
  function saidOutside({ kind, envelopes }: Step): Pick<PortableStep, 'said'> | undefined {
    const said = envelopes.map((location, envelope) => {
      if (location.path.length === 0) return null;
      const step = { kind, envelopes };
      const exchange = envelopeExchange(reader, step, envelope);
      const alone = { ...reader, text: (one: EnvelopeLocation) => (one === location ? reader.text(one) : ABSENT) };
      const json = JSON.stringify(exchange);
      if (!exchange || json === JSON.stringify(envelopeExchange(alone, step, envelope))) return null;
      const kept = truncateJson(json, LONGEST_TEXT);
      if (kept === undefined || kept.length > remainingText) return null;
      remainingText -= kept.length;
      return JSON.parse(kept) as Exchange;
    });
    return said.some(Boolean) ? { said } : undefined;
  }

  function placeOf(location: EnvelopeLocation, step: Step): number {
    const name = `${location.uri}\0${location.part}\0${JSON.stringify(location.path)}`;
    const place = places.get(name) ?? envelopes.push(portableEnvelope(location, step)) - 1;
    places.set(name, place);
    return place;
  }

  function portableEnvelope(location: EnvelopeLocation, step: Step): PortableEnvelope {
    const { error, warning, info } = summary.problems;
    // Most runs have no problems, and finding them takes long.
    const problems = error + warning + info > 0 ? reader.problems(location) : [];
    const range = reader.range(location);
    const elided = contentsIn(reader, step, location).filter(reader.isElided);
    return {
      file: files.of(location.uri),
      part: location.part,
      path: location.path,
      ...textOf(location),
      ...(problems.length > 0 && { problems }),
      ...(range && { range }),
      ...(elided.length > 0 && { elided: elided.map(({ item }) => item) }),
    };
  }

  function textOf(location: EnvelopeLocation): Pick<PortableEnvelope, 'text' | 'lang' | 'fault'> {
    const read = reader.text(location);
    // The message may contain the file's path.
    if ('fault' in read) return { fault: read.fault.replace(reader.fileOf(location.uri), () => fileOf(location.uri)) };
    const text = truncateJson(read.text, LONGEST_TEXT);
    if (text === undefined || text.length > remainingText) return { fault: LEFT_OUT };
    remainingText -= text.length;
    return { text, lang: read.lang };
  }
}

/** Returns the families of the run's steps that a workspace declares, without built-in families. */
function declaredIn(run: ReplayedRun['run'], { families }: ReplayedRun['reader']): Family[] {
  const declared = run.summary.files.flatMap(uri => families?.(uri).filter(({ isDeclared }) => isDeclared) ?? []);
  const here = new Map(declared.map(family => [family.id, family]));
  if (here.size === 0) return [];
  const used = new Set<string>();
  for (let index = 0; index < run.summary.steps; index++) used.add(familyOf(run.step(index)));
  return familiesWithIds([...here.values()], used);
}

/** Returns a file's display name: its path, or only its base name if it is outside of the workspace. */
function insideName(path: string): string {
  const isUri = /^[a-z][a-z\d+.-]+:\/\//i.test(path);
  if (!isUri && !/^(?:\.\.)?[\\/]|^[a-z]:[\\/]/i.test(path)) return path;
  const name = path.slice(path.search(/[^\\/]*[\\/]*$/));
  if (!isUri) return name;
  return decodeUri(name);
}

/** The maximum number of characters of an envelope, and of all envelopes together. */
const LONGEST_TEXT = 256 * 1024;
const MOST_TEXT = 64 * 1024 * 1024;
const ABSENT = { fault: '' };
const LEFT_OUT = 'This envelope was left out when the run was exported: with it the file would have become too large.';

function placeFinder<T>(): { of(item: T): number; all: T[] } {
  const places = new Map<T, number>();
  const all: T[] = [];
  return {
    all,
    of(item) {
      const place = places.get(item) ?? all.push(item) - 1;
      places.set(item, place);
      return place;
    },
  };
}

/** A run with everything that its replay needs, as JSON, independent of its files. Times are strings of nanoseconds. */
export interface PortableRun {
  version: 1;
  summary: Omit<RunSummary, 'startedAt' | 'endedAt'> & { startedAt?: string; endedAt?: string };
  /** The display names of the files. Their URIs are `run:/` and the index in this list. */
  files: string[];
  steps: PortableStep[];
  envelopes: PortableEnvelope[];
  /** The declared families of its envelopes. */
  protocols?: PortableFamily[];
}

/** A step, in run order. Its `sources`, as the file calls them, are indexes into the list of envelopes, which has each envelope once. */
export type PortableStep = Omit<Step, 'index' | 'at' | 'duration' | 'envelopes' | 'copies' | 'problems'> & {
  at?: string;
  duration?: string;
  sources: number[];
  /** The rules that read it from its sources. */
  rules?: (string | null)[];
  /** What the sources say where the text of a source alone does not tell. */
  said?: (Exchange | null)[];
  problems?: Step['problems'];
};

/** An envelope of a portable run: its place, its text, and its problems. */
export interface PortableEnvelope extends Pick<EnvelopeLocation, 'part' | 'path'> {
  /** Index into the list of files. */
  file: number;
  text?: string;
  lang?: Exclude<FileLang, 'jsonl' | 'yaml'>;
  /** The reason why there is no text. */
  fault?: string;
  problems?: readonly EnvelopeProblem[];
  range?: Range;
  /** The indexes of embedded files with elided content. A page lacks the dictionary to detect them. */
  elided?: number[];
}

/** Returns the URI of a portable run's file, by index. */
export function portableUri(file: number): string {
  return `run:/${file}`;
}

/** The id of the page element that contains the portable run. */
export const RUN_ELEMENT = 'run';

/** The portion of a declared family that an exported page needs to recognise envelopes and read their fields. */
interface PortableFamily extends Pick<Family, 'id' | 'title'> {
  /** The family's reference. */
  source: string;
  kinds: Record<
    string,
    Pick<KindDeclaration, 'schema' | 'signature' | 'fieldPointers' | 'side' | 'status' | 'carries' | 'steps'>
  >;
  readOnly?: boolean;
}

function portableFamily({ id, title, reference, kinds }: Family): PortableFamily {
  const own = kinds.map(({ id: kindId, title, schema, signature, fieldPointers, side, status, carries, steps }) => {
    const properties = expectedProperties(schema);
    const definition = {
      signature,
      fieldPointers,
      ...(side && { side }),
      ...(status && { status }),
      ...(carries && { carries }),
      ...(steps && { steps }),
    };
    return [kindId.slice(id.length + 1), { schema: { title, properties }, ...definition }] as const;
  });
  const readOnly = kinds.every(kind => kind.readOnly) && { readOnly: true };
  return { id, title, source: reference, kinds: Object.fromEntries(own), ...readOnly };
}

// The portion of a schema that recognition needs.
function expectedProperties({ properties = {} }: Schema, depth = 0): Record<string, Schema> {
  const names = Object.entries(properties).map(
    ([name, { type, enum: choices, properties: inner, additionalProperties }]) => {
      const members = inner && depth === 0 ? { properties: expectedProperties({ properties: inner }, 1) } : {};
      const kept: Schema = {
        ...(type !== undefined && { type }),
        ...(choices && { enum: choices }),
        ...members,
        ...(additionalProperties && { additionalProperties: true }),
      };
      return [name, kept] as const;
    },
  );
  return Object.fromEntries(names);
}

/** Returns all families of an exported page: built-in families, and families embedded in the page. */
export function withCarriedFamilies(carried: readonly PortableFamily[]): readonly Family[] {
  const declared = carried.map(({ id, title, source: reference, kinds, readOnly }) => {
    const own = Object.entries(kinds).filter(([, kind]) => isObject(kind));
    const withoutValidation = own.map(([name, kind]) => [name, { ...kind, validate: () => true }] as const);
    return defineFamily(id, {
      title,
      reference,
      kinds: Object.fromEntries(withoutValidation),
      ...declaredReader(own.map(([name, { steps }]) => ({ id: `${id}/${name}`, steps }))),
      isDeclared: true,
      ...(readOnly === true && { readOnly }),
    });
  });
  return declared.length === 0 ? familiesForReading : [...familiesForReading, ...declared];
}
