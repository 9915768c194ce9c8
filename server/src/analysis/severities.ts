import type { Severity } from '../model/severity';
import { familyOfRule } from '../rules/ruleNames';

/** Rules' ids, or `family/*` for all of a family, to what their findings are shown as; `off`: not at all. */
export type Severities = ReadonlyMap<string, Severity | 'off'>;

/** What is said of a rule: of itself, else of all of its family; undefined where nothing is. */
export function ruleSeverity(severities: Severities | undefined, rule: string): Severity | 'off' | undefined {
  if (!severities || severities.size === 0) return undefined;
  return severities.get(rule) ?? severities.get(`${familyOfRule(rule)}/*`);
}
