import type { AskedEnvelope, CheckedRun, RunEnvelope } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { accumulateByFile, isOnlyEnvelope } from '../../../rules/envelopesOfRun';
import { t } from '../../../shared/l10n';
import { atPointer } from '../../../text/jsonPointer';
import { findLastAtOrBefore } from '../../../text/lines';

/**
 * Reports code changes that were applied without the user's approval: no checkpoint before them in the run asked the user, or the user rejected
 * the last one.
 */
export default defineRunRule({
  id: 'agent-message/applied-without-checkpoint',
  severity: 'warning',
  check(run, report) {
    const { steps, isOrdered, isWhole } = run;
    if (!isOrdered || !isWhole) return;
    let last: 'none' | 'asked' | 'rejected' = 'none';
    let checkpoint: RunEnvelope | undefined;
    let isBeside: boolean | undefined;
    for (const step of steps) {
      if (isCheckpoint(step)) {
        last = isRejected(step) ? 'rejected' : 'asked';
        checkpoint = step;
      }
      if (last === 'asked' || isOnlyEnvelope(step, run) || !step.draft.effects?.some(isApplied)) continue;
      if (isAskedForAny(step, checkpoint)) continue;
      const index = step.ask(appliedCode);
      if (index < 0) continue;
      isBeside ??= isAskedBeside(run);
      if (isBeside) return;
      report({
        at: step,
        path: ['payload', 'artifacts', index, 'status'],
        message:
          last === 'rejected'
            ? t`This code is applied, but the checkpoint before it in its run was rejected.`
            : t`This code is applied, but no checkpoint before it in its run asked for approval.`,
      });
    }
  },
});

function isCheckpoint({ draft: { kind } }: RunEnvelope): boolean {
  return kind === 'agent-message/checkpoint' || kind === 'agent-message/checkpoint-record';
}

/** Returns whether a neighbouring file has a checkpoint that names no workflow, so that it may belong to any run. */
function isAskedBeside({ steps, lone }: CheckedRun): boolean {
  const own = new Set(steps.map(({ file }) => file));
  return lone.some(one => isCheckpoint(one) && !own.has(one.file));
}

/**
 * Returns whether a checkpoint without a workflow precedes the step in its log, after the last checkpoint of the run. Such a
 * checkpoint may belong to any run of the log.
 */
function isAskedForAny(step: RunEnvelope, last: RunEnvelope | undefined): boolean {
  const from = last?.file === step.file ? last.place : -1;
  const places = openCheckpoints(step);
  const before = findLastAtOrBefore(places.length, index => places[index] as number, step.place - 1);
  return (places[before] ?? -1) > from;
}

const openCheckpoints = accumulateByFile(
  (): number[] => [],
  (places, envelope) => {
    if (isCheckpoint(envelope) && envelope.draft.run === undefined) places.push(envelope.place);
  },
);

function isRejected(step: RunEnvelope): boolean {
  return (
    step.draft.kind === 'agent-message/checkpoint-record' &&
    step.ask(({ value }) => atPointer(value(), '/response') === 'reject')
  );
}

function isApplied(effect: { do: string; operation?: string }): boolean {
  return effect.do === 'write' && effect.operation === 'applied';
}

function appliedCode({ value }: AskedEnvelope): number {
  const artifacts = atPointer(value(), '/payload/artifacts');
  if (!Array.isArray(artifacts)) return -1;
  return artifacts.findIndex(one => atPointer(one, '/type') === 'code' && atPointer(one, '/status') === 'applied');
}
