import type { Finding, FixPlan } from '../../../model/rule';
import type { Path } from '../../../model/text';
import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { atPath, isObject, pointerPathIn } from '../../../text/jsonPointer';
import { objectsIn } from '../../drafts/createDraft';
import { isQuarantineLog } from '../isQuarantineLog';
import { repairValue, satisfiesMessage } from '../repairValue';

/** Reports why a refused tool call was refused, as long as the call still has the fault. */
export default defineRule({
  id: 'toolcall/rejected-call',
  kinds: ['toolcall/quarantined-call'],
  severity: 'info',
  fix: 'changes the value to one that the validator takes',
  claims: [
    'additionalProperties',
    'enum',
    'format',
    'maximum',
    'minimum',
    'pattern',
    'required',
    'type',
    'unknown-property',
  ],
  check({ value, kind, uri, faultsOf }, report) {
    if (kind.id === 'toolcall/call' && isQuarantineLog(uri)) {
      for (const fault of faultsOf(value, kind)) report(asRejection(fault));
    }
    if (kind.id !== 'toolcall/quarantined-call' || !isObject(value)) return;
    const what = ['call', 'trace'].find(key => isObject(value[key]));
    if (what === undefined) return;
    const { reason } = value;
    const because = typeof reason === 'string' && /\S/.test(reason) ? reason.slice(0, 100).trim() : undefined;
    for (const { instancePath, message } of objectsIn(value['errors'])) {
      if (typeof instancePath !== 'string' || typeof message !== 'string' || !POINTER.test(instancePath)) continue;
      const path: Path = [what, ...pointerPathIn(value[what], instancePath)];
      const found = atPath(value, path);
      if (found === undefined || satisfiesMessage(found, message)) continue;
      const isNested = typeof found === 'object' && found !== null;
      report({
        path,
        ...(isNested && { on: 'key' as const }),
        message:
          because === undefined
            ? t`The validator rejected this: "${String(path.at(-1))}" ${message.slice(0, 200)}. Correct it, and send it again.`
            : t`The validator rejected this (${because}): "${String(path.at(-1))}" ${message.slice(0, 200)}. Correct it, and send it again.`,
        fixes: fixesOf(found, message, path),
      });
    }
  },
});

/**
 * Turns an error of the call's schema into an explanation of why the call was rejected. Fixes of the error then need the user's
 * confirmation.
 */
function asRejection({ fixes = [], message, ...finding }: Finding): Finding {
  return {
    ...finding,
    severity: 'info',
    message: t`The validator rejected this call: ${message} Correct it, and send the call again.`,
    fixes: fixes.map(fix => ({ ...fix, certain: false })),
  };
}

const POINTER = /^(?:\/|$)/;

/** The fix that satisfies the validator's message without changing the meaning; empty if that takes a guess. */
function fixesOf(value: unknown, message: string, path: Path): FixPlan[] {
  const meant = repairValue(value, message);
  if (meant === undefined) return [];
  return [{ title: t`Change to ${JSON.stringify(meant)}`, do: 'set', path, value: meant }];
}
