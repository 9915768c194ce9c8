import { fixAll } from '../../server/src/features/fixes/fixAll';
import { fixEdits } from '../../server/src/features/fixes/fixEdits';
import type { Analysis, Problem } from '../../server/src/model/analysis';
import { fileText } from '../../server/src/text/lines';
import { analyseText, problemsIn } from './analyseText';
import { applyEdits } from './applyEdits';
import { fixedValueGenerator } from './fixedValueGenerator';
import { type TestSettings, testContext } from './testContext';

/**
 * What is wrong with the fixes of a file, in a line each: one that does not clear its problem or brings up another, each
 * by itself; and what is wrong with all that are certain, carried out together.
 */
export function unsoundFixes(name: string, text: string, settings: TestSettings = {}): string[] {
  const analysis = analyseText(name, text, settings);
  const single = analysis.parts.flatMap(part =>
    part.problems.flatMap(problem =>
      problem.fixes.flatMap(fix => {
        const edits = fixEdits(part, fix, fixedValueGenerator).map(({ range, text: newText }) => ({ range, newText }));
        const about = `${named(problem)} [${fix.title}]`;
        if (edits.length === 0) return [`${about}: changes nothing`];
        const after = analyseText(name, applyEdits(text, edits), settings);
        const left = count(after).get(named(problem)) ?? 0;
        return [
          ...(left < (count(analysis).get(named(problem)) ?? 0) ? [] : [`${about}: leaves the problem`]),
          ...added(analysis, after)
            .filter(one => !FOLLOWS[problem.rule]?.includes(one))
            .map(one => `${about}: brings up ${one}`),
        ];
      }),
    ),
  );
  return [...single, ...unsoundCombinedFixes(name, text, settings, analysis)];
}

// What may come to light with a fix that is asked for. That of the certain ones nobody asks for: none may.
const FOLLOWS: Record<string, string[]> = {
  // What is added where there is nothing to go by may contradict what stands beside it.
  'schema/required': [
    'agent-message/error-without-resolution',
    'agent-message/to-itself',
    'agent-protocol/failed-but-proceeds',
    'envelope/path-twin',
    'toolcall/result-contradicts',
    'workflow-primitives/failed-but-proceeds',
  ],
  // Rules look only at what is of the right type, and conditions at what is one of the words.
  'schema/type': [
    'agent-io/recoverable-without-retry',
    'agent-message/confidence-too-low',
    'agent-message/unknown-agent',
    'toolcall/unconfirmed-trigger',
  ],
  'schema/enum': ['schema/type', 'agent-message/error-without-resolution', 'workflow-primitives/failed-but-proceeds'],
  // The arguments of a call are held against its tool only when there is such a tool.
  'toolcall/unknown-tool': ['toolcall/arguments'],
  // "-" says that there is nothing, which not every cell may.
  'workflow-primitives/cell-count': [
    'workflow-primitives/empty-cell',
    'workflow-primitives/gap-without-question',
    'workflow-primitives/undefined-reference',
  ],
  'workflow-primitives/missing-column': [
    'workflow-primitives/empty-cell',
    'workflow-primitives/gap-without-question',
    'workflow-primitives/question-without-gap',
  ],
  'workflow-primitives/unknown-word': ['workflow-primitives/question-without-gap'],
};

/** The same of the certain fixes alone. */
export function unsoundCombinedFixes(
  name: string,
  text: string,
  settings: TestSettings = {},
  before = analyseText(name, text, settings),
): string[] {
  const context = testContext(settings);
  const { file, changes, applied: done } = fixAll(before.file, context);
  const fixed = applyEdits(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
  // Nothing is done, and nothing changed: another look at the same text says the same.
  if (done.length === 0 && fixed === text && fileText(file) === text) return [];
  const after = analyseText(name, fixed, settings);
  const again = fixAll(after.file, context);
  return [
    ...(fixed === fileText(file) ? [] : ['all: the changes lead to another text than the file that is told']),
    ...(again.applied.length === 0 ? [] : [`all: a second run does ${again.applied.map(({ title }) => title)}`]),
    ...added(before, after).map(one => `all: brings up ${one}`),
    ...(problemsIn(before).length - problemsIn(after).length >= done.length ? [] : ['all: more fixes than problems']),
    ...(done.length === 0 && fixed !== text ? ['all: changes the text without a fix'] : []),
  ];
}

// By their rules: what a problem says may change with what stands around it.
function added(before: Analysis, after: Analysis): string[] {
  const rules = (analysis: Analysis) => problemsIn(analysis).map(({ rule }) => rule);
  const known = rules(before);
  return rules(after).filter(rule => {
    const index = known.indexOf(rule);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}

function count(analysis: Analysis): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problemsIn(analysis)) counts.set(named(problem), (counts.get(named(problem)) ?? 0) + 1);
  return counts;
}

function named({ rule, message }: Problem): string {
  return `${rule}: ${message}`;
}
