import type { CoveredTexts } from './redact';

/** A line in which nothing is left that was covered in the document it was made of, though it may have been cut. */
export function redactLine(line: string, { whole, cut }: CoveredTexts): string {
  let result = line;
  for (const [before, after] of whole) {
    if (before === '' || after === '') continue;
    if (result === before) return after;
    result = withoutOne(result, before, after);
  }
  return CUT.test(result) ? withoutBeginnings(result, [...whole, ...cut]) : result;
}

function withoutOne(line: string, before: string, after: string): string {
  if (NUMBER.test(before)) return withoutNumber(line, before, after);
  if (before.length >= SHORTEST && line.includes(before)) return line.replaceAll(before, after);
  const start = before.slice(0, SHOWN_OF_A_LINE);
  return before.length > SHOWN_OF_A_LINE && line.includes(start) ? line.slice(0, line.indexOf(start)) + after : line;
}

/** A number that is part of a longer one is another. */
function withoutNumber(line: string, before: string, after: string): string {
  if (!line.includes(before)) return line;
  const number = before.replace(/[.+-]/g, String.raw`\$&`);
  return line.replace(new RegExp(String.raw`(?<![\d.])${number}(?!\.?\d)`, 'g'), () => after);
}

/** Without what of a covered text was left where the line was cut. */
function withoutBeginnings(line: string, covered: readonly (readonly [before: string, after: string])[]): string {
  let result = line;
  for (const [text, after] of covered) {
    const before = text.replace(/\s+/g, ' ');
    if (before.length <= LEAST_LEFT || after === '') continue;
    const beginning = before.slice(0, LEAST_LEFT);
    for (let at = result.indexOf(beginning); at >= 0; at = result.indexOf(beginning, at + 1)) {
      const { index, 0: mark } = CUT.exec(result.slice(at)) ?? { index: 0, 0: '' };
      if (index < LEAST_LEFT || !before.startsWith(result.slice(at, at + index))) continue;
      result = result.slice(0, at) + after + result.slice(at + index + mark.length);
    }
  }
  return result;
}

const SHORTEST = 4;
// Lines are cut to 72 characters; what else stands in one leaves less of it.
const SHOWN_OF_A_LINE = 40;
// Of less nobody can tell what it was.
const LEAST_LEFT = 6;
const CUT = /…|\.{3}/;
const NUMBER = /^-?\d[\d.eE+-]*$/;
