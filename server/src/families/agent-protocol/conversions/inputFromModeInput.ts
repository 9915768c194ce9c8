import type { ConversionResult } from '../../../model/conversion';
import { isObject } from '../../../text/pointer';
import { ACTION, MODES } from './modes';

/**
 * Converts a workflow agent's input to an agent's input: the mode becomes the action. A plugin has no counterpart, so
 * it goes into the parameters of the task, which may hold anything.
 */
export function inputFromModeInput(value: Record<string, unknown>): ConversionResult | undefined {
  const { context } = value;
  if (!isObject(value['task']) || !Object.hasOwn(value['task'], 'mode')) return undefined;
  const { mode, action: own, params: given = {}, ...more } = value['task'];
  const params = isObject(given) ? { ...given } : given;
  const left: Left[] = [];
  if (own !== undefined && own !== mode)
    left.push({ name: 'mode', value: mode, of: more, because: `"action" says ${JSON.stringify(own)} already` });
  const around = isObject(context) ? { ...context } : {};
  if (Object.hasOwn(around, 'plugin'))
    left.push({ name: 'plugin', value: around['plugin'], of: around, because: 'an agent input has no "plugin"' });
  const action = own ?? keptAction(params) ?? mode;
  const notes = left.map(one => moved(one, params));
  return {
    value: { ...value, ...(isObject(context) && { context: around }), task: { ...more, action, params } },
    notes,
  };
}

/** The action that `modeInputFromInput` kept, if it did. */
function keptAction(params: unknown): unknown {
  const action = isObject(params) ? params[ACTION] : undefined;
  if (!isObject(params) || typeof action !== 'string' || MODES.has(action)) return undefined;
  delete params[ACTION];
  return action;
}

/** A property for which an agent's input has no place. */
interface Left {
  name: string;
  value: unknown;
  /** The object that keeps it where the parameters can't. */
  of: Record<string, unknown>;
  because: string;
}

function moved({ name, value, of, because }: Left, params: unknown): string {
  if (!isObject(params) || Object.hasOwn(params, name)) {
    of[name] = value;
    return `"${name}" stays where it is: ${because}, and "params" can't take it.`;
  }
  params[name] = value;
  delete of[name];
  return `"${name}" is in "task.params" now: ${because}.`;
}
