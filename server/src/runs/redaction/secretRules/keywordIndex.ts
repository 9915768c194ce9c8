/**
 * Selects the items that may occur in a text: those with a keyword in it, ignoring case. Visits each character once,
 * however many keywords there are.
 */
export function keywordIndex<T extends { keywords: readonly string[] }>(things: readonly T[]) {
  let table: Table<T> | undefined;
  return (text: string): ReadonlySet<T> => {
    table ??= tableOf(things);
    const { isBeginning, byBeginning } = table;
    let chosen: Set<T> | undefined;
    let beginning = 0;
    for (let at = 0; at < text.length; at++) {
      beginning = extended(beginning, text.charCodeAt(at));
      if (isBeginning[beginning] !== 1) continue;
      for (const { keyword, thing } of byBeginning.get(beginning) ?? []) {
        if (chosen?.has(thing)) continue;
        const start = at - Math.min(keyword.length, LENGTH) + 1;
        if (start >= 0 && text.slice(start, start + keyword.length).toLowerCase() === keyword)
          chosen = (chosen ?? new Set()).add(thing);
      }
    }
    return chosen ?? (NONE as ReadonlySet<T>);
  };
}

interface Table<T> {
  /** Indexed by a hash of a keyword's first characters. */
  isBeginning: Uint8Array;
  byBeginning: Map<number, { keyword: string; thing: T }[]>;
}

const NONE: ReadonlySet<unknown> = new Set();
/** The number of leading characters that are hashed. */
const LENGTH = 3;
/** By which each character moves those before it. */
const BITS = 5;
const SIZE = 2 ** (BITS * LENGTH);

function extended(beginning: number, code: number): number {
  return ((beginning << BITS) ^ (code >= 65 && code <= 90 ? code + 32 : code)) & (SIZE - 1);
}

function tableOf<T extends { keywords: readonly string[] }>(things: readonly T[]): Table<T> {
  const table: Table<T> = { isBeginning: new Uint8Array(SIZE), byBeginning: new Map() };
  for (const thing of things) for (const keyword of thing.keywords) addKeyword(table, keyword, thing);
  return table;
}

// After three characters earlier ones no longer affect the hash, after fewer they do: all possible predecessors are
// entered.
function addKeyword<T>({ isBeginning, byBeginning }: Table<T>, keyword: string, thing: T): void {
  const codes = [...keyword.slice(0, LENGTH)].map(char => char.charCodeAt(0));
  const seeds = codes.length < LENGTH ? Array.from({ length: SIZE >> (BITS * codes.length) }, (_, seed) => seed) : [0];
  for (const seed of seeds) {
    const beginning = codes.reduce(extended, seed);
    isBeginning[beginning] = 1;
    const known = byBeginning.get(beginning);
    if (known) known.push({ keyword, thing });
    else byBeginning.set(beginning, [{ keyword, thing }]);
  }
}
