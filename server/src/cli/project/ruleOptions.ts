import { knownIn } from '../../analysis/known';
import { families } from '../../families';
import { familyOfRule, ruleNameFault } from '../../rules/ruleNames';
import type { RuleSeverity } from '../../shared/protocol';
import { TRACE_RULES } from '../../sources/traceRules/traceRules';
import { UsageError } from '../args';
import { suggestion } from '../suggestion';

/**
 * Merges the values of `--rule` (comma-separated) into the severities. Later values win; one for a whole family also overrides
 * earlier ones for its rules. Throws UsageError.
 */
export function withRuleOptions(
  rules: Readonly<Record<string, RuleSeverity>>,
  given: string,
): Record<string, RuleSeverity> {
  const known = new Map<string, unknown>([
    ...knownIn(families).rules,
    ...TRACE_RULES.map(rule => [rule.id, rule] as const),
  ]);
  const all = new Map(Object.entries(rules));
  for (const one of given.split(',')) {
    if (one.trim() === '') continue;
    const [id, severity] = ruleOption(one, known);
    if (id.endsWith('/*')) {
      for (const before of [...all.keys()]) if (familyOfRule(before) === familyOfRule(id)) all.delete(before);
    }
    all.set(id, severity);
  }
  return Object.fromEntries(all);
}

function ruleOption(one: string, known: ReadonlyMap<string, unknown>): [id: string, severity: RuleSeverity] {
  const [id = '', word, more] = one.split('=').map(half => half.trim());
  if (word === undefined) throw new UsageError(`"--rule ${one}" needs a severity: ${one}=off, say.`);
  if (more !== undefined)
    throw new UsageError(`"--rule ${one}" has more than one severity; give one: ${id}=${word}, say.`);
  const fault = ruleNameFault(id, known);
  if (fault) throw new UsageError(`"--rule ${one}": ${fault.message}`);
  const severity = SEVERITIES.find(known => known === word);
  if (!severity) {
    throw new UsageError(
      `"--rule ${one}": "${word}" is not one of ${SEVERITIES.join(', ')}${suggestion(word, SEVERITIES)}`,
    );
  }
  return [id, severity];
}

const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
