/**
 * Normalises a text for comparing words: full-width letters become ASCII, all kinds of dots become `.`, letters of other alphabets that look
 * Latin become Latin letters in Latin words, and invisible characters are removed.
 */
export function normalizeText(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return text
    .replace(LINE_BREAKS, '\n')
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(DOTS, dots => '.'.repeat(Math.max(3, dots.length)))
    .replace(/[^\S\n\r]/g, ' ')
    .replace(WORD, toLatin);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/;
const LINE_BREAKS = /[\u0085\u2028\u2029]/g;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Several dots, or an ellipsis character, stand for text; a single middle dot only separates words.
const DOTS = /[⋯⋮⋰⋱︙᠁]+|[。・·•。∙⋅]{3,}/g;
const WORD = /[a-z\u0370-\u04ff]+/gi;

function toLatin(word: string): string {
  return /[a-z]/i.test(word) ? word.replace(/[\u0370-\u04ff]/g, letter => LOOKALIKES.get(letter) ?? letter) : word;
}

const FOREIGN = 'аеорсухіјѕһαορνιАВЕКМНОРСТХΑΒΕΗΙΚΜΝΟΡΤΧ';
const LATIN = 'aeopcyxijshaopviABEKMHOPCTXABEHIKMNOPTX';
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Array.from(FOREIGN, (letter, index) => [letter, LATIN[index] ?? letter]),
);
