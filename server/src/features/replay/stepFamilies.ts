import { identifier } from '../../families/drafts/createDraft';
import { familiesForReading } from '../../families/familiesForReading';
import { familiesWithIds, readFamily } from '../../families/familyOfKind';
import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import type { EnvelopeLocation, Step } from '../../model/run';
import { familyOf } from '../../runs/reading/fileRecord';
import type { EnvelopeAt } from '../../shared/replay/index';
import { type JsonSpans, jsonSpans } from '../../text/json/jsonSpans';
import { parseJsonDigits } from '../../text/json/losslessJson';
import { type ParsedJson, parseJson } from '../../text/json/parseJson';
import { atPointer } from '../../text/jsonPointer';
import { memoizeByVersion } from '../../text/memoize';
import type { CarriedContent, EnvelopeContent, EnvelopeReader, ReplayedRun } from './replayedRun';

/**
 * Returns the families (protocols and log formats) by which a step may have been read. Settings may allow only some of them for the file that
 * has the step's first envelope.
 */
export function stepFamilies(
  reader: Pick<EnvelopeReader, 'families'>,
  [first]: readonly EnvelopeLocation[],
): readonly Family[] {
  return (first && reader.families?.(first.uri)) ?? familiesForReading;
}

/** Returns the family that read a step, among those that apply to its envelopes. A shipped one says more than its built-in reader. */
export function stepFamily(families: readonly Family[], { kind }: Pick<Step, 'kind'>): Family | undefined {
  const named = families.filter(({ id }) => kind.startsWith(`${id}/`));
  const family = named.find(({ shipped }) => shipped) ?? named[0];
  return family && readFamily(family);
}

/** Finds the kind with an id, which may have a variant suffix (`family/kind:variant`); undefined if there is none. */
export function kindById(id: string, declared: readonly Family[] = []): Kind | undefined {
  return (
    KINDS.get(id) ??
    KINDS.get(id.replace(/:.*$/s, '')) ??
    familiesWithIds(declared, new Set([familyOf({ kind: id })]))
      .flatMap(family => family.kinds)
      .find(kind => kind.id === id)
  );
}

const KINDS: ReadonlyMap<string, Kind> = new Map(
  familiesForReading.flatMap(family => family.kinds.map((kind): [string, Kind] => [kind.id, kind])),
);

/**
 * Returns the contents of the files that a step wrote, by path, from its envelopes. Leaves out placeholders for omitted
 * content.
 */
export function carriedContents({ run, reader }: ReplayedRun, index: number): Map<string, string> {
  const step = run.step(index);
  const contents = new Map<string, string>();
  for (const location of step.envelopes) {
    for (const content of contentsIn(reader, step, location)) {
      if (!reader.isElided(content)) contents.set(content.path, content.content);
    }
  }
  return contents;
}

/** Returns all contents of files in an envelope of a step, including placeholders. */
export function contentsIn(
  reader: Pick<EnvelopeReader, 'text' | 'families'>,
  { kind, envelopes }: Step,
  location: EnvelopeLocation,
): CarriedContent[] {
  const family = familyOf({ kind });
  const kinds = familiesWithIds(stepFamilies(reader, envelopes), new Set([family])).flatMap(one => one.kinds);
  const carrying = kinds.filter(({ carries }) => carries);
  if (carrying.length === 0) return [];
  const { value } = parsedEnvelope(reader.text(location));
  return carrying.flatMap(each => contentsOf(each, value, location));
}

function contentsOf({ carries }: Kind, value: unknown, location: EnvelopeLocation): CarriedContent[] {
  const items = carries && atPointer(value, carries.items);
  if (carries?.content === undefined || !Array.isArray(items)) return [];
  const contents: CarriedContent[] = [];
  for (const [item, holder] of items.entries()) {
    const path = identifier(atPointer(holder, carries.path));
    const content = atPointer(holder, carries.content);
    if (path === undefined || typeof content !== 'string') continue;
    contents.push({ location, item, path, content, language: atPointer(holder, '/language') });
  }
  return contents;
}

/** Returns the location of a step's envelope by its index. Throws RangeError if there is no such step or envelope. */
export function envelopeLocation({ run }: Pick<ReplayedRun, 'run'>, { step, envelope }: EnvelopeAt): EnvelopeLocation {
  const found = run.step(step).envelopes[envelope];
  if (!found) throw new RangeError(`no source ${envelope} of step ${step} in ${run.summary.key}`);
  return found;
}

/**
 * Parses an envelope as far as its syntax allows, with all digits of its numbers; memoized for the last few texts. The value is
 * undefined for Markdown, and for an envelope that can't be read.
 */
export function parsedEnvelope(read: EnvelopeContent): ParsedJson {
  if ('fault' in read || read.lang === 'markdown') return { value: undefined };
  const { text, lang } = read;
  return PARSED(text, lang, () => {
    try {
      return { value: parseJsonDigits(text) };
    } catch {
      return parseJson(text, lang);
    }
  });
}

const PARSED = memoizeByVersion<ParsedJson>(4);

/** Returns the spans of a text's values; memoized for the last few texts. */
export function jsonSpansOf(text: string): JsonSpans {
  return SPANS(text, undefined, () => jsonSpans(text));
}

const SPANS = memoizeByVersion<JsonSpans>(4);
