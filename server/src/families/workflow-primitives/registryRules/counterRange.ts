import type { RegistryField, RegistrySection } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { vocabularyWord } from '../../../registry/closestWord';
import { type NamedValue, registryValues, trimmedSpan } from '../../../registry/registryCells';
import { hasPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { defineRegistryRule, isElidedCell } from './defineRegistryRule';

/** Reports an impossible counter `n / m` in a state registry (`index.md`), such as one above its limit. */
export default defineRegistryRule({
  id: 'workflow-primitives/counter-range',
  severity: 'warning',
  fix: 'writes the limit that the workflow has',
  check({ registry }, report) {
    for (const named of registryValues(registry)) {
      const { text, definition } = named.value;
      const limit = Number(/^counter\/(\d+)$/.exec(definition?.format ?? '')?.[1]);
      if (!limit || named.unsure || text === '' || hasPlaceholder(text) || isElidedCell(text)) continue;
      const fault = counterFault(named, limit);
      if (!fault) continue;
      const at = trimmedSpan(registry.markdown.text, named.value);
      report({ at, message: t`"${named.name}" is "${text.slice(0, 40)}"; ${fault.says}.`, fixes: fixesOf(fault, at) });
    }
  },
});

interface Fault {
  says: string;
  meant?: string;
}

function counterFault({ value, field, section }: NamedValue, limit: number): Fault | undefined {
  const [, n = '', m] = /^([+-]?\d+)(?:\s*\/\s*([+-]?\d+))?$/.exec(value.text) ?? [];
  if (n === '') return { says: t`it counts as "n / ${limit}", with n from 0 to ${limit}` };
  const count = Number(n);
  const isWithin = count >= 0 && count <= limit;
  const meant = isWithin ? { meant: `${count} / ${limit}` } : {};
  if (m === undefined) return { says: t`write it with its limit, "n / ${limit}"`, ...meant };
  if (Number(m) !== limit) return { says: t`its limit is ${limit}, not ${m.slice(0, 20)}`, ...meant };
  if (!isWithin) return { says: t`it must be from 0 to ${limit}` };
  return count === 0 && field ? notStartedFault(field, section, limit) : undefined;
}

// Describes the fault of a counter that is still 0 although its loop has started. A loop that was abandoned before its first iteration is
// not reported.
function notStartedFault(field: RegistryField, section: RegistrySection, limit: number): Fault | undefined {
  if (section.definition.id !== 'priority-loop-state' || field.definition?.name !== 'Current Iteration')
    return undefined;
  const status = vocabularyWord(section.fields.find(({ definition }) => definition?.name === 'Loop Status'));
  if (!['validating', 'clarifying', 'completed'].includes(status)) return undefined;
  const says = t`iteration 0 is over when the first validation begins, and the loop is ${status}`;
  return status === 'validating' ? { says, meant: `1 / ${limit}` } : { says };
}

function fixesOf({ meant }: Fault, at: Span): FixPlan[] {
  return meant === undefined ? [] : [{ title: t`Change to "${meant}"`, do: 'replace', changes: [{ at, text: meant }] }];
}
