import { families } from '../families';
import type { Rule } from '../model/rule';
import { envelopeRules } from '../rules';
import { SCHEMA_RULES } from '../rules/schemaRules';

/** The docs of a rule as a Markdown page; none for a rule that there isn't. */
export function ruleDocs(id: string): string | undefined {
  const rule = RULES.get(id);
  return rule && `# ${rule.id}\n\nSeverity: ${rule.severity}\n\n${rule.docs}\n`;
}

/** What a rule says of itself; none for a rule that there isn't. */
export function ruleText(id: string): string | undefined {
  return RULES.get(id)?.docs;
}

type Described = Pick<Rule, 'id' | 'severity' | 'docs'>;

const RULES = new Map<string, Described>(
  [
    ...SCHEMA_RULES,
    ...envelopeRules,
    ...families.flatMap(({ rules, documents }) => [...rules, ...documents.flatMap(document => document.rules)]),
  ].map(rule => [rule.id, rule]),
);
