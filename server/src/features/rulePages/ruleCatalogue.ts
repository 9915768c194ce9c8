import { families } from '../../families';
import { RULE_DOCS } from '../../generated/ruleDocs';
import type { NamedRule } from '../../model/rule';
import { envelopeRules } from '../../rules';
import { SCHEMA_RULES } from '../../rules/schemaRules';

/** A rule with its documentation. */
export interface DescribedRule extends NamedRule {
  /** Markdown: a sentence about what is reported; why it matters, good and bad examples, what to do, and the source. */
  docs: string;
  /** What it checks: an envelope, a Markdown document, or the envelopes of a run together. */
  scope: Scope;
}

export type Scope = 'envelope' | 'document' | 'run';

/** All rules, once each: syntax and schema errors, rules of all families, then family by family. */
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

/** Finds a rule by its id; undefined for an unknown rule. */
export function findRule(id: string): DescribedRule | undefined {
  return BY_ID.get(id);
}

const BY_ID: ReadonlyMap<string, DescribedRule> = new Map(RULES.map(rule => [rule.id, rule]));

// Document kinds may share a rule.
function uniqueById(rules: readonly DescribedRule[]): DescribedRule[] {
  return [...new Map(rules.map(rule => [rule.id, rule])).values()];
}

function describeRules(scope: Scope, rules: readonly NamedRule[]): DescribedRule[] {
  return rules.map(({ id, severity, fix }) => ({
    id,
    severity,
    docs: RULE_DOCS[id] ?? '',
    scope,
    ...(fix && { fix }),
  }));
}
