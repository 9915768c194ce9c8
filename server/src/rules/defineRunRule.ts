import type { RunRule } from '../model/rule';

/** A rule over the envelopes of a run as a value; this gives its parts their types. */
export function defineRunRule(rule: RunRule): RunRule {
  return rule;
}
