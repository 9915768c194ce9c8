import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-io/recoverable-without-retry';
const RULES = [RULE];

test('an error to be tried again, nobody knows when', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true}}
      //                                                                                                                 ^^^^ agent-io/recoverable-without-retry info: how many seconds to wait
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_after": null}}
      //                                                                                                                 ^^^^ agent-io/recoverable-without-retry
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_after": 0}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": false}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": "true"}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_afer": 5}}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true}}',
    ),
  ).toEqual(['Retry after 5 seconds']);
  expect(
    expectFixesClear(
      RULE,
      '{"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_after": null}}',
    ),
  ).toEqual(['Retry after 5 seconds']);
});
