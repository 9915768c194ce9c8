import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { Analysis, Problem } from '../../model/analysis';
import type { Severity } from '../../model/severity';
import { rangeOf } from '../../parts/positions';

export const DIAGNOSTIC_SOURCE = 'agent-envelopes';

const SEVERITIES: Record<Severity, DiagnosticSeverity> = { error: 1, warning: 2, info: 3 };

const SAID_BY_JSON_SERVICE = ['syntax', 'envelope/duplicate-key'];

/** What of a client decides what it is told. */
export interface DiagnosticsClient {
  /** The client has a JSON service of its own, which reports syntax errors and duplicate keys in JSON files already. */
  hasJsonService: boolean;
  /** The client can open a rule's docs by their address. */
  opensDocs: boolean;
}

/** The problems of a file, as an editor shows them. */
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

/** Where a rule's docs are found: a document that the extension serves. */
export function ruleDocsUri(rule: string): string {
  return `agent-envelopes:/rules/${rule}.md`;
}
