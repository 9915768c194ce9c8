import { expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

test('an agent that failed, and goes on', () => {
  expectDrawnProblems(
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
  expect(expectFixesClear('agent-protocol/failed-but-proceeds', output(false, 'proceed'))).toEqual([
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
  expect(problemsIn(analyseText('a.json', output(success, recommendation)))).toEqual([]);
});
