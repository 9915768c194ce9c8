import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { Analysis, Problem } from '../../model/analysis';
import type { Severity } from '../../model/severity';
import { rangeOf } from '../../parts/positions';

export const DIAGNOSTIC_SOURCE = 'agent-envelopes';

const SEVERITIES: Record<Severity, DiagnosticSeverity> = { error: 1, warning: 2, info: 3 };

const SAID_BY_JSON_SERVICE = ['syntax', 'envelope/duplicate-key'];

/** Properties of a client that diagnostics depend on. */
export interface DiagnosticsClient {
  /** The client has its own JSON service, which already reports syntax errors and duplicate keys in JSON files. */
  hasJsonService: boolean;
  /** The client can open a rule's page by its URI. */
  opensDocs: boolean;
}

/** Converts the problems of a file to LSP diagnostics. */
export function diagnostics({ file, parts }: Analysis, client: DiagnosticsClient): Diagnostic[] {
  const isServed = client.hasJsonService && (file.lang === 'json' || file.lang === 'jsonc');
  return parts
    .flatMap(({ problems }) => problems)
    .filter(({ rule }) => !(isServed && SAID_BY_JSON_SERVICE.includes(rule)))
    .map(problem => toDiagnostic(problem, client));
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
