import { unfilled } from '../families/declared/readConditionRule';
import { familiesWithIds } from '../families/familyOfKind';
import { families } from '../families/index';
import { RULE_DOCS } from '../generated/ruleDocs';
import type { Family } from '../model/family';
import type { NamedRule } from '../model/rule';
import { envelopeRules } from '../rules/index';
import { familyOfRule } from '../rules/ruleNames';
import { SCHEMA_RULES } from '../rules/schemaRules';
import { escapeMarkdown } from '../text/escapeMarkdown';
import { computeOnce } from '../text/memoize';

/** A rule that checks envelopes, with its documentation. */
export interface DescribedRule extends NamedRule {
  /** Markdown: a sentence about what is reported; why it matters, good and bad examples, what to do, and the source. */
  docs: string;
  /** The checked unit: an envelope, a Markdown document, or the envelopes of a run together. */
  scope: Scope;
}

export type Scope = 'envelope' | 'document' | 'run';

/** All rules, once each: syntax and schema errors, rules for every family, then the rules of each family. */
export const fileRules = computeOnce((): readonly DescribedRule[] =>
  uniqueById([
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
  ]),
);

/** Finds a rule by its id among the rules that some families declare. Its page is the text of the declaration. */
export function declaredRule(id: string, among: readonly Family[]): DescribedRule | undefined {
  for (const { isDeclared, title, rules: own, runRules } of familiesWithIds(among, new Set([familyOfRule(id)]))) {
    if (!isDeclared) continue;
    const all = [...describeRules('envelope', own), ...describeRules('run', runRules)];
    const found = all.findIndex(rule => rule.id === id);
    const { about = '' } = [...own, ...runRules][found] ?? {};
    const rule = all[found];
    if (rule)
      return {
        ...rule,
        docs: `${unfilled(about, escapeMarkdown)}\n\nDeclared by the protocol ${escapeMarkdown(title)}.`,
      };
  }
  return undefined;
}

/** Finds a rule by its id; undefined for an unknown rule. */
export function findRule(id: string): DescribedRule | undefined {
  return rulesById().get(id);
}

const rulesById = computeOnce(
  (): ReadonlyMap<string, DescribedRule> => new Map(fileRules().map(rule => [rule.id, rule])),
);

// Removes duplicates, since document kinds may share a rule.
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

/** Returns the page of a rule as Markdown; undefined for an unknown rule. */
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

/** Returns the first sentence of a rule's documentation, on one line. */
export function ruleSummary({ docs }: Pick<DescribedRule, 'docs'>): string {
  const [paragraph = docs] = docs.trim().split(/\n\s*\n/);
  const sentence = /^.*?[^.][.;!?](?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph;
  return sentence.replace(/;$/, '.').replace(/\s+/g, ' ');
}

/** Renders rules as a Markdown table, each linked to its page. */
export function ruleTable(rules: readonly DescribedRule[], pageOf: (id: string) => string): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const columns = ['rule', 'severity', 'checks', 'finds', 'quick fix'];
  return [
    row(columns),
    row(columns.map(() => '---')),
    ...rules.map(rule =>
      row([`[${rule.id}](${pageOf(rule.id)})`, rule.severity, rule.scope, ruleSummary(rule), rule.fix ?? '']),
    ),
  ].join('');
}
