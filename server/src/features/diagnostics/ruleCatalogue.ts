import { families } from '../../families';
import type { Rule } from '../../model/rule';
import { envelopeRules } from '../../rules';
import { SCHEMA_RULES } from '../../rules/schemaRules';

/** A rule as lists and docs tell of it. */
export interface DescribedRule extends Pick<Rule, 'id' | 'severity' | 'docs' | 'fix'> {
  /** What it looks at: an envelope, a Markdown document, or the envelopes of a run together. */
  scope: Scope;
}

export type Scope = 'envelope' | 'document' | 'run';

/** All rules, once each: faults of syntax and schema, what holds for every family, then family by family. */
export const RULES: readonly DescribedRule[] = uniqueById([
  ...describeRules('envelope', SCHEMA_RULES),
  ...describeRules('envelope', envelopeRules),
  ...families.flatMap(({ rules, runRules, documents }) => [
    ...describeRules('envelope', rules),
    ...describeRules('run', runRules),
    ...describeRules(
      'document',
      documents.flatMap(document => document.rules),
    ),
  ]),
]);

/** A rule by its id; none for a rule that there isn't. */
export function findRule(id: string): DescribedRule | undefined {
  return BY_ID.get(id);
}

/** What stands before the slash in a rule's id: its family, or `envelope`, `schema`, `syntax`. */
export function ruleFamily({ id }: Pick<DescribedRule, 'id'>): string {
  return id.split('/', 1)[0] ?? id;
}

const BY_ID: ReadonlyMap<string, DescribedRule> = new Map(RULES.map(rule => [rule.id, rule]));

// Kinds of documents may share a rule.
function uniqueById(rules: readonly DescribedRule[]): DescribedRule[] {
  return [...new Map(rules.map(rule => [rule.id, rule])).values()];
}

function describeRules(scope: Scope, rules: readonly Omit<DescribedRule, 'scope'>[]): DescribedRule[] {
  return rules.map(({ id, severity, docs, fix }) => ({ id, severity, docs, scope, ...(fix && { fix }) }));
}
