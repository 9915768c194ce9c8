import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RunIndex, runIndex } from '../../../server/src/runs/index/runIndex';
import { deserializeIndex, serializeIndex } from '../../../server/src/runs/index/storedIndex';
import { loadStore, saveStore } from '../../../server/src/workspace/indexStore';
import { eighth } from '../../kit/amount';
import { corpusRuns, sampleRuns } from '../../kit/realRuns';
import { temporaryFolder } from '../../kit/temporaryFolder';
import { noDigests } from '../../kit/titleDigests';

/** What a store gives back, all of it read. */
interface StoreContent {
  head: unknown;
  sections: unknown[][];
}

describe('a store of real runs', () => {
  test.each([
    ['the sample', sampleRuns],
    ['the corpus', corpusRuns],
  ])('gives back the index of %s', (_, runs) => {
    const { index } = runs();
    expect(restored(contentOf(index))).toEqual({ isThrownAway: false, told: toldBy(index) });
  });
});

// A store of the right version and the right hashes, that holds something else than what was stored.
describe('a store that was changed', () => {
  const { index } = sampleRuns();
  const content = contentOf(index);
  const fresh = toldBy(index);
  // Which sections there are is the store's own to say.
  const anyPlace = fc.constantFrom(...[...placesIn(content)].filter(place => place.length > 1));
  const anyOther = fc.constantFrom(...OTHERS);

  test("in a value's type is discarded, or gives the same index", () => {
    fc.assert(
      fc.property(anyPlace, anyOther, (place, other) => {
        const [before, after] = [valueAt(content, place), other].map(typeOf);
        // A step of a path is a name or a number.
        fc.pre(before !== after && !(place.at(-2) === 'path' && /^(?:string|number)$/.test(after ?? '')));
        const { isThrownAway, told } = restored(changedAt(content, place, () => [other]));
        if (!isThrownAway) expect(told).toEqual(fresh);
      }),
      { numRuns: RUNS },
    );
  });

  test('in any way never causes an exception', () => {
    const anyChange = fc.oneof(
      anyOther.map(other => () => [other]),
      fc.constantFrom<(value: unknown) => unknown[]>(
        () => [],
        value => [value, value],
        value => [[value]],
        value => [JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))],
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(anyPlace, anyChange), { minLength: 1, maxLength: 3 }), changes => {
        const changed = changes.reduce((before, [place, change]) => changedAt(before, place, change), content);
        expect(restored(changed).told).toEqual(expect.any(Array));
      }),
      { numRuns: RUNS },
    );
  });

  test('with missing, empty or extra sections is discarded', () => {
    const { head, sections } = content;
    for (const other of [[], sections.slice(1), [...sections, []], sections.map(() => [])]) {
      expect(restored({ head, sections: other }).isThrownAway).toBe(true);
    }
  });
});

const RUNS = eighth(300);
const OTHERS = [null, true, false, 7, -1, 0.5, 1e300, '', 'x', '__proto__', [], [[]], {}, { a: 1 }, 10n ** 30n, -1n];

function contentOf(index: RunIndex): StoreContent {
  return throughDisk(serializeIndex(index.stored()));
}

function throughDisk({ head, sections }: { head: unknown; sections: Parameters<typeof saveStore>[2]['sections'] }) {
  const place = temporaryFolder();
  try {
    saveStore(place.path, '1', { head, sections });
    const loaded = loadStore(place.path, '1');
    if (!loaded) throw new Error('nothing was stored');
    return { head: loaded.head, sections: loaded.sections.map(section => section.values()) };
  } finally {
    place.dispose();
  }
}

/** What an index tells that begins with a store; whether it says that this is to be thrown away, at the beginning or when it is read. */
function restored({ head, sections }: StoreContent): { isThrownAway: boolean; told: string[] } {
  let isThrownAway = false;
  const damaged = () => {
    isThrownAway = true;
  };
  const before = deserializeIndex({ head, sections: sections.map(values => ({ values: () => values })) }, damaged);
  if (!before) return { isThrownAway: true, told: [] };
  const told = toldBy(runIndex({ folders: () => ['file:///work'], before, digestsOf: noDigests }));
  return { isThrownAway, told };
}

/** All that an index tells of its runs, and of each file which steps are told there. */
function toldBy(index: RunIndex): string[] {
  const runs = index.runs().map(summary => {
    const run = index.run(summary.key);
    const steps = Array.from({ length: run?.summary.steps ?? 0 }, (_, at) => [run?.step(at), run?.children(at)]);
    return asText([summary, steps]);
  });
  const files = index.uris().map(uri => asText([uri, index.known(uri)?.size, index.stepsIn(uri)]));
  const again = serializeIndex(index.stored());
  return [...runs.sort(), ...files.sort(), String(again.sections.length)];
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'bigint') return String(one);
    // In whatever order properties came.
    return typeOf(one) === 'object'
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  });
}

type Place = readonly (string | number)[];

function* placesIn(value: unknown, place: Place = []): Generator<Place> {
  if (place.length > 0) yield place;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* placesIn(inner, [...place, Array.isArray(value) ? Number(key) : key]);
  }
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
}

/** The same with other values in place of one: none, another, or several in a list. Where the place is gone it stays as it is. */
function changedAt<T>(value: T, [key, ...rest]: Place, change: (value: unknown) => unknown[]): T {
  if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const inner = (value as Record<string | number, unknown>)[key];
  const others = rest.length === 0 ? change(inner) : [changedAt(inner, rest, change)];
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1, ...others) as T;
  const { [key]: _, ...left } = value as Record<string | number, unknown>;
  return { ...left, ...(others.length > 0 && { [key]: others[0] }) } as T;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
