import type { Context } from '../analysis/analyse';
import { variantOf } from '../analysis/recognise';
import { familyOfKind } from '../families/familyOfKind';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Kind, Recognition, Variant } from '../model/kind';
import type { Draft } from '../model/run';
import { type FileRecord, familyOf, sureEntries } from '../runs/reading/fileRecord';
import { siblingFiles } from '../runs/runRules/siblingFiles';
import { addToList } from '../shared/arrays';
import { eachDeclared } from '../slots/schemaPaths';
import { isObject } from '../text/jsonPointer';
import { numberIn } from '../text/similarNames';

/** An envelope near the place where the user inserts a new one, which takes values such as ids from it. */
export interface NeighbourEnvelope {
  kind: Kind;
  variant: Variant;
  value: Record<string, unknown>;
  /** The envelope is before that position, in the same file. */
  isBefore: boolean;
  /** The envelope is in another file of the folder. */
  isBeside: boolean;
  /** The steps that the envelope describes. */
  drafts: readonly Draft[];
}

// Enough for nearly all files, without reading a log of a hundred thousand lines completely.
const MOST_NEAR = 2000;
const MOST_BESIDE = 500;

/**
 * Returns the envelopes near a position, nearest first: those before the position, those after it, then those in other files of the folder.
 * In a Markdown document envelopes are examples, so only those of the document are returned.
 *
 * @param at the line, and the present text there; the end of the file by default
 */
export function neighbourEnvelopes(
  analysis: Analysis,
  context: Context,
  { line, except }: { line: number; except?: AnalysedPart | undefined } = { line: Number.POSITIVE_INFINITY },
): NeighbourEnvelope[] {
  const before: AnalysedPart[] = [];
  const after: AnalysedPart[] = [];
  for (const one of analysis.parts) if (one !== except) (lineOf(one) < line ? before : after).push(one);
  const near = [...before.slice(-MOST_NEAR).toReversed(), ...after.slice(0, MOST_NEAR)].slice(0, MOST_NEAR);
  const own = near.map(one =>
    neighbour(one.recognition, one.value, { isBefore: lineOf(one) < line, isBeside: false }, context),
  );
  const beside = analysis.file.lang === 'markdown' ? [] : envelopesBeside(analysis.file.uri, context);
  return [...own, ...beside].filter(one => one !== undefined);
}

function lineOf({ part }: AnalysedPart): number {
  return part.map.at(0)?.line ?? 0;
}

function neighbour(
  recognition: Pick<Recognition, 'kind' | 'variant'> | undefined,
  value: unknown,
  place: Pick<NeighbourEnvelope, 'isBefore' | 'isBeside'>,
  context: Context,
): NeighbourEnvelope | undefined {
  if (!recognition || recognition.kind.fileNames || !isObject(value)) return undefined;
  const { kind, variant } = recognition;
  const family = familyOfKind(kind, context.families);
  let drafts: readonly Draft[] | undefined;
  return {
    kind,
    variant,
    value,
    ...place,
    get drafts() {
      drafts ??= family?.steps?.(value, kind) ?? [];
      return drafts;
    },
  };
}

function envelopesBeside(uri: string, context: Context): (NeighbourEnvelope | undefined)[] {
  const families = context.families.filter(({ kinds }) => kinds.some(({ readOnly }) => !readOnly));
  const kinds = new Map(families.flatMap(family => family.kinds).map(kind => [kind.id, kind]));
  const found: (NeighbourEnvelope | undefined)[] = [];
  for (const { record, valueIn } of siblingFiles(uri, context, families)?.files ?? []) {
    const parts = new Map(record.entries.filter(({ path }) => !path?.length).map(({ part, kind }) => [part, kind]));
    for (const [part, id] of [...parts].toReversed()) {
      if (found.length === MOST_BESIDE) return found;
      const [kind, value] = [kinds.get(id), valueIn(part)];
      const recognition = kind && { kind, variant: variantOf(kind, value) };
      found.push(neighbour(recognition, value, { isBefore: false, isBeside: true }, context));
    }
  }
  return found;
}

/** Returns a function that returns the neighbours' values of an `x-slot`, nearest first. */
export function valuesBySlot(near: () => readonly NeighbourEnvelope[]): (slot: string) => readonly string[] {
  let values: Map<string, string[]> | undefined;
  return slot => {
    values ??= collectValues(near());
    return values.get(slot) ?? [];
  };
}

function collectValues(near: readonly NeighbourEnvelope[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { variant, value } of near) {
    eachDeclared(variant.schema, value, (_, { 'x-slot': slot }, text) => {
      if (slot === undefined || typeof text !== 'string' || text === '') return;
      addToList(values, slot, text);
    });
  }
  return values;
}

interface SearchedIds {
  stem: string;
  /** The ids of the searched families. */
  families: readonly string[];
  isLeftOut(uri: string): boolean;
}

/** Returns the highest number behind a stem (`msg_`) in the ids of indexed envelopes; 0 if no id has the stem. */
export function lastNumber(records: Iterable<FileRecord>, { stem, families, isLeftOut }: SearchedIds): number {
  let last = 0;
  for (const record of records) {
    if (isLeftOut(record.uri)) continue;
    for (const entry of sureEntries(record)) {
      if (!entry.key?.startsWith(stem) || !families.includes(familyOf(entry))) continue;
      const number = numberIn(entry.key);
      if (number?.stem === stem) last = Math.max(last, Number(number.digits));
    }
  }
  return last;
}
