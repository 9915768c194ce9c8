import type { Finding } from '../model/rule';
import { isObject } from '../text/pointer';

/** Reports a failed result of either workflow protocol that recommends to proceed; `key` has the recommendation. */
export function failedButProceeds(value: unknown, key: 'recommendation' | 'next_recommendation'): Finding[] {
  if (!isObject(value) || value['success'] !== false || value[key] !== 'proceed') return [];
  const path = [key];
  return [
    {
      path,
      message: '"success" is false, but the recommendation is to proceed; recommend to retry or to escalate.',
      fixes: ['retry', 'escalate'].map(choice => ({
        title: `Change to "${choice}"`,
        do: 'set',
        path,
        value: choice,
      })),
    },
  ];
}
