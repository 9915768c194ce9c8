import { describe, expect, test } from 'vitest';
import { lensesOf, message } from './lensesOf';

describe('where there are too many', () => {
  test('there are no more than 200', () => {
    const lines = Array.from({ length: 300 }, (_, i) => message(`wf_${i}`, 'vision'));
    expect(lensesOf('log.jsonl', lines.join('\n'))).toHaveLength(200);
  });
});
