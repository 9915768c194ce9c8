import fc from 'fast-check';
import { expect, test } from 'vitest';
import { incompleteObjects } from '../../../server/src/features/fixes/codeActions';
import { sixteenth } from '../../kit/amount';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { examples } from '../../kit/examples';
import { acted } from './completedObjects';

test('whatever is missing of whatever kind, in any layout, the result can be read and lacks it no more', () => {
  const judged = examples.filter(({ kind }) => !kind.readOnly);
  const torn = fc.constantFrom(...judged).chain(({ kind, value }) =>
    fc.shuffledSubarray(Object.keys(value)).map(keys => ({
      association: kind.id,
      value: Object.fromEntries(keys.map(key => [key, value[key]])),
    })),
  );
  fc.assert(
    fc.property(
      torn,
      fc.constantFrom(undefined, 2, '\t'),
      fc.boolean(),
      ({ association, value }, indent, takesSnippets) => {
        const json = JSON.stringify(value, undefined, indent);
        const text = `> - \`\`\`json\n>   ${json.replaceAll('\n', '\n>   ')}\n>   \`\`\`\n`;
        const before = analyseText('a.md', text, { association });
        const [lack] = incompleteObjects(before.parts.find(({ part }) => part.id !== 'root')?.problems ?? []);
        fc.pre(lack !== undefined && lack.path.length === 0 && lack.keys.length > 1);
        const after = acted('a.md', text, /^Add (both|all)/, takesSnippets, association).text;
        const left = problemsIn(analyseText('a.md', after, { association }));
        expect(left.filter(({ rule }) => /^syntax/.test(rule))).toEqual([]);
        const added = analyseText('a.md', after, { association }).parts.find(({ part }) => part.id !== 'root')
          ?.value as object;
        expect(added).toMatchObject(value);
        expect(Object.keys(added)).toEqual(expect.arrayContaining(lack?.keys ?? []));
      },
    ),
    { numRuns: sixteenth(150) },
  );
});
