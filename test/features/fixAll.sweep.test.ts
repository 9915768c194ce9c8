import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixAll } from '../../server/src/features/fixAll';
import { textOf, withChanges } from '../../server/src/text/lines';
import { analysed, fileOf } from '../kit/analysed';
import { applied } from '../kit/applied';
import { nearlyEnvelope } from '../kit/arbitraries';
import { contextOf } from '../kit/context';
import { examples } from '../kit/examples';
import { mutations } from '../kit/mutations';
import { unsoundTogether } from '../kit/soundFixes';

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
        expect(unsoundTogether(name, text)).toEqual([]);
        const analysis = analysed(name, text);
        const { changes, file, applied: done } = fixAll(analysis.file, contextOf());
        if (done.length === 0) expect(changes).toEqual([]);
        // As a client applies them, and as the command line does.
        const after = applied(
          text,
          changes.map(({ range, text: newText }) => ({ range, newText })),
        );
        expect(withChanges(text, changes, file.eol)).toBe(after);
        expect(after).toBe(textOf(file));
        expect(fileOf(name, after).lines).toHaveLength(file.lines.length);
        for (const { part } of analysed(name, after).parts) if (part.text.trim() !== '') JSON.parse(part.text);
      }),
      { numRuns: 150 },
    );
  });
});
