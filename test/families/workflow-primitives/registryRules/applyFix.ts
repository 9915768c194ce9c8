import { fixEdits } from '../../../../server/src/features/fixes/fixEdits';
import type { Analysis, Problem } from '../../../../server/src/model/analysis';
import type { FixPlan } from '../../../../server/src/model/rule';
import { applyEdits } from '../../../kit/applyEdits';
import { fixedValueGenerator } from '../../../kit/fixedValueGenerator';

/** The text of a file after a fix of one of its problems, applied as in an editor. */
export function applyFix(text: string, { parts }: Analysis, { part }: Problem, fix: FixPlan): string {
  const analysed = parts.find(one => one.part === part);
  if (!analysed) throw new Error('a problem of no part');
  return applyEdits(
    text,
    fixEdits(analysed, fix, fixedValueGenerator).map(({ range, text: newText }) => ({ range, newText })),
  );
}

/** A problem without its range, which moves with the text. */
export function named({ rule, message }: Problem): string {
  return `${rule}: ${message}`;
}
