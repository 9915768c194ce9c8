import { expect } from 'vitest';
import { fixEdits } from '../../../server/src/features/fixEdits';
import { analysed } from '../../kit/analysed';
import { applied } from '../../kit/applied';
import type { Settings } from '../../kit/context';
import { madeUp } from '../../kit/madeUp';

/**
 * What the fixes of a rule do to a registry, one after the other, each to the text as it was: its title, and below it the
 * lines that it takes out and puts in. Each must clear its problem and bring no other.
 */
export function fixesOf(rule: string, text: string, settings: Settings & { name?: string } = {}): string[] {
  const { name = 'state.md', ...rest } = settings;
  const { parts } = analysed(name, text, rest);
  const before = messagesIn(name, text, rest);
  return parts.flatMap(part =>
    part.problems
      .filter(problem => problem.rule === `workflow-primitives/${rule}`)
      .flatMap(({ message, fixes }) =>
        fixes.map(fix => {
          const edits = fixEdits(part, fix, madeUp).map(({ range, text: newText }) => ({ range, newText }));
          const after = applied(text, edits);
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

function messagesIn(name: string, text: string, settings: Settings): string[] {
  return analysed(name, text, settings).parts.flatMap(({ problems }) => problems.map(({ message }) => message));
}

// What stays stays in its order, or it would be taken out and put in.
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
