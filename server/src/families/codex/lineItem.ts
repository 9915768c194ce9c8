import { isObject } from '../../text/pointer';

/** What a line of Codex says, whichever of its programs wrote it. */
export interface LineItem {
  type: string;
  payload: Record<string, unknown>;
}

/**
 * The type and content of a line. Rollouts wrap their items since September 2025; before, an item was a line, and the session the
 * first one. `codex exec --json` prints events: those of items are read as these.
 */
export function lineItem(line: Record<string, unknown>): LineItem {
  const { type, payload, item } = line;
  if (isObject(payload)) return { type: typeof type === 'string' ? type : '', payload };
  if (typeof type !== 'string') {
    return { type: line['instructions'] === undefined ? '' : 'session_meta', payload: line };
  }
  if (isObject(item)) return { type: 'exec_item', payload: { ...item, event: type } };
  return EXEC_EVENT.test(type) ? { type, payload: line } : { type: 'response_item', payload: line };
}

const EXEC_EVENT = /^(?:thread|turn|item)\.|^error$/;
