import type { RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation, isCopy } from '../../../rules/envelopesOfRun';
import { t } from '../../../shared/l10n';
import { nextIds } from '../../../text/similarNames';

/** Reports a message with the id of an earlier message of its workflow. */
export default defineRunRule({
  id: 'agent-message/duplicate-id',
  severity: 'warning',
  fix: 'gives it the next id that is free',
  check({ steps }, report) {
    const first = new Map<string, RunStep>();
    const next = nextIds(new Set(steps.flatMap(({ draft }) => draft.key ?? [])));
    for (const step of steps) {
      const { kind, key } = step.draft;
      if (key === undefined || !KINDS.has(kind)) continue;
      const known = first.get(key);
      if (!known) first.set(key, step);
      else if (!isCopy(known, step)) {
        const id = next(`${key}_2`);
        report({
          at: step,
          path: ['id'],
          message: t`"${key.slice(0, 60)}" is already the id of another message (${describeLocation(known, step)}); give this one a new id.`,
          fixes: [{ title: t`Give it the id ${id.slice(0, 60)}`, do: 'set', path: ['id'], value: id }],
        });
      }
    }
  },
});

// The kinds of envelopes whose ids must be unique. Records of checkpoints are left out, since a record repeats the id of its checkpoint.
const KINDS: ReadonlySet<string> = new Set([
  'agent-message/message',
  'agent-message/error',
  'agent-message/checkpoint',
]);
