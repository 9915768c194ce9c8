import { expect, test } from 'vitest';
import { analysed, problemsIn } from '../../../kit/analysed';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

test('an agent that failed, and goes on', () => {
  check(
    'a.json',
    `
        { "success": false, "summary": "x", "artifacts": [], "recommendation": "proceed" }
      //                                                                       ^^^^^^^^^ agent-protocol/failed-but-proceeds warning: recommend to retry or to escalate
    `,
  );
});

const output = (success: unknown, recommendation: unknown) =>
  JSON.stringify({ success, summary: 'x', artifacts: [], recommendation });

test('its fixes', () => {
  expect(fixesClear('agent-protocol/failed-but-proceeds', output(false, 'proceed'))).toEqual([
    'Change to "retry"',
    'Change to "escalate"',
  ]);
});

test.each([
  [true, 'escalate'],
  [true, 'proceed'],
  [false, 'retry'],
  [false, 'escalate'],
])('success %s and %s go together', (success, recommendation) => {
  expect(problemsIn(analysed('a.json', output(success, recommendation)))).toEqual([]);
});
