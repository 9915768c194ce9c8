import type { ConversionResult } from '../../../model/conversion';
import { isObject } from '../../../text/pointer';
import { ACTION, MODES, modeFor } from './modes';

/**
 * Converts an agent's input to a workflow agent's: the action becomes the mode. An action that is no mode is also kept
 * in the parameters; a plugin there returns to its own property. Inverse of `inputFromModeInput`.
 */
export function modeInputFromInput(value: Record<string, unknown>): ConversionResult | undefined {
  const { context, task } = value;
  if (!isObject(task) || typeof task['action'] !== 'string' || Object.hasOwn(task, 'mode')) return undefined;
  const notes: string[] = [];
  const { action, params: given, ...restOfTask } = task;
  const params = isObject(given) ? { ...given } : given;
  // The inverse conversion would mistake it for the action.
  if (isObject(params) && Object.hasOwn(params, ACTION)) return undefined;
  let mode = action;
  if (!MODES.has(action as string)) {
    if (!isObject(params)) return undefined;
    mode = modeFor(action as string);
    params[ACTION] = action;
    notes.push(`"${action}" is not a mode: it becomes "${mode}" here, and "task.params.${ACTION}" keeps the action.`);
  }
  const whole = isObject(context) ? { ...context } : context;
  if (isObject(whole) && !Object.hasOwn(whole, 'plugin')) {
    if (isObject(params) && typeof params['plugin'] === 'string') {
      whole['plugin'] = params['plugin'];
      delete params['plugin'];
    } else notes.push('An agent input does not say which "plugin" is at work: add it to "context".');
  }
  if (Object.hasOwn(value, 'prior_context'))
    notes.push('"prior_context" stays as it is: a workflow agent may not look at it.');
  return {
    value: {
      ...value,
      ...(context !== undefined && { context: whole }),
      task: { ...restOfTask, mode, ...(given !== undefined && { params }) },
    },
    notes,
  };
}
