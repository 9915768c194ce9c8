import { isObject } from '../../text/pointer';

/**
 * A value of a sample with the texts that the sample keeps apart: `attachment://…` stands for one of its attachments. Texts
 * beyond a limit stay references, since one attachment may be named very often.
 */
export function withAttachments(value: unknown, attachments: unknown): unknown {
  if (!isObject(attachments)) return value;
  let left = MOST_CHARACTERS;

  function resolved(here: unknown, depth: number): unknown {
    if (typeof here === 'string') return text(here);
    if (depth > DEEPEST) return here;
    if (Array.isArray(here)) return here.map(item => resolved(item, depth + 1));
    if (!isObject(here)) return here;
    return Object.fromEntries(Object.entries(here).map(([key, item]) => [key, resolved(item, depth + 1)]));
  }

  function text(reference: string): string {
    if (!reference.startsWith(PROTOCOL)) return reference;
    const id = reference.slice(PROTOCOL.length);
    const found = Object.hasOwn(attachments as object, id) ? (attachments as Record<string, unknown>)[id] : undefined;
    if (typeof found !== 'string' || found.length > left) return reference;
    left -= found.length;
    return found;
  }

  return resolved(value, 0);
}

/** The messages that ranges of places name, each with an end that is not part of it. */
export function messagesInRanges(ranges: unknown, pool: unknown): unknown[] {
  if (!Array.isArray(ranges) || !Array.isArray(pool)) return [];
  const messages: unknown[] = [];
  for (const range of ranges) {
    if (!Array.isArray(range) || messages.length >= MOST_MESSAGES) continue;
    const [start, end] = range.map(Number);
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || (start as number) < 0) continue;
    messages.push(...pool.slice(start, Math.min(end as number, (start as number) + MOST_MESSAGES)));
  }
  return messages.slice(0, MOST_MESSAGES);
}

const PROTOCOL = 'attachment://';
const DEEPEST = 40;
const MOST_CHARACTERS = 10_000_000;
const MOST_MESSAGES = 10_000;
