import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChecker } from '../../server/src/features/fixes/checkAndFixFiles';
import { isObject } from '../../server/src/text/jsonPointer';
import { sixteenth } from '../kit/amount';
import { kindById, testContext } from '../kit/testContext';

const context = { ...testContext({ files: ['README.md'] }), demanded: kindById('agent-protocol/output') };
const check = createChecker({ contextOf: () => context });

const good =
  '{"success":true,"summary":"Done.","artifacts":[{"path":"a.md","operation":"create","content":"# A"}],"recommendation":"proceed"}';

/** What slips into a text, or is made to. */
const PIECES = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '/*', '*/', '//', '#', "'", '...', 'x', '\0', '\t'],
  ...['\u00a0', '\ufeff', '\u2028', '\\u0022', 'null', '7', '{}', '[]', '""', '"a":1', ',"path":"/x"', '```'],
  ...[good, `[${good}]`, `,${good}`],
];

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(6),
  put: fc.constantFrom('', ...PIECES),
});
const changed = fc
  .tuple(fc.constantFrom(good, `[${good}]`, `[${good},${good}]`), fc.array(change, { minLength: 1, maxLength: 3 }))
  .map(([text, changes]): string =>
    changes.reduce<string>((now, { at, cut, put }) => {
      const start = Math.floor(at * now.length);
      return now.slice(0, start) + put + now.slice(start + (put === '' ? cut + 1 : 0));
    }, text),
  );

test('whatever becomes of a text, what goes through is one output or an array of them', () => {
  let through = 0;
  fc.assert(
    fc.property(changed, text => {
      const { parts, problems } = check({ uri: 'file:///work/output.json', path: 'output.json', text });
      if (parts.length === 0 || problems.some(({ severity }) => severity === 'error')) return;
      through++;
      const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
      const outputs = Array.isArray(value) ? value : [value];
      expect(outputs).not.toEqual([]);
      for (const output of outputs) expect(isOutput(output), text).toBe(true);
    }),
    { numRuns: sixteenth(6000), seed: 13 },
  );
  // Some of it does: a change within a text is none of the checks' business.
  expect(through).toBeGreaterThan(sixteenth(100));
});

/** By hand, without a schema. */
function isOutput(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { success, summary, artifacts, recommendation } = value;
  return (
    typeof success === 'boolean' &&
    typeof summary === 'string' &&
    ['proceed', 'retry', 'escalate'].includes(String(recommendation)) &&
    Array.isArray(artifacts) &&
    artifacts.every(isArtifact)
  );
}

function isArtifact(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { path, operation, content } = value;
  const isOperation = operation === 'create' || operation === 'update';
  return typeof path === 'string' && !/^[/\\]|\.\./.test(path) && isOperation && typeof content === 'string';
}
