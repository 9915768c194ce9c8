import { expect, test } from 'vitest';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

const RULE = 'agent-io/recoverable-without-retry';
const RULES = [RULE];

test('an error to be tried again, nobody knows when', () => {
  check(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true}}
      //                                                                                                                 ^^^^ agent-io/recoverable-without-retry info: how many seconds to wait
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_after": null}}
      //                                                                                                                 ^^^^ agent-io/recoverable-without-retry
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_after": 0}}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": false}}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": "true"}}
    `,
    {},
    RULES,
  );
  check(
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
    fixesClear(
      RULE,
      '{"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true}}',
    ),
  ).toEqual(['Retry after 5 seconds']);
  expect(
    fixesClear(
      RULE,
      '{"status": "error", "metadata": {"trace_id": "t"}, "error": {"type": "network", "message": "503", "recoverable": true, "retry_after": null}}',
    ),
  ).toEqual(['Retry after 5 seconds']);
});
