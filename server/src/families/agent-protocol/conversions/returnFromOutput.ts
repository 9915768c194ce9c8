import type { ConversionResult } from '../../../model/conversion';
import { isObject } from '../../../text/pointer';

/**
 * Converts an agent's output to an artifact return, which allows additional properties: the summary becomes the message
 * or the error, and the notes are kept. `outputFromReturn` restores the same output.
 */
export function returnFromOutput(value: Record<string, unknown>): ConversionResult | undefined {
  const { success, summary, artifacts, recommendation, state_updates: updates, ...others } = value;
  if (Object.hasOwn(others, 'next_recommendation')) return undefined;
  const notes: string[] = [];
  const name = ['message', 'error', 'result'].some(key => Object.hasOwn(others, key))
    ? 'summary'
    : success === false
      ? 'error'
      : 'message';
  const isText = typeof summary === 'string' && /\S/.test(summary);
  if (isText && name !== 'summary') notes.push(`The summary is the return's "${name}".`);
  if (Object.hasOwn(others, 'notes'))
    notes.push('"notes" are kept as they are: move what changes the state to "state_updates".');
  return {
    value: {
      ...(success !== undefined && { success }),
      ...(summary !== undefined && { [isText ? name : 'summary']: summary }),
      ...others,
      ...(artifacts !== undefined && { artifacts: overwritten(artifacts) }),
      state_updates: updates ?? {},
      ...(recommendation !== undefined && { next_recommendation: recommendation }),
    },
    notes,
  };
}

function overwritten(artifacts: unknown): unknown {
  if (!Array.isArray(artifacts)) return artifacts;
  return artifacts.map(one => {
    if (!isObject(one) || typeof one['operation'] !== 'string') return one;
    const operation = one['operation'].replace(/\bupdate\b/g, 'overwrite');
    return operation === one['operation'] ? one : { ...one, operation };
  });
}
