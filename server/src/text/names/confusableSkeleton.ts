/**
 * A name as a careless reader perceives it: without case, separators and invisible characters, and with Latin letters
 * for their lookalikes. Names with equal skeletons are confusable.
 */
export function confusableSkeleton(name: string): string {
  // Fast path, called for each key of each envelope: nearly all names are plain.
  if (PLAIN.test(name)) return name;
  const bare = name
    .normalize('NFKD')
    .replace(/[\p{C}\p{M}\p{Z}_.-]/gu, '')
    .toLowerCase();
  return bare.replace(/[^\0-\x7f]/gu, letter => LATIN.get(letter) ?? letter);
}

const PLAIN = /^[a-z0-9]*$/;

const LATIN: ReadonlyMap<string, string> = new Map(
  [
    ['аɑαａ', 'a'],
    ['ЬьƄ', 'b'],
    ['сϲ', 'c'],
    ['ԁ', 'd'],
    ['еєε', 'e'],
    ['ց', 'g'],
    ['һн', 'h'],
    ['іıιӏ', 'i'],
    ['јϳ', 'j'],
    ['кκ', 'k'],
    ['ⅼ', 'l'],
    ['м', 'm'],
    ['пո', 'n'],
    ['оοσօ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υս', 'u'],
    ['ѵν', 'v'],
    ['ԝω', 'w'],
    ['хχ', 'x'],
    ['уүγ', 'y'],
    ['ᴢ', 'z'],
  ].flatMap(([letters = '', latin = '']) => [...letters].map(letter => [letter, latin] as const)),
);
