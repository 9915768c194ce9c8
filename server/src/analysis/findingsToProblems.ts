import type { AnalysedPart, Problem } from '../model/analysis';
import type { Finding, FixPlan } from '../model/rule';
import type { Severity } from '../model/schema';
import type { Part, Path, Span } from '../model/text';
import { familyOfRule } from '../rules/ruleNames';
import { formatNumber, t } from '../shared/l10n';
import { type JsonNode, keyNodeAt, nodeAt, type SyntaxFault } from '../text/json/parseJson';

/** A problem that a rule found. `omitted` is set on the finding that stands for all those beyond a rule's limit. */
interface LimitedFinding {
  rule: string;
  severity: Severity;
  /** The number of findings that it replaces. */
  omitted?: number;
}

/**
 * Keeps the first findings of each rule, up to the limit, and adds one finding with the number of omitted findings. Counts each severity by
 * itself, so that warnings never hide errors.
 *
 * @param notice creates the finding that counts the omitted findings; called with the first of these
 */
export function limitFindings<F extends LimitedFinding>(
  findings: readonly F[],
  notice: (first: F, omitted: number, message: string) => F,
  most: number = MOST_FINDINGS,
): readonly F[] {
  if (findings.length <= most) return findings;
  const kept: F[] = [];
  const groups = new Map<string, { first: F; known: number; omitted: number }>();
  for (const finding of findings) {
    const { rule, severity, omitted } = finding;
    const key = `${severity} ${rule}`;
    const group = groups.get(key) ?? { first: finding, known: 0, omitted: 0 };
    groups.set(key, group);
    if (omitted !== undefined) group.omitted += omitted;
    else if (++group.known <= most) kept.push(finding);
    else {
      if (group.known === most + 1) group.first = finding;
      group.omitted++;
    }
  }
  for (const { first, omitted } of groups.values())
    if (omitted > 0) kept.push(notice(first, omitted, omittedMessage(omitted)));
  return kept;
}

/** The limit per rule and part: nobody reads more before fixing the first ones. */
export const MOST_FINDINGS = 500;

/** Returns the message for omitted findings. */
export function omittedMessage(omitted: number): string {
  return omitted === 1
    ? t`One more problem of this kind is not shown here.`
    : t`${formatNumber(omitted)} more problems of this kind are not shown here.`;
}

/** Returns a problem that counts the omitted problems, at the position of the first of them. */
export function omittedProblem<P extends Omit<Problem, 'part'>>(first: P, omitted: number, message: string): P {
  const { declarations: _, missing: __, ...problem } = first;
  return { ...problem, message, omitted, fixes: [] } as unknown as P;
}

/**
 * Returns the span of a finding in its part's text.
 *
 * @param root tree of the part's text; without one the span is at the start
 */
export function findingSpan(
  finding: Pick<Finding, 'path' | 'on'>,
  root: JsonNode | undefined,
  part: Pick<Part, 'text'>,
): Span {
  if (!root) return { start: 0, end: Math.min(1, part.text.length) };
  const { path, on = 'value' } = finding;
  const node = nodeAt(root, path);
  // A missing property is reported at the key of its object; without a key, at the opening brace.
  if (on === 'open') return keySpan(root, path) ?? beginning(node ?? root, part);
  if (on === 'key') return keySpan(root, path) ?? beginning(node ?? root, part);
  return node ? { start: node.offset, end: node.offset + node.length } : beginning(root, part);
}

function keySpan(root: JsonNode, path: Path): Span | undefined {
  const key = path.length > 0 ? keyNodeAt(root, path) : undefined;
  return key && { start: key.offset, end: key.offset + key.length };
}

/** Returns the opening brace of a value; in YAML, where a mapping has none, its first key. */
function beginning({ offset, children }: JsonNode, { text }: Pick<Part, 'text'>): Span {
  const key = children?.[0]?.children?.[0];
  const isBlock = key?.offset === offset && key.length > 0 && text[offset] !== '{' && text[offset] !== '[';
  return { start: offset, end: offset + (isBlock ? key.length : 1) };
}

/** Returns the only problem of a part that is not JSON. */
export function syntaxProblem(part: Part, { span, message, meant }: SyntaxFault): Problem {
  const fixes: FixPlan[] = meant
    ? [{ title: meant.title, do: 'replace', changes: [{ at: span, text: meant.text }] }]
    : [];
  return { rule: 'syntax', severity: 'error', message, part, span, fixes };
}

/** Returns whether a syntax error comes from dots that elide JSON, as documents write it: `[...]`, `{...}`, `"a": ...`. */
export function isElided(part: Part, fault: SyntaxFault): boolean {
  return !part.oneLine && ELISION.test(part.text.slice(fault.span.start, fault.span.start + 5));
}

const ELISION = /^\s*(\.\.\.|…)/;

/** Returns the only problem of deliberately elided JSON: nothing in it was checked. */
export function elidedProblem(part: Part, fault: SyntaxFault): Problem {
  const start = part.text.slice(fault.span.start).search(/\.\.\.|…/) + fault.span.start;
  const message = t`Part of this JSON is left out ("..."), so the block is not checked.`;
  const span = { start, end: start + (part.text[start] === '…' ? 1 : 3) };
  return { rule: 'syntax/elided', severity: 'info', message, part, span, fixes: [] };
}

/** Severities by rule id, or `family/*` for all of a family; `off` hides the findings. */
export type Severities = ReadonlyMap<string, Severity | 'off'>;

/** Returns the severity set for a rule, or for its family; undefined if neither is set. */
export function ruleSeverity(severities: Severities | undefined, rule: string): Severity | 'off' | undefined {
  if (!severities || severities.size === 0) return undefined;
  return severities.get(rule) ?? severities.get(`${familyOfRule(rule)}/*`);
}

const known = new WeakMap<readonly AnalysedPart[], readonly AnalysedPart[]>();

/** Returns the parts that have problems, in order. Most parts of a log have none. */
export function faultyParts(parts: readonly AnalysedPart[]): readonly AnalysedPart[] {
  const before = known.get(parts);
  if (before) return before;
  const faulty = parts.filter(hasProblems);
  known.set(parts, faulty);
  return faulty;
}

/** Copies the cached faulty parts of one list to another that has the same parts with problems. */
export function keepFaultyParts(before: readonly AnalysedPart[], after: readonly AnalysedPart[]): void {
  known.set(after, faultyParts(before));
}

export function hasProblems({ problems }: AnalysedPart): boolean {
  return problems.length > 0;
}
