import { expect, test } from 'vitest';
import { runsEverything } from '../../kit/amount';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { allExamples } from '../../kit/examples';

const words = (key: string) => key.split('_');
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Spellings that a careless reader takes for the key. */
const SPELLINGS: readonly ((key: string) => string)[] = [
  key => words(key).reduce((all, word) => `${all}${capital(word)}`),
  key => words(key).map(capital).join(''),
  key => words(key).map(capital).join('_'),
  key => key.toUpperCase(),
  key => capital(key),
  key => words(key).join('-'),
  key => words(key).join('.'),
  key => `${key} `,
  key => `${key}\u200b`,
  key => `_${key}`,
  key => key.replace('o', 'о').replace('a', 'а').replace('e', 'е'),
];

const closed = allExamples.filter(({ kind, shape }) => !kind.readOnly && shape.schema.additionalProperties === false);

test('where a contract allows no further properties, a twin of a key is an error in each spelling', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { kind, value } of closed) {
    for (const key of Object.keys(value)) {
      for (const twin of new Set(SPELLINGS.map(spell => spell(key)))) {
        if (Object.hasOwn(value, twin)) continue;
        // Of the spellings in turn one of four: their number is none of four's, so each key has others.
        if (count++ % 4 > 0 && !runsEverything) continue;
        const text = JSON.stringify({ ...value, [twin]: value[key] });
        const errors = problemsIn(analyseText('a.json', text, { association: kind.id })).filter(
          ({ severity }) => severity === 'error',
        );
        if (errors.length !== 1) wrong.push(`${kind.id} ${twin}: ${errors.length} errors`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
