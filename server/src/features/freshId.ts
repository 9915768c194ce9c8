import { type LastNumber, nextId } from '../text/similarNames';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Generates an unused id in the given format. Undefined for other formats, such as those of properties that refer to an existing id.
 *
 * @param seen returns the ids that nearby envelopes define in this property
 * @param elsewhere finds the last used number in the rest of the workspace
 */
export function freshId(format: string, seen: () => Iterable<string>, elsewhere?: LastNumber): string | undefined {
  if (format === 'call-id') return `t_${random(10)}`;
  if (format === 'trace-decision-id') return `tr_${random(12)}`;
  // Most logs number their ids.
  if (format === 'message-id') return nextId(seen(), 'msg_001', elsewhere);
  if (format === 'checkpoint-id') return nextId(seen(), 'cp_001', elsewhere);
  return undefined;
}

function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map(byte => LETTERS[byte % LETTERS.length]).join('');
}
