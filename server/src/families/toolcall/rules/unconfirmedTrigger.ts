import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { isObject } from '../../../text/jsonPointer';

/** Reports an agent's decision that triggers an action without the user's confirmation although the action needs it. */
export default defineRule({
  id: 'toolcall/unconfirmed-trigger',
  kinds: ['toolcall/trace'],
  severity: 'warning',
  fix: 'sets `confirm_required`',
  check({ value, kind }, report) {
    if (kind.id !== 'toolcall/trace' || !isObject(value) || value['confirm_required'] !== false) return;
    const { chosen } = value;
    if (typeof chosen !== 'string') return;
    const bound = actionsIn(chosen).find(action => !MAY.has(action.toUpperCase()));
    if (bound === undefined) return;
    report({
      path: ['confirm_required'],
      message: t`"${bound.slice(0, 60)}" must be confirmed: set "confirm_required" to true.`,
      fixes: [{ title: t`Set "confirm_required" to true`, do: 'set', path: ['confirm_required'], value: true }],
    });
  },
});

// Returns the names of the actions that a decision has chosen. `A+B` stands for two actions.
function actionsIn(chosen: string): string[] {
  return chosen
    .split('+')
    .map(action => action.trim())
    .filter(action => action !== '');
}

// Action names are compared in lower case.
const MAY: ReadonlySet<string> = new Set([
  'BATCH_DIGEST',
  'LEAVE_BY_ALERT',
  'SHOW_BRIEF',
  'CATEGORIZE_TXN',
  'SURFACE_ANOMALY',
  'PROJECT_BALANCE',
  'DO_NOTHING',
]);
