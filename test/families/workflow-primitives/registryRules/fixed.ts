import { expect } from 'vitest';
import { fixEdits } from '../../../../server/src/features/fixes/fixEdits';
import { analyseText } from '../../../kit/analyseText';
import { applyEdits } from '../../../kit/applyEdits';
import { fixedValueGenerator } from '../../../kit/fixedValueGenerator';
import type { TestSettings } from '../../../kit/testContext';

/**
 * The effects of a rule's fixes on a registry, each applied to the original text: the title, and below it the removed and
 * added lines. Each fix must remove its problem and cause no other.
 */
export function fixesOf(rule: string, text: string, settings: TestSettings & { name?: string } = {}): string[] {
  const { name = 'state.md', ...rest } = settings;
  const { parts } = analyseText(name, text, rest);
  const before = messagesIn(name, text, rest);
  return parts.flatMap(part =>
    part.problems
      .filter(problem => problem.rule === `workflow-primitives/${rule}`)
      .flatMap(({ message, fixes }) =>
        fixes.map(fix => {
          const edits = fixEdits(part, fix, fixedValueGenerator).map(({ range, text: newText }) => ({
            range,
            newText,
          }));
          const after = applyEdits(text, edits);
          const left = messagesIn(name, after, rest);
          expect(left, fix.title).not.toContain(message);
          expect(
            left.filter(one => !before.includes(one)),
            fix.title,
          ).toEqual([]);
          return [fix.title, ...changed(text, after)].join('\n');
        }),
      ),
  );
}

function messagesIn(name: string, text: string, settings: TestSettings): string[] {
  return analyseText(name, text, settings).parts.flatMap(({ problems }) => problems.map(({ message }) => message));
}

// Kept lines keep their order; otherwise they count as removed and added.
function changed(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const taken = old.slice(start, old.length - end);
  const put = now.slice(start, now.length - end);
  const isSame = (line: string, others: readonly string[]) => others.includes(line);
  return [
    ...taken.filter(line => !isSame(line, put)).map(line => `- ${line}`),
    ...put.filter(line => !isSame(line, taken)).map(line => `+ ${line}`),
  ];
}
