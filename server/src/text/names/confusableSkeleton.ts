/**
 * A name as a careless reader takes it: without case, separators and what is invisible, and with Latin letters in place of
 * those that look like them. Two names that are alike are twins.
 */
export function confusableSkeleton(name: string): string {
  // Nearly all names are plain, and each key of each envelope is asked.
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
