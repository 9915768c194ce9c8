import type { Family } from '../../../model/family';
import type { EnvelopeLocation, Step } from '../../../model/run';
import { familyOf } from '../../../runs/reading/fileRecord';
import { truncateJson } from '../../../text/json/truncateJson';
import { decodeUri } from '../../../text/uri/decodeUri';
import type { ReplayContext } from '../context/replayContext';
import { portableFamily } from './portableFamilies';
import { type PortableEnvelope, type PortableRun, type PortableStep, portableUri } from './portableFormat';

/** Puts a run together with what its files say, without where on a disk they lie. */
export function portableRun({ run, reader }: ReplayContext): PortableRun {
  const { folder: _folder, startedAt, endedAt, registry, ...summary } = run.summary;
  const files = placeFinder<string>();
  const envelopes: PortableEnvelope[] = [];
  const places = new Map<string, number>();
  let left = MOST_TEXT;
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

  function portableStep({
    index: _index,
    at,
    duration,
    problems,
    sources,
    copies: _copies,
    ...step
  }: Step): PortableStep {
    const isFlawed = problems.error + problems.warning + problems.info > 0;
    return {
      ...step,
      ...(at !== undefined && { at: String(at) }),
      ...(duration !== undefined && { duration: String(duration) }),
      sources: sources.map(placeOf),
      ...(isFlawed && { problems }),
    };
  }

  function placeOf(source: EnvelopeLocation): number {
    const name = `${source.uri}\0${source.part}\0${JSON.stringify(source.path)}`;
    const place = places.get(name) ?? envelopes.push(portableEnvelope(source)) - 1;
    places.set(name, place);
    return place;
  }

  function portableEnvelope(source: EnvelopeLocation): PortableEnvelope {
    const { error, warning, info } = summary.problems;
    // Most runs have none; to look for them takes long.
    const problems = error + warning + info > 0 ? reader.problems(source) : [];
    const range = reader.range(source);
    return {
      file: files.of(source.uri),
      part: source.part,
      path: source.path,
      ...textOf(source),
      ...(problems.length > 0 && { problems }),
      ...(range && { range }),
    };
  }

  function textOf(source: EnvelopeLocation): Pick<PortableEnvelope, 'text' | 'lang' | 'fault'> {
    const read = reader.text(source);
    // It may begin with what the file is called.
    if ('fault' in read) return { fault: read.fault.replace(reader.fileOf(source.uri), () => fileOf(source.uri)) };
    const text = truncateJson(read.text, LONGEST_TEXT);
    if (text === undefined || text.length > left) return { fault: LEFT_OUT };
    left -= text.length;
    return { text, lang: read.lang };
  }
}

/** The protocols that its files are read by, and that a file declares, as far as steps of it are theirs. */
function declaredIn(run: ReplayContext['run'], { families }: ReplayContext['reader']): Family[] {
  const declared = run.summary.files.flatMap(uri => families?.(uri).filter(({ isDeclared }) => isDeclared) ?? []);
  const here = new Map(declared.map(family => [family.id, family]));
  if (here.size === 0) return [];
  const told = new Set<string>();
  for (let index = 0; index < run.summary.steps; index++) told.add(familyOf(run.step(index)));
  return [...here.values()].filter(({ id }) => told.has(id));
}

/** What a file is called: of one that lies elsewhere its name alone. */
function insideName(path: string): string {
  const isUri = /^[a-z][a-z\d+.-]+:\/\//i.test(path);
  if (!isUri && !/^(?:\.\.)?[\\/]|^[a-z]:[\\/]/i.test(path)) return path;
  const name = path.slice(path.search(/[^\\/]*[\\/]*$/));
  if (!isUri) return name;
  return decodeUri(name);
}

/** In characters: of one envelope, and of all together. */
const LONGEST_TEXT = 256 * 1024;
const MOST_TEXT = 64 * 1024 * 1024;
const LEFT_OUT = 'This envelope was left out when the run was exported: with it the file would have become too large.';

function placeFinder<T>(): { of(one: T): number; all: T[] } {
  const places = new Map<T, number>();
  const all: T[] = [];
  return {
    all,
    of(one) {
      const place = places.get(one) ?? all.push(one) - 1;
      places.set(one, place);
      return place;
    },
  };
}
