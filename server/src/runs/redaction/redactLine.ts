import type { CoveredTexts } from './redactor';

/**
 * Redacts a line that quotes a document, such as the title of a step. Replaces each text that was redacted in the document, even if only
 * the beginning or the end of the text is left because the line was truncated.
 */
export function redactLine(line: string, { whole, cut }: CoveredTexts): string {
  let result = line;
  for (const [before, after] of whole) {
    if (before === '' || after === '') continue;
    if (result === before) return after;
    result = withoutOne(result, before, after);
  }
  if (!CUT.test(result)) return result;
  const covered = [...whole, ...cut].flatMap(([text, after]) => {
    const before = text.replace(/\s+/g, ' ');
    return before.length <= LEAST_LEFT || after === '' ? [] : [[before, after] as const];
  });
  return withoutBeginnings(withoutEnds(result, covered), covered);
}

function withoutOne(line: string, before: string, after: string): string {
  if (NUMBER.test(before)) return withoutNumber(line, before, after);
  if (before.length >= SHORTEST && line.includes(before)) return line.replaceAll(before, after);
  const start = before.slice(0, SHOWN_OF_A_LINE);
  return before.length > SHOWN_OF_A_LINE && line.includes(start) ? line.slice(0, line.indexOf(start)) + after : line;
}

/** Replaces a number, but not within a longer one. */
function withoutNumber(line: string, before: string, after: string): string {
  if (!line.includes(before)) return line;
  const number = before.replace(/[.+-]/g, String.raw`\$&`);
  return line.replace(new RegExp(String.raw`(?<![\d.])${number}(?!\.?\d)`, 'g'), () => after);
}

type Covered = readonly (readonly [before: string, after: string])[];

/** Removes the end of a redacted text after the point of truncation. */
function withoutEnds(line: string, covered: Covered): string {
  let result = line;
  for (const [before, after] of covered) {
    const ending = before.slice(-LEAST_LEFT);
    // From the last: a text may repeat its own end.
    for (let at = result.lastIndexOf(ending); at > 0; at = result.lastIndexOf(ending, at - 1)) {
      const end = at + LEAST_LEFT;
      const { index, 0: mark } = LAST_CUT.exec(result.slice(0, end)) ?? { index: -1, 0: '' };
      const rest = result.slice(index + mark.length, end).trimStart();
      if (index < 0 || rest.length < LEAST_LEFT || !before.endsWith(rest)) continue;
      result = result.slice(0, index) + mark + after + result.slice(end);
      at = index;
    }
  }
  return result;
}

/** Removes the beginning of a redacted text at the point of truncation. */
function withoutBeginnings(line: string, covered: Covered): string {
  let result = line;
  for (const [before, after] of covered) {
    const beginning = before.slice(0, LEAST_LEFT);
    for (let at = result.indexOf(beginning); at >= 0; at = result.indexOf(beginning, at + 1)) {
      const { index, 0: mark } = CUT.exec(result.slice(at)) ?? { index: 0, 0: '' };
      if (index < LEAST_LEFT || !before.startsWith(result.slice(at, at + index))) continue;
      const rest = result.slice(at + index + mark.length);
      // Both ends of one text may remain.
      result = result.slice(0, at) + after + (rest.startsWith(after) ? rest.slice(after.length) : rest);
    }
  }
  return result;
}

const SHORTEST = 4;
// Lines are truncated to 72 characters, part of which is other text.
const SHOWN_OF_A_LINE = 40;
// A shorter rest reveals nothing.
const LEAST_LEFT = 6;
const CUT = /…|\.{3}/;
const LAST_CUT = /(?:…|\.{3})(?!.*(?:…|\.{3}))/;
const NUMBER = /^-?\d[\d.eE+-]*$/;
