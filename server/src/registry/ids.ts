import type { PatternedKind } from '../model/registry';
import type { Span } from '../model/text';
import { memoizeByText } from '../text/memoize';

/** An id in a text. */
export interface FoundId extends Span {
  id: string;
  kind: PatternedKind;
}

/** The pattern of each kind of id, matched against a whole word. */
export const ID_PATTERNS: Readonly<Record<PatternedKind, RegExp>> = {
  gap: /^(?:G|GAP)(?:-[A-Z][A-Z0-9]{0,9})?-\d{1,9}$/,
  question: /^(?:Q-[SCPT]\d{1,9}|C\d{1,9}\.\d{1,9})$/,
  requirement: /^FR-\d{1,9}$/,
  checklist: /^CHK-?\d{1,9}$/,
  check: /^(?:SPEC|TC|MC|RES|MDL|CON|FIN)-\d{1,9}$/,
  task: /^T\d{3,9}$/,
  story: /^US-?\d{1,9}$/,
};

const KINDS = Object.entries(ID_PATTERNS) as [PatternedKind, RegExp][];

/** The kind of an id; undefined for any other word. */
export function idKind(word: string): PatternedKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(word))?.[0];
}

// A dot belongs to a word only if the word continues: `C2.1`, `T001.md`, but not at the end of a sentence.
const WORD = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*/gu;

const MAX_LENGTH = 40;

/** The ids in a text, in order. Excludes words in other scripts, file names and longer words that contain an id. */
export const idsIn = memoizeByText((text): readonly FoundId[] => {
  const found: FoundId[] = [];
  // An id ends in a digit.
  if (!/\d/.test(text)) return found;
  for (const match of text.matchAll(WORD)) {
    const span = trimPadding(match[0], match.index);
    const id = text.slice(span.start, span.end);
    const kind = id.length <= MAX_LENGTH ? idKind(id) : undefined;
    if (kind) found.push({ id, kind, ...span });
  }
  return found;
});

// Strips emphasis (`_G-001_`) and trailing dashes.
function trimPadding(word: string, from: number): Span {
  let start = 0;
  let end = word.length;
  while (start < end && isPadding(word[start])) start++;
  while (end > start && isPadding(word[end - 1])) end--;
  return { start: from + start, end: from + end };
}

function isPadding(char: string | undefined): boolean {
  return char === '_' || char === '-';
}

/** The canonical spelling of an id: `CHK-015` is `CHK015`, and `US-001` is `US1`. */
export function canonicalId(id: string): string {
  if (ID_PATTERNS.checklist.test(id)) return id.replace('-', '');
  if (ID_PATTERNS.story.test(id)) return `US${Number(id.replace(/^US-?/, ''))}`;
  return id;
}
