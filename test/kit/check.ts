import { expect } from 'vitest';
import type { Problem } from '../../server/src/model/analysis';
import type { SourceFile } from '../../server/src/model/text';
import { rangeOf } from '../../server/src/parts/place';
import { analysedInRun, problemsIn } from './analysed';
import type { Settings } from './context';
import { type Drawn, draw, fixtureOf } from './markers';
import { unsoundFixes } from './soundFixes';

/**
 * Holds a drawn fixture against the analysis of its text, in its runs: exactly the drawn problems, each at its place, and
 * each with fixes that clear it and bring up no other.
 *
 * @param settings their `files` lie beside it
 * @param rules where only these count.
 */
export function check(name: string, drawing: string, settings: Settings = {}, rules?: readonly string[]): void {
  const { text, drawn } = fixtureOf(drawing);
  const analysis = analysedInRun(name, text, settings);
  const open = [...drawn];
  const problems = problemsIn(analysis).filter(({ rule }) => !rules || rules.includes(rule));
  const found = problems.map(problem => {
    const one = placed(problem, analysis.file);
    const index = open.findIndex(expected => isSame(expected, one));
    // Drawn as the fixture draws it where the two agree, and in full where they don't.
    return index < 0 ? one : (open.splice(index, 1)[0] as Drawn);
  });
  expect(draw({ text, drawn: found })).toBe(draw({ text, drawn }));
  expect(unsoundFixes(name, text, settings)).toEqual([]);
}

function placed({ part, span, rule, severity, message }: Problem, file: SourceFile): Drawn {
  const { start, end } = rangeOf(part, span);
  // What runs over several lines is drawn below its first.
  const last = end.line > start.line ? (file.lines[start.line] ?? '').length : end.character;
  return { line: start.line, start: start.character, end: last, rule, severity, says: message };
}

function isSame(expected: Drawn, found: Drawn): boolean {
  return (
    expected.line === found.line &&
    expected.start === found.start &&
    expected.end === found.end &&
    expected.rule === found.rule &&
    (expected.severity === undefined || expected.severity === found.severity) &&
    found.says.includes(expected.says)
  );
}
