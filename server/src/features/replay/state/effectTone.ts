import type { Effect } from '../../../model/run';
import { isOpenEffect } from '../../../runs/state/runHistory';
import type { Tone } from '../../../shared/replay';

/** The tone in which an effect is shown. */
export function effectTone(effect: Effect): Tone {
  switch (effect.do) {
    case 'write':
      return writeTone(effect.operation);
    case 'document':
      return DOCUMENTS.get(effect.status) ?? 'open';
    case 'gap':
    case 'question':
      return isOpenEffect(effect) ? 'open' : 'done';
    case 'result':
      return effect.ok ? 'good' : 'bad';
    case 'approval':
    case 'budget':
      return stateTone(effect.state);
    default:
      return 'plain';
  }
}

const DOCUMENTS: ReadonlyMap<string, Tone> = new Map([
  ['present', 'good'],
  ['absent', 'bad'],
  ['skipped_greenfield', 'done'],
  ['template', 'plain'],
]);

// Matches the protocols' words for file operations.
function writeTone(operation: string): Tone {
  if (/delet|remov|reject/i.test(operation)) return 'bad';
  if (/creat|new|add|appl|approv/i.test(operation)) return 'good';
  return 'plain';
}

function stateTone(state: string): Tone {
  if (/exceed|reject|den|timeout|timed|fail/i.test(state)) return 'bad';
  if (/request|pend|warn|wait|modif/i.test(state)) return 'open';
  if (/approv|receiv|grant|accept/i.test(state)) return 'good';
  return 'plain';
}
