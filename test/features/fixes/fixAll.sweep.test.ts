import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixAll } from '../../../server/src/features/fixes/fixAll';
import { applyChanges, fileText } from '../../../server/src/text/lines';
import { sixteenth } from '../../kit/amount';
import { analyseText, memoryFile } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { nearlyEnvelope } from '../../kit/arbitraries';
import { examples } from '../../kit/examples';
import { mutations } from '../../kit/mutations';
import { unsoundCombinedFixes } from '../../kit/soundFixes';
import { testContext } from '../../kit/testContext';

describe('of anything that is nearly an envelope', () => {
  const layouts = fc.constantFrom<[string, (value: unknown) => string]>(
    ['a.json', value => JSON.stringify(value, undefined, 2)],
    ['a.json', value => `${JSON.stringify([value, value], undefined, '\t')}\n`],
    ['a.jsonl', value => `${JSON.stringify(value)}\r\n\r\n${JSON.stringify(value)}`],
    ['a.md', value => `> \`\`\`json\n${JSON.stringify(value, undefined, 2).replace(/^/gm, '> ')}\n> \`\`\`\n`],
  );
  const broken = fc
    .constantFrom(...examples.filter(({ kind }) => !kind.readOnly))
    .chain(({ shape, value }) => fc.constantFrom(...mutations(shape.schema, value).map(mutation => mutation.value)));
  const twice = fc.tuple(broken, nearlyEnvelope).map(([one, two]) => ({ ...two, ...one }));

  test('the fixes are sound, come to an end, and touch nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(broken, nearlyEnvelope, twice), layouts, (value, [name, write]) => {
        const text = write(value);
        expect(unsoundCombinedFixes(name, text)).toEqual([]);
        const analysis = analyseText(name, text);
        const { changes, file, applied: done } = fixAll(analysis.file, testContext());
        if (done.length === 0) expect(changes).toEqual([]);
        // As a client applies them, and as the command line does.
        const after = applyEdits(
          text,
          changes.map(({ range, text: newText }) => ({ range, newText })),
        );
        expect(applyChanges(text, changes, file.eol)).toBe(after);
        expect(after).toBe(fileText(file));
        expect(memoryFile(name, after).lines).toHaveLength(file.lines.length);
        for (const { part } of analyseText(name, after).parts) if (part.text.trim() !== '') JSON.parse(part.text);
      }),
      { numRuns: sixteenth(150) },
    );
  });
});
