import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import { faultyParts } from '../../analysis/faultyParts';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Severity } from '../../model/severity';
import { rangeOf } from '../../parts/positions';
import { DIAGNOSTIC_SOURCE, withUnlistedNotice, worstItems } from './problemLimit';
import { problemsFromTop } from './problemsFromTop';

const SEVERITIES: Record<Severity, DiagnosticSeverity> = { error: 1, warning: 2, info: 3 };

const SAID_BY_JSON_SERVICE = ['syntax', 'envelope/duplicate-key'];

/** Properties of a client that diagnostics depend on. */
export interface DiagnosticsClient {
  /** The client has its own JSON service, which already reports syntax errors and duplicate keys in JSON files. */
  hasJsonService: boolean;
  /** The client can open a rule's page by its URI. */
  opensDocs: boolean;
}

/**
 * Converts the problems of a file to LSP diagnostics, in file order: of more than the limit only the worst, after a
 * notice of how many more there are. Where an edit left the parts with problems as they were, the list is that of the last call, and nobody changes it.
 */
export function diagnostics(analysis: Analysis, client: DiagnosticsClient, limit: number): Diagnostic[] {
  const faulty = faultyParts(analysis.parts);
  const before = known.get(faulty);
  if (before?.client === client && before.limit === limit) return before.list;
  const list = listDiagnostics(analysis, client, limit);
  known.set(faulty, { client, limit, list });
  return list;
}

const known = new WeakMap<readonly AnalysedPart[], { client: DiagnosticsClient; limit: number; list: Diagnostic[] }>();

function listDiagnostics(analysis: Analysis, client: DiagnosticsClient, limit: number): Diagnostic[] {
  const problems = reportedProblems(analysis, client);
  const listed = worstItems(problems, limit);
  return withUnlistedNotice(
    listed.map(problem => toDiagnostic(problem, client)),
    problems.length - listed.length,
    limit,
  );
}

/** The problems of a file in file order, without those that the client's own JSON service reports. */
export function reportedProblems({ file, parts }: Analysis, { hasJsonService }: DiagnosticsClient): readonly Problem[] {
  const problems = problemsFromTop(faultyParts(parts));
  const isServed = hasJsonService && (file.lang === 'json' || file.lang === 'jsonc');
  return isServed ? problems.filter(({ rule }) => !SAID_BY_JSON_SERVICE.includes(rule)) : problems;
}

export function toDiagnostic(
  { rule, severity, message, part, span }: Problem,
  { opensDocs }: Pick<DiagnosticsClient, 'opensDocs'>,
): Diagnostic {
  return {
    range: rangeOf(part, span),
    severity: SEVERITIES[severity],
    code: rule,
    source: DIAGNOSTIC_SOURCE,
    message,
    ...(opensDocs && { codeDescription: { href: ruleDocsUri(rule) } }),
  };
}

/** The URI of a rule's page, a document that the extension provides. */
export function ruleDocsUri(rule: string): string {
  return `agent-envelopes:/rules/${rule}.md`;
}
