import type { Finding } from '../model/rule';
import { isObject } from '../text/pointer';

/** Of what an agent returned by both protocols of workflows: it failed, and recommends by `key` to go on. */
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
