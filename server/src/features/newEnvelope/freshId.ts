import { nextId } from '../../text/names/nextId';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A new id for a place where an id goes; none for ids that name something which is there already.
 *
 * @param seen the ids that stand in such places near it
 */
export function freshId(format: string, seen: () => Iterable<string>): string | undefined {
  if (format === 'call-id') return `t_${random(10)}`;
  if (format === 'trace-decision-id') return `tr_${random(12)}`;
  // Numbered in most logs.
  if (format === 'message-id') return nextId(seen(), 'msg_001');
  if (format === 'checkpoint-id') return nextId(seen(), 'cp_001');
  return undefined;
}

function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map(byte => LETTERS[byte % LETTERS.length]).join('');
}
