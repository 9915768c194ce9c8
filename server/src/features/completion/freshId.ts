import type { Analysis } from '../../model/analysis';
import { seenValues } from './seen';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A new id for a place where an id goes; none for ids that name something which is there already. */
export function freshId(format: string, analysis: Analysis): string | undefined {
  if (format === 'call-id') return `t_${random(10)}`;
  if (format === 'trace-decision-id') return `tr_${random(12)}`;
  if (format === 'message-id') return nextOf([...seenValues('message-id', analysis)], 'msg_');
  return undefined;
}

function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map(byte => LETTERS[byte % LETTERS.length]).join('');
}

// Messages are numbered in most logs: the next number, in as many digits.
function nextOf(seen: readonly string[], prefix: string): string {
  const numbered = seen.flatMap(id => /^(.*?)(\d+)$/.exec(id)?.slice(1, 3) ?? []);
  if (numbered.length === 0) return `${prefix}001`;
  const numbers = seen.map(id => Number(/(\d{1,15})$/.exec(id)?.[1] ?? 0));
  const [stem = prefix, digits = '000'] = numbered;
  return stem + String(Math.max(...numbers) + 1).padStart(digits.length, '0');
}
