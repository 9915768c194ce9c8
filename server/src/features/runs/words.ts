import { durationText } from '../../shared/durationText';
import { truncate } from '../../shared/truncate';
import { escapeMarkdown } from '../../text/markdown/escapeMarkdown';

/** Text of a file as one line to be shown: nothing in it hides, breaks or turns what stands beside it. */
export function plain(text: string, most = 80): string {
  if (text.length <= most && PLAIN.test(text)) return text.trim();
  const flat = text
    .slice(0, most * 5)
    .replace(BLANKS, ' ')
    .trim();
  return truncate(flat, most);
}

// Nearly all texts are, and a tree of them has many.
const PLAIN = /^[ -~]*$/;
// Controls, halves of surrogate pairs, and what has no width or changes the direction of writing.
const BLANKS = /[\s\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2060-\u206F\uFEFF]+/gu;

/** A tooltip in Markdown: a title and below it facts, of which those that there are none of are left out. */
export function tooltip(title: string, ...facts: readonly (string | undefined)[]): string {
  const lines = facts.filter(fact => fact !== undefined);
  return [`**${escaped(title)}**`, ...(lines.length > 0 ? [lines.join('  \n')] : [])].join('\n\n');
}

/** A line of a tooltip; undefined where there is nothing to say. */
export function fact(name: string, value: string | number | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : `${name}: ${escaped(String(value))}`;
}

/** Names for a tooltip, which may be many. */
export function listed(names: readonly string[], most = 10): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, most).map(name => plain(name, 40));
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}

function escaped(text: string): string {
  return escapeMarkdown(plain(text, 500));
}

/** What is told of something besides its name, parted by dots. */
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

// One for all: to make one takes longer than all else that a node needs.
const NUMBERS = new Intl.NumberFormat('en');

/** How long ago something was; both in milliseconds since 1970. */
export function agoText(at: number, now: number): string {
  const ms = Math.round(now - at);
  if (Math.abs(ms) < 60_000) return 'just now';
  // To the hour, or the minute, is near enough.
  const text = durationText(BigInt(ms) * 1_000_000n).replace(/^(\d+ \w+) .*/, '$1');
  return ms > 0 ? `${text} ago` : `in ${text}`;
}
