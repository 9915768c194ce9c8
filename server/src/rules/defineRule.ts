import type { Rule } from '../model/rule';

/** A rule as a value; this gives its parts their types. */
export function defineRule(rule: Rule): Rule {
  return rule;
}
