import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyRepairs, jsonRepairs } from '../../../server/src/features/fixes/jsonRepairs';
import { sixteenth } from '../../kit/amount';
import { anyCharacter } from '../../kit/anyCharacter';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { superlinearity } from '../../kit/timing';

const repaired = (text: string) => applyRepairs(text, jsonRepairs(text, 'json'));

/** Ways in which models write JSON: each leaves the texts and numbers as they are. */
const SLIPS: Record<string, (json: string) => string> = {
  'trailing commas': json => json.replace(/([^\s{[,])(\s*[}\]])/g, '$1,$2'),
  'text around': json => `Sure, here is what you asked for:\n\n\`\`\`json\n${json}\n\`\`\`\nIs that right?`,
  'a comment in front': json => `// from the model\n${json}`,
  'a comment behind': json => `${json}\n/* the end */`,
  'the last bracket is missing': json => json.replace(/\s*[}\]]\s*$/, ''),
};

describe('JSON that was written otherwise', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 });
  for (const [name, slip] of Object.entries(SLIPS)) {
    test(`reads as it was meant: ${name}`, () => {
      fc.assert(
        fc.property(object, value => {
          const json = JSON.stringify(value, undefined, 2);
          // What has braces in its strings may look like several answers.
          fc.pre(!/"[^"\n]*[{}[\]][^"\n]*"/.test(json));
          const text = slip(json);
          const after = repaired(text);
          if (after === text) return; // It is not touched where it can't be told what was meant.
          expect(JSON.parse(after)).toEqual(JSON.parse(json));
        }),
        { numRuns: sixteenth(300) },
      );
    });
  }
});

test('JSON is not changed', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(jsonRepairs(text, 'json')).toEqual([]);
    }),
    { numRuns: sixteenth(1000) },
  );
});

test('whatever comes out is JSON, with all texts of before in their order', () => {
  const pieces = fc.constantFrom(
    ...`{ } [ ] : , ' " \\ // /* */ # None true NaN a "b" 'c' 12 -1.5 … \n`.split(' '),
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 30 }).map(all => all.join('')),
        fc.string({ unit: anyCharacter }),
      ),
      text => {
        const repairs = jsonRepairs(text, 'json');
        if (repairs.length === 0) return;
        const after = applyRepairs(text, repairs);
        expect(() => JSON.parse(after)).not.toThrow();
        const removed = repairs.filter(
          ({ title }) => title.startsWith('Remove the comments') || title.includes('around'),
        );
        const kept = applyRepairs(text, removed);
        for (const [word] of kept.matchAll(/\b(?:b|c|12)\b/g)) expect(after).toContain(word);
      },
    ),
    { numRuns: sixteenth(2000) },
  );
});

test.skipIf(corpusMissing)('each file of the corpus that is JSON stays as it is', () => {
  for (const file of corpusFiles().filter(one => one.endsWith('.json'))) {
    const text = corpusText(file);
    const isJson = (() => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    })();
    if (isJson) expect(jsonRepairs(text, 'json'), file).toEqual([]);
  }
});

test.each<[string, (size: number) => string]>([
  ['quotes', size => '"\\'.repeat(size)],
  ['comments that do not end', size => '{/*'.repeat(size)],
  ['openings', size => 'x {'.repeat(size)],
  ['single quotes', size => `{${"'a': 'b', ".repeat(size)}}`],
  ['what meets nowhere', size => `{${'a b c d e " '.repeat(size)}}`],
])('takes no longer by the square of its length: %s', (_, make) => {
  const texts = new Map<number, string>();
  const run = (size: number) => {
    const text = texts.get(size) ?? make(size);
    texts.set(size, text);
    return jsonRepairs(text, 'json');
  };
  // 8 is the square.
  expect(superlinearity(run, 4000)).toBeLessThan(5);
});
