import { defineRule } from '../../../rules/defineRule';
import { atPointer, isObject } from '../../../text/pointer';
import { isMisspelt } from '../../misspeltKey';

export default defineRule({
  id: 'agent-io/recoverable-without-retry',
  severity: 'info',
  fix: 'adds `retry_after`',
  check({ value, kind }, report) {
    if (kind.id !== 'agent-io/response') return;
    const error = atPointer(value, '/error');
    if (!isObject(error) || error['recoverable'] !== true) return;
    const { retry_after: wait } = error;
    if ((wait !== undefined && wait !== null) || isMisspelt('retry_after', error)) return;
    const title = `Retry after ${USUAL} seconds`;
    report({
      path: ['error', 'recoverable'],
      message: '"recoverable" is true: say in "retry_after" how many seconds to wait before the next attempt.',
      fixes: [
        wait === null
          ? { title, do: 'set', path: ['error', 'retry_after'], value: USUAL }
          : { title, do: 'add', path: ['error'], key: 'retry_after', value: USUAL },
      ],
    });
  },
});

// The value in the contract's example.
const USUAL = 5;
