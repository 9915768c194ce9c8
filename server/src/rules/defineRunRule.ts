import type { RunRule } from '../model/rule';

/** Returns the run rule unchanged; gives its properties their types. */
export function defineRunRule(rule: RunRule): RunRule {
  return rule;
}
