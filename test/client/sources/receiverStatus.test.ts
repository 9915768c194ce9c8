import { expect, test } from 'vitest';
import { receiverStatus } from '../../../client/src/sources/receiverStatus';
import type { ReceiverState } from '../../../server/src/shared/lspExtensions';

const received = { spans: 1200, logRecords: 0, rejected: 0 };

test.each<[string, Partial<ReceiverState>, string | undefined, RegExp]>([
  ['nothing is received', { role: 'off' }, undefined, /^$/],
  ['it listens', { role: 'listens' }, 'Traces: 1,200 spans', /on 127\.0\.0\.1:4318: 1,200 spans so far/],
  [
    'there are logs, and faults in them',
    { role: 'listens', received: { spans: 1, logRecords: 2, rejected: 3 } },
    'Traces: 1 span',
    /1 span, 2 log records, 3 rejected so far/,
  ],
  ['another window listens', { role: 'follows' }, 'Traces', /Another window/],
  ['it starts', { role: 'waits' }, 'Traces', /^Starting/],
  ['the port is taken', { role: 'waits', fault: 'Port 4318 is taken by "x".' }, 'Traces', /taken by "x"\.$/],
])('the status bar shows that %s', (_, change, text, tooltip) => {
  const look = receiverStatus({ role: 'off', port: 4318, received, ...change });
  expect(look?.text).toBe(text);
  expect(look?.tooltip ?? '').toMatch(tooltip);
  expect(look?.isFault ?? false).toBe('fault' in change);
});
