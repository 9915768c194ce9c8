import { durationText } from '../../shared/durationText';
import { truncate } from '../../shared/truncate';
import { UNPRINTABLE } from '../../shared/unprintable';
import { escapeMarkdown } from '../../text/markdown/escapeMarkdown';

/** Text from a file as one safe line: without control, invisible or bidirectional characters. */
export function plain(text: string, most = 80): string {
  if (text.length <= most && PLAIN.test(text)) return text.trim();
  const flat = text
    .slice(0, most * 5)
    .replace(UNPRINTABLE, ' ')
    .trim();
  return truncate(flat, most);
}

// A fast path: nearly all texts are plain, and a tree shows many.
const PLAIN = /^[ -~]*$/;

/** A Markdown tooltip: a title with a list of facts below; undefined facts are left out. */
export function tooltip(title: string, ...facts: readonly (string | undefined)[]): string {
  const lines = facts.filter(fact => fact !== undefined);
  return [`**${escaped(title)}**`, ...(lines.length > 0 ? [lines.join('  \n')] : [])].join('\n\n');
}

/** A line of a tooltip; undefined if there is no value. */
export function fact(name: string, value: string | number | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : `${name}: ${escaped(String(value))}`;
}

/** A list of names for a tooltip, cut after `most`. */
export function listed(names: readonly string[], most = 10): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, most).map(name => plain(name, 40));
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}

function escaped(text: string): string {
  return escapeMarkdown(plain(text, 500));
}

/** A description of the truthy texts, separated by dots. */
export function described(...words: readonly (string | false | undefined)[]): { description?: string } {
  const description = words.filter(Boolean).join(' · ');
  return description === '' ? {} : { description };
}

/** `1 step`, `2 steps`. */
export function counted(count: number, one: string): string {
  return `${numberText(count)} ${one}${count === 1 ? '' : 's'}`;
}

export function numberText(count: number): string {
  return count < 1000 ? String(count) : NUMBERS.format(count);
}

// Shared, because creating one takes longer than everything else about a node.
const NUMBERS = new Intl.NumberFormat('en');

/** How long ago something was. Both times are in milliseconds since 1970. */
export function agoText(at: number, now: number): string {
  const ms = Math.round(now - at);
  if (Math.abs(ms) < 60_000) return 'just now';
  // The largest unit is precise enough.
  const text = durationText(BigInt(ms) * 1_000_000n).replace(/^(\d+ \w+) .*/, '$1');
  return ms > 0 ? `${text} ago` : `in ${text}`;
}
