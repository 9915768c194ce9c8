import type { Severity } from '../model/severity';
import { familyOfRule } from '../rules/ruleNames';

/** Severities by rule id, or `family/*` for all of a family; `off` hides the findings. */
export type Severities = ReadonlyMap<string, Severity | 'off'>;

/** The severity set for a rule, else for its family; undefined where neither is set. */
export function ruleSeverity(severities: Severities | undefined, rule: string): Severity | 'off' | undefined {
  if (!severities || severities.size === 0) return undefined;
  return severities.get(rule) ?? severities.get(`${familyOfRule(rule)}/*`);
}
