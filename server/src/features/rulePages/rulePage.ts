import { type DescribedRule, findRule, type Scope } from './ruleCatalogue';

/** The page of a rule as Markdown; undefined for an unknown rule. */
export function rulePage(id: string): string | undefined {
  const rule = findRule(id);
  return rule && renderRulePage(rule);
}

/** Renders a rule's page: the id, the kind of rule, its documentation. */
export function renderRulePage({ id, severity, scope, fix, docs }: DescribedRule): string {
  const about = [`Severity: ${severity}.`, LOOKS_AT[scope], fix ? `Quick fix: ${fix}.` : 'No quick fix.'];
  return `# ${id}\n\n${about.join(' ')}\n\n${docs}\n`;
}

const LOOKS_AT: Readonly<Record<Scope, string>> = {
  envelope: 'Checks: an envelope.',
  document: 'Checks: a Markdown document.',
  run: 'Checks: the envelopes of a run.',
};

/** The first sentence of a rule's documentation, on one line. */
export function ruleSummary({ docs }: Pick<DescribedRule, 'docs'>): string {
  const [paragraph = docs] = docs.trim().split(/\n\s*\n/);
  const sentence = /^.*?[^.][.;!?](?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph;
  return sentence.replace(/;$/, '.').replace(/\s+/g, ' ');
}

/** All rules as a Markdown table, each linked to its page in the same folder. */
export function ruleTable(rules: readonly DescribedRule[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const columns = ['rule', 'severity', 'finds', 'quick fix'];
  return [
    row(columns),
    row(columns.map(() => '---')),
    ...rules.map(rule => row([`[${rule.id}](${rule.id}.md)`, rule.severity, ruleSummary(rule), rule.fix ?? ''])),
  ].join('');
}
