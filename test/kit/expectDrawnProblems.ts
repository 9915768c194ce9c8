import { expect } from 'vitest';
import type { Problem } from '../../server/src/model/analysis';
import type { TextFile } from '../../server/src/model/text';
import { rangeOf } from '../../server/src/parts/positions';
import { analyseWithRunRules, problemsIn } from './analyseText';
import { type DrawnProblem, drawFixture, parseFixture } from './drawnFixture';
import { unsoundFixes } from './soundFixes';
import type { TestSettings } from './testContext';

/**
 * Holds a drawn fixture against the analysis of its text, in its runs: exactly the drawn problems, each at its place, and
 * each with fixes that clear it and bring up no other.
 *
 * @param settings their `files` lie beside it
 * @param rules where only these count.
 */
export function expectDrawnProblems(
  name: string,
  drawing: string,
  settings: TestSettings = {},
  rules?: readonly string[],
): void {
  const { text, drawn } = parseFixture(drawing);
  const analysis = analyseWithRunRules(name, text, settings);
  const open = [...drawn];
  const problems = problemsIn(analysis).filter(({ rule }) => !rules || rules.includes(rule));
  const found = problems.map(problem => {
    const one = placed(problem, analysis.file);
    const index = open.findIndex(expected => isSame(expected, one));
    // Drawn as the fixture draws it where the two agree, and in full where they don't.
    return index < 0 ? one : (open.splice(index, 1)[0] as DrawnProblem);
  });
  expect(drawFixture({ text, drawn: found })).toBe(drawFixture({ text, drawn }));
  expect(unsoundFixes(name, text, settings)).toEqual([]);
}

function placed({ part, span, rule, severity, message }: Problem, file: TextFile): DrawnProblem {
  const { start, end } = rangeOf(part, span);
  // What runs over several lines is drawn below its first.
  const last = end.line > start.line ? (file.lines[start.line] ?? '').length : end.character;
  return { line: start.line, start: start.character, end: last, rule, severity, says: message };
}

function isSame(expected: DrawnProblem, found: DrawnProblem): boolean {
  return (
    expected.line === found.line &&
    expected.start === found.start &&
    expected.end === found.end &&
    expected.rule === found.rule &&
    (expected.severity === undefined || expected.severity === found.severity) &&
    found.says.includes(expected.says)
  );
}
