import type { Family } from '../../../model/family';
import type { EnvelopeLocation, Step } from '../../../model/run';
import { familyOf } from '../../../runs/reading/fileRecord';
import { truncateJson } from '../../../text/json/truncateJson';
import { decodeUri } from '../../../text/uri/decodeUri';
import type { ReplayContext } from '../context/replayContext';
import { contentsIn } from '../envelope/carriedContents';
import { portableFamily } from './portableFamilies';
import { type PortableEnvelope, type PortableRun, type PortableStep, portableUri } from './portableFormat';

/** Packs a run with the contents of its files, without their locations on disk. */
export function portableRun({ run, reader }: ReplayContext): PortableRun {
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
    const { index: _index, at, duration, problems, sources, copies: _copies, ...step } = from;
    const isFlawed = problems.error + problems.warning + problems.info > 0;
    return {
      ...step,
      ...(at !== undefined && { at: String(at) }),
      ...(duration !== undefined && { duration: String(duration) }),
      sources: sources.map(source => placeOf(source, from)),
      ...(isFlawed && { problems }),
    };
  }

  function placeOf(source: EnvelopeLocation, step: Step): number {
    const name = `${source.uri}\0${source.part}\0${JSON.stringify(source.path)}`;
    const place = places.get(name) ?? envelopes.push(portableEnvelope(source, step)) - 1;
    places.set(name, place);
    return place;
  }

  function portableEnvelope(source: EnvelopeLocation, step: Step): PortableEnvelope {
    const { error, warning, info } = summary.problems;
    // Most runs have no problems, and finding them takes long.
    const problems = error + warning + info > 0 ? reader.problems(source) : [];
    const range = reader.range(source);
    const elided = contentsIn(reader, step, source).filter(reader.isElided);
    return {
      file: files.of(source.uri),
      part: source.part,
      path: source.path,
      ...textOf(source),
      ...(problems.length > 0 && { problems }),
      ...(range && { range }),
      ...(elided.length > 0 && { elided: elided.map(({ item }) => item) }),
    };
  }

  function textOf(source: EnvelopeLocation): Pick<PortableEnvelope, 'text' | 'lang' | 'fault'> {
    const read = reader.text(source);
    // The message may contain the file's path.
    if ('fault' in read) return { fault: read.fault.replace(reader.fileOf(source.uri), () => fileOf(source.uri)) };
    const text = truncateJson(read.text, LONGEST_TEXT);
    if (text === undefined || text.length > remainingText) return { fault: LEFT_OUT };
    remainingText -= text.length;
    return { text, lang: read.lang };
  }
}

/** The declared (not built-in) families that the run's steps belong to. */
function declaredIn(run: ReplayContext['run'], { families }: ReplayContext['reader']): Family[] {
  const declared = run.summary.files.flatMap(uri => families?.(uri).filter(({ isDeclared }) => isDeclared) ?? []);
  const here = new Map(declared.map(family => [family.id, family]));
  if (here.size === 0) return [];
  const used = new Set<string>();
  for (let index = 0; index < run.summary.steps; index++) used.add(familyOf(run.step(index)));
  return [...here.values()].filter(({ id }) => used.has(id));
}

/** A file's display name: its path, or only its base name if it is outside of the workspace. */
function insideName(path: string): string {
  const isUri = /^[a-z][a-z\d+.-]+:\/\//i.test(path);
  if (!isUri && !/^(?:\.\.)?[\\/]|^[a-z]:[\\/]/i.test(path)) return path;
  const name = path.slice(path.search(/[^\\/]*[\\/]*$/));
  if (!isUri) return name;
  return decodeUri(name);
}

/** Limits in characters: per envelope, and for all envelopes together. */
const LONGEST_TEXT = 256 * 1024;
const MOST_TEXT = 64 * 1024 * 1024;
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
