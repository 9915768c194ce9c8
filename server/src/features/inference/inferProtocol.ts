import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isTooLarge, type RawSchema } from '../../slots/subschemas';
import { formatPointer, isObject } from '../../text/jsonPointer';
import { snakeCaseName } from '../../text/snakeCaseName';
import { groupSamples, type Sample, type SampleGroup } from './groupSamples';
import { guessList, type NoteGuess, type Support } from './guessList';
import { findPairs, findRunNames, inferFields } from './inferFields';
import { inferOrder } from './inferOrder';
import { inferSchema } from './inferSchema';
import { inferSignature } from './inferSignature';
import { LEVELS, type Profile, profileValues } from './profileValues';

/** The parameters of `inferProtocol`, which infers the declaration of a protocol from sample envelopes. */
export interface InferProtocolOptions {
  /** The id for the protocol that is inferred from sample envelopes. */
  id: string;
}

/** The declaration of a protocol that was inferred from sample envelopes, with the evidence for each guess. */
export interface InferredProtocol {
  /** The content of a `*.agent-protocol.json` file. */
  declaration: Record<string, unknown>;
  support: Support;
  /** The number of samples of each kind. */
  counts: ReadonlyMap<string, number>;
}

/**
 * Infers the declaration of a protocol from its envelopes. All samples fulfil it, except that a property may become required if nearly all
 * of many samples have it. Never throws, whatever the values.
 */
export function inferProtocol(samples: readonly Sample[], { id }: InferProtocolOptions): InferredProtocol {
  const { support, note } = guessList();
  const used = thinOut(samples, MAX_SAMPLES);
  const groups = groupSamples(used);
  const usable = groups.map(group => {
    const path = ['kinds', group.name];
    note(path, { seen: group.samples.length, of: used.length, note: group.reason });
    return { group, path, ...usableSchema(group, [...path, 'schema'], note) };
  });
  const runs = findRunNames(usable.map(({ profile }) => profile));
  const kinds = usable.map(({ group, path, profile, schema }) => {
    const { signature, note: told, isSure } = inferSignature(schema, profile);
    const of = group.samples.length;
    note([...path, 'signature'], { seen: isSure ? of : 0, of, note: told });
    return { ...group, profile, schema, signature, ...inferFields(profile, path, note, runs) };
  });
  const positions = new Map(used.map((sample, at) => [sample, at]));
  for (const { ask, answer, seen, of } of findPairs(kinds, positions)) {
    for (const [side, { kind, pointer }] of Object.entries({ ask, answer })) {
      const one = kinds.find(({ name }) => name === kind);
      if (!one) continue;
      Object.assign(one, { side });
      one.tells.pair = [pointer];
      note(['kinds', kind, 'side'], {
        seen,
        of,
        note: t`${pointer} is the ${ask.kind === kind ? answer.kind : ask.kind}'s, too`,
      });
    }
  }
  const kindNames = new Map(kinds.flatMap(({ name, samples: own }) => own.map(one => [one, name] as const)));
  const order = inferOrder({
    kinds: kinds.map(({ name, profile, tells }) => ({ name, keys: sharedIds(profile), run: tells.run ?? [] })),
    // In a thinned-out log, the next sample is not the next envelope.
    samples: used.length === samples.length ? used : [],
    kindOf: sample => kindNames.get(sample),
  });
  if (order) note(['order', 0], { seen: order.seen, of: order.seen, note: order.note });
  const words = groups.flatMap(({ toldBy }) => (toldBy ? [formatPointer(toldBy.path)] : []));
  return {
    declaration: {
      id,
      title: titleOf(id),
      ...(words.length > 1 && words.every(word => word === words[0]) && { tellBy: words[0] }),
      kinds: Object.fromEntries(
        kinds.map(({ name, schema, signature, tells, status, ...kind }) => [
          name,
          {
            title: titleOf(name),
            ...('side' in kind && { side: kind.side }),
            schema,
            ...(signature && { signature }),
            ...(Object.keys(tells).length > 0 && { tells: single(tells) }),
            ...(status && { status }),
          },
        ]),
      ),
      ...(order && { order: [order.clause] }),
    },
    support,
    counts: new Map(kinds.map(({ name, samples: own }) => [name, own.length])),
  };
}

const MAX_SAMPLES = 5000;

/** Infers a schema of usable size. For values with very many properties, it describes fewer levels. */
function usableSchema(
  { samples, toldBy }: SampleGroup,
  path: Path,
  note: NoteGuess,
): { profile: Profile; schema: RawSchema } {
  const values = samples.map(({ value }) => value);
  for (let levels = LEVELS; ; levels--) {
    const profile = profileValues(values, levels);
    const schema = withWord(inferSchema(profile, { path, note: () => undefined, isRoot: true }), toldBy);
    if (levels > 1 && (isTooLarge(schema) || JSON.stringify(schema).length > MAX_LENGTH)) continue;
    inferSchema(profile, { path, note, isRoot: true });
    return { profile, schema };
  }
}

const MAX_LENGTH = 300_000;

/** Reduces a list to at most `most` elements: takes contiguous stretches from all of it, so that neighbours stay together. */
export function thinOut<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const count = Math.max(2, Math.floor(most / STRETCH));
  const step = (all.length - STRETCH) / (count - 1);
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor(at * step);
    return all.slice(start, start + STRETCH);
  }).flat();
}

const STRETCH = 100;

/** Returns the schema of a kind with the value of its distinguishing property as a constant. */
function withWord(schema: RawSchema, toldBy: SampleGroup['toldBy']): RawSchema {
  if (!toldBy) return schema;
  const [key = '', ...rest] = toldBy.path;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const own = isObject(properties[key]) ? properties[key] : {};
  const { enum: _, format: __, ...plain } = own;
  const inner =
    rest.length > 0 ? withWord(own, { path: rest, is: toldBy.is }) : { ...plain, type: 'string', const: toldBy.is };
  return { ...schema, properties: { ...properties, [key]: inner } };
}

/** Returns pointers to id properties at the root. Equal ids make a sequence. */
function sharedIds({ properties }: Profile): string[] {
  return [...(properties ?? [])]
    .filter(
      ([key, { values }]) => /(?:^|_)id$/.test(snakeCaseName(key)) && values.every(one => typeof one === 'string'),
    )
    .map(([key]) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function single(tells: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(tells).map(([field, pointers]) => [
      field,
      pointers.length === 1 ? (pointers[0] as string) : pointers,
    ]),
  );
}

/** Converts a name to a title: `task-created` to "Task Created". */
function titleOf(name: string): string {
  const words = name.split(/[-._]+/).filter(word => word !== '');
  return words.map(word => word[0]?.toUpperCase() + word.slice(1)).join(' ') || name;
}
