import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import { faultyParts } from '../analysis/findingsToProblems';
import type { AnalysedPart, Analysis, Problem } from '../model/analysis';
import type { ProblemCounts } from '../model/run';
import type { Severity } from '../model/schema';
import type { FileLang, Part } from '../model/text';
import { positionAt, rangeOf } from '../parts/positions';
import { formatNumber, t } from '../shared/l10n';
import { comparePositions } from '../text/lines';
import { memoizeByObject, memoizeLast, memoizeLastByObject } from '../text/memoize';

const SEVERITIES: Record<Severity, DiagnosticSeverity> = { error: 1, warning: 2, info: 3 };

const SAID_BY_JSON_SERVICE = ['syntax', 'envelope/duplicate-key'];

/**
 * Converts the problems of a file to LSP diagnostics, in file order. If there are more than the limit, returns the worst ones after a notice with
 * the number of the rest. Returns the same list object while the problems are the same, so callers must not change it.
 */
export function diagnostics(analysis: Analysis, client: DiagnosticsClient, limit: number): Diagnostic[] {
  return listDiagnostics(faultyParts(analysis.parts), analysis.file.lang, client, limit);
}

/** The capabilities of an LSP client on which the computed diagnostics depend. */
export interface DiagnosticsClient {
  /** The client has its own JSON service, which already reports syntax errors and duplicate keys in JSON files. */
  hasJsonService: boolean;
  /** The client can open a rule's page by its URI. */
  opensDocs: boolean;
}

const listDiagnostics = memoizeLastByObject(
  (faulty: readonly AnalysedPart[], lang: FileLang, client: DiagnosticsClient, limit: number): Diagnostic[] => {
    const problems = problemsFor(faulty, lang, client);
    const listed = worstItems(problems, limit);
    return withUnlistedNotice(
      listed.map(problem => toDiagnostic(problem, client)),
      problems.length - listed.length,
      limit,
    );
  },
);

/** Returns the problems of a file in file order, without problems that the client's own JSON service reports. */
export function reportedProblems({ file, parts }: Analysis, client: DiagnosticsClient): readonly Problem[] {
  return problemsFor(faultyParts(parts), file.lang, client);
}

function problemsFor(faulty: readonly AnalysedPart[], lang: FileLang, { hasJsonService }: DiagnosticsClient) {
  const problems = problemsFromTop(faulty);
  const isServed = hasJsonService && (lang === 'json' || lang === 'jsonc');
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

/** Returns the URI of a rule's page, a document that the extension provides. */
export function ruleDocsUri(rule: string): string {
  return `agent-envelopes:/rules/${rule}.md`;
}

export const DIAGNOSTIC_SOURCE = 'agent-envelopes';

interface Rated {
  severity: Severity;
}

/** Keeps the worst items up to the limit, the first of equally bad ones, in the given order. */
export function worstItems<T extends Rated>(items: readonly T[], limit: number): readonly T[] {
  if (items.length <= limit) return items;
  const errors: T[] = [];
  for (const item of items) {
    // Errors alone may reach the limit.
    if (item.severity === 'error' && errors.push(item) >= limit) return errors;
  }
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of items) counts[severity]++;
  return items.filter(takeWhileRoom(roomBySeverity(counts, limit)));
}

/** Returns how many items of each severity fit into a list of the worst items, by the counts of all items. */
export function roomBySeverity({ error, warning }: Readonly<ProblemCounts>, limit: number): ProblemCounts {
  return { error: limit, warning: Math.max(0, limit - error), info: Math.max(0, limit - error - warning) };
}

/** Returns a filter that accepts an item while `room` has a place for its severity, and takes that place. */
export function takeWhileRoom(room: ProblemCounts): (item: Rated) => boolean {
  return ({ severity }) => room[severity]-- > 0;
}

/** Prepends a diagnostic at the start of the file with the number of unlisted problems, if there are any. */
export function withUnlistedNotice(listed: Diagnostic[], unlisted: number, limit: number): Diagnostic[] {
  if (unlisted <= 0) return listed;
  const start = { line: 0, character: 0 };
  const message = unlistedMessage(unlisted, limit);
  return [{ range: { start, end: start }, severity: INFORMATION, source: DIAGNOSTIC_SOURCE, message }, ...listed];
}

const INFORMATION = 3;

function unlistedMessage(unlisted: number, limit: number): string {
  return unlisted === 1
    ? t`One more problem in this file is not listed: the setting agentEnvelopes.maxProblems limits the list to ${formatNumber(limit)}.`
    : t`${formatNumber(unlisted)} more problems in this file are not listed: the setting agentEnvelopes.maxProblems limits the list to ${formatNumber(limit)}.`;
}

/**
 * Returns the problems of a file in file order. Parts already are in that order, except that nested parts follow their
 * outer part: only the problems of such parts are located, since a position may be expensive.
 */
export function problemsFromTop(parts: readonly AnalysedPart[]): readonly Problem[] {
  const problems: Problem[] = [];
  let outer: { part: Part; from: number; hasNested: boolean } | undefined;
  const finishOuter = () => {
    if (!outer?.hasNested) return;
    for (const problem of sortByStart(problems.splice(outer.from))) problems.push(problem);
  };
  for (const analysed of parts) {
    if (outer && isInside(analysed.part, outer.part)) {
      outer.hasNested = true;
    } else {
      finishOuter();
      outer = { part: analysed.part, from: problems.length, hasNested: false };
    }
    for (const problem of analysed.problems) problems.push(problem);
  }
  finishOuter();
  return problems;
}

function isInside({ parent }: Part, outer: Part): boolean {
  return parent !== undefined && (parent === outer || isInside(parent, outer));
}

function sortByStart(problems: readonly Problem[]): readonly Problem[] {
  return problems
    .map(problem => ({ problem, start: positionAt(problem.part, problem.span.start) }))
    .sort((one, two) => comparePositions(one.start, two.start))
    .map(({ problem }) => problem);
}

/** Returns the result id of diagnostics: equal for equal diagnostics, whichever process computes them. */
export function resultId(items: readonly Diagnostic[]): string {
  return idOf(JSON.stringify(items));
}

/**
 * Returns a memoized `resultId`: faster for a known list, and for a list equal to the last one, as after most keys.
 * Comparing texts takes a fraction of the time of computing the id.
 */
export function rememberedResultId(): (items: readonly Diagnostic[]) => string {
  const lastId = memoizeLast(idOf);
  return memoizeByObject(items => lastId(JSON.stringify(items)));
}

// FNV-1a: fast, and nothing needs a stronger hash.
function idOf(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return `${(value >>> 0).toString(16)}-${text.length}`;
}
