import type { CheckedEnvelope, DeclarationPlan, Finding } from '../../../model/rule';
import type { Path } from '../../../model/text';
import { defineRule, isPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { eachDeclaredWith, hasSlot } from '../../../slots/schemaPaths';
import { quoteName } from '../../../text/characters';
import { PROJECT_FILE } from '../../../text/fileLanguage';
import { nearestWord } from '../../../text/similarNames';

/** Defines a rule that reports unknown names of agents, or of intents: those that neither the protocol nor the folder's settings declare. */
export function undeclaredNameRule(noun: 'agent' | 'intent') {
  const setting = `${noun}s` as const;
  const shown = noun === 'agent' ? t`agent` : t`intent`;
  return defineRule({
    id: `agent-message/unknown-${noun}`,
    severity: 'warning',
    fix: `changes it to the ${noun} that was meant, or adds it to .agent-envelopes.json`,
    check({ value, kind, facts }, report) {
      undeclaredNames({ value, kind }, { slot: noun, noun: shown, declared: facts[setting], setting }).forEach(report);
    },
  });
}

/**
 * Finds undeclared names of agents or intents in an envelope: the protocol's schema does not propose them, and no setting of the user lists
 * them. An undeclared name is probably misspelt, but may be valid.
 */
export function undeclaredNames(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  list: { slot: string; noun: string; declared: readonly string[]; setting: 'agents' | 'intents' },
): Finding[] {
  const findings: Finding[] = [];
  eachDeclaredWith(hasSlot(list.slot), kind.schema, value, (pathHere, schema, found) => {
    // The schema's validator checks a closed list (an enum).
    if (schema.enum || typeof found !== 'string') return;
    const { examples = [] } = schema;
    if (examples.length === 0 || examples.includes(found) || list.declared.includes(found)) return;
    // Another rule reports placeholders.
    if (isPlaceholder(found)) return;
    const path = pathHere();
    if (list.slot === 'agent' && isToUser(path, found)) return;
    const suggestion = nearestWord(found, [...examples.map(String), ...list.declared]);
    const shown = found.slice(0, 60);
    const isEmpty = found.trim() === '';
    findings.push({
      path,
      message: isEmpty
        ? t`${nameOfPlace(path)} is empty; name the ${list.noun}.`
        : suggestion
          ? t`Unknown ${list.noun} "${shown}"; did you mean "${suggestion}"?`
          : t`Unknown ${list.noun} "${shown}"; add it to "${list.setting}" in ${PROJECT_FILE}, or correct the name.`,
      fixes: suggestion ? [{ title: t`Change to "${suggestion}"`, do: 'set', path, value: suggestion }] : [],
      declarations: isEmpty ? [] : [declareName(found, list.setting)],
    });
  });
  return findings;
}

/** Returns whether a message goes to the person, who is no agent to declare. */
function isToUser(path: Path, name: string): boolean {
  return name === 'user' && (path.at(-1) === 'to' || path.at(-1) === 'nextAgent');
}

function nameOfPlace(path: Path): string {
  const [key, index] = path.slice(-2);
  return typeof index === 'number' ? t`An item of "${String(key)}"` : `"${path.at(-1)}"`;
}

function declareName(name: string, list: 'agents' | 'intents'): DeclarationPlan {
  return { title: t`Add ${quoteName(name)} to "${list}" in ${PROJECT_FILE}`, in: 'settings', list, name };
}
