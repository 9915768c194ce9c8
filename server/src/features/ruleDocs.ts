import { families } from '../families';
import { envelopeRules } from '../rules';
import { SCHEMA_RULES } from '../rules/schemaRules';

/** The docs of a rule as a Markdown page; none for a rule that there isn't. */
export function ruleDocs(id: string): string | undefined {
  const rule = [...SCHEMA_RULES, ...envelopeRules, ...families.flatMap(family => family.rules)].find(
    one => one.id === id,
  );
  return rule && `# ${rule.id}\n\nSeverity: ${rule.severity}\n\n${rule.docs}\n`;
}
