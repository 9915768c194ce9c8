import type { Problem } from '../model/analysis';
import type { Kind, Recognition, Variant } from '../model/kind';
import type { CheckedEnvelope, Facts, Finding, FixPlan, Rule } from '../model/rule';
import type { Contract, Severity } from '../model/schema';
import type { Part, Path, Span } from '../model/text';
import { partText, partTree } from '../parts/rootPart';
import { envelopeRules } from '../rules/index';
import { t } from '../shared/l10n';
import { hasLoneSurrogate, quoteName } from '../text/characters';
import { type DuplicateKey, duplicateKeys, duplicatesBelow } from '../text/json/duplicateKeys';
import type { WrittenAt } from '../text/json/losslessJson';
import { type JsonNode, keyNodeAt, nodeAt, nodeValue } from '../text/json/parseJson';
import { atPath, isObject } from '../text/jsonPointer';
import { memoizeByObjects } from '../text/memoize';
import {
  findingSpan,
  limitFindings,
  MOST_FINDINGS,
  omittedMessage,
  ruleSeverity,
  type Severities,
} from './findingsToProblems';
import { IGNORE_PROPERTY, type IgnoreList, readIgnoreLists } from './ignoreProperty';
import { contractFindings, omittedFinding, type SchemaFinding } from './schemaFindings';

type Found = Finding & { rule: string; severity: Severity };

/** The parameters of `envelopeProblems`, which checks one envelope. */
export type EnvelopeOptions = Pick<CheckedEnvelope, 'facts' | 'known' | 'where' | 'uri' | 'files' | 'isDemanded'> & {
  rules: readonly Rule[];
  severities?: Severities | undefined;
  /** Restricts the result to problems below this path; absent for all problems. The positions of other problems need not be computed. */
  within?: Path | undefined;
  /** Whether to apply a rule; if absent, all apply. */
  isAsked?: ((rule: Rule) => boolean) | undefined;
  /** No object of the text has a key twice, so that its tree need not be built to look for one. */
  hasUniqueKeys?: boolean;
};

/** Checks an envelope against its schema and the rules of its family, and returns the problems with their positions in the text. */
export function envelopeProblems(
  part: Pick<Part, 'text' | 'lang'>,
  envelope: Record<string, unknown>,
  recognition: Recognition,
  around: EnvelopeOptions,
): Judgement {
  const known = withoutSchemaKey(envelope);
  const { variant } = recognition;
  const read = part.text.includes(IGNORE_PROPERTY) ? readIgnoreLists(known, variant.schema, around.known) : undefined;
  const value = (read?.value ?? known) as Record<string, unknown>;
  const bySchema = contractFindings(variant, value, around.facts, numberIn(part)).map(finding => {
    if (finding.standsForErrors) return { ...finding, severity: 'error' as const };
    return isPlaceholder(finding, value, around) ? asInformation(finding) : finding;
  });
  const found = ruleFindings(part, value, kindWithSchema(recognition), around);
  const { claims } = found;
  const byRules = [...(read?.findings ?? []), ...found.byRules];
  const lists = read?.lists ?? [];
  const ofText = textProblems(part, envelope, around);
  if (bySchema.length === 0 && byRules.length === 0 && lists.length === 0)
    return ofText.length === 0 ? NOTHING : { problems: ofText, silent: NOTHING.silent };
  const findings = withoutEchoes(
    bySchema.filter(({ path, keyword }) => !claims.has(claimKey(path, keyword))),
    byRules,
  ).filter(isWithin(around.within));
  const silent = ignoredSpans(lists.filter(isWithin(around.within)), part);
  return { problems: [...toProblems(findings, part, around), ...ofText], silent };
}

/** The result of checking an envelope: its problems, and the spans of text in which the author ignores rules. */
export interface Judgement {
  problems: readonly Omit<Problem, 'part'>[];
  silent: readonly { rules: readonly string[]; span: Span }[];
}

function numberIn(part: Pick<Part, 'text' | 'lang'>): WrittenAt {
  return path => {
    const root = partTree(part);
    const node = root && nodeAt(root, path);
    return node?.type === 'number' ? partText(part, { start: node.offset, end: node.offset + node.length }) : undefined;
  };
}

/** Returns a recognised kind with the schema of the envelope's dialect. */
function kindWithSchema({ kind, variant }: Recognition): Kind {
  return variant === kind ? kind : withSchemaOf(kind, variant);
}

const withSchemaOf = memoizeByObjects((kind: Kind, { schema }: Variant): Kind => ({ ...kind, schema }));

function textProblems(
  part: Pick<Part, 'text' | 'lang'>,
  envelope: Record<string, unknown>,
  { isDemanded = false, hasUniqueKeys = false }: EnvelopeOptions,
): Judgement['problems'] {
  const duplicates = hasUniqueKeys ? [] : duplicateKeyProblems(part, envelope);
  // An extreme number is read as infinite or 0. A duplicate key may hide it, and an id in a text may look like one.
  const isExtreme =
    mayHaveExtreme(part.text) && (part.lang !== 'json' || duplicates.length > 0 || hasLimitNumber(envelope));
  const ambiguous = ambiguousJsonProblems(part, envelope, isDemanded, isExtreme);
  if (duplicates.length === 0 && ambiguous.length === 0) return NOTHING.problems;
  const found = [...duplicates, ...ambiguous];
  return isDemanded ? found.map(problem => ({ ...problem, severity: 'error' })) : found;
}

/** Returns the problems that rules find in a whole envelope, without schema errors. */
export function problemsByRules(
  part: Pick<Part, 'text' | 'lang'>,
  envelope: Record<string, unknown>,
  recognition: Recognition,
  around: EnvelopeOptions,
): Judgement['problems'] {
  const value = withoutSchemaKey(envelope);
  return toProblems(ruleFindings(part, value, kindWithSchema(recognition), around).byRules, part, around);
}

/** Checks a deliberately elided envelope: runs only the rules that accept elided envelopes. */
export function elidedEnvelopeProblems(
  part: Part,
  envelope: Record<string, unknown>,
  kind: Kind,
  around: Omit<EnvelopeOptions, 'rules'>,
): Omit<Problem, 'part'>[] {
  const isAsked = (rule: Rule) => rule.ofElided === true;
  const { byRules } = ruleFindings(part, withoutSchemaKey(envelope), kind, { rules: [], ...around, isAsked });
  return toProblems(byRules, part, around);
}

// The part is no property of the options: this runs for each line of a log, and V8 takes a microsecond for a property behind a spread.
function ruleFindings(
  part: Pick<Part, 'text' | 'lang'>,
  value: Record<string, unknown>,
  kind: Kind,
  { rules, severities, isAsked, facts, known, where, uri, files, isDemanded }: EnvelopeOptions,
): { byRules: Found[]; claims: Set<string> } {
  const byRules: Found[] = [];
  const claims = new Set<string>();
  const on: CheckedEnvelope = {
    value,
    kind,
    facts,
    known,
    where,
    isDemanded,
    files,
    uri,
    mayHold: words => part.lang !== 'json' || part.text.includes(words) || part.text.includes(ESCAPED),
    numberAt: numberIn(part),
    faultsOf: (one, contract) => faultsOf(one, contract, facts),
    schemaProblemsOf: (one, contract) => contractFindings(contract, one, facts),
  };
  const check = (rule: Rule) => {
    // A rule that is off claims no findings either.
    if (isAsked?.(rule) === false || ruleSeverity(severities, rule.id) === 'off') return;
    rule.check(on, finding => {
      const isError = rule.guards && isDemanded;
      byRules.push({ severity: rule.severity, ...finding, ...(isError && { severity: 'error' }), rule: rule.id });
      for (const keyword of rule.claims ?? []) claims.add(claimKey(finding.path, keyword));
    });
  };
  if (!kind.fileNames) envelopeRules.forEach(check);
  rules.forEach(check);
  return { byRules, claims };
}

// JSON may write any character by its number.
const ESCAPED = '\\u';

function toProblems(
  findings: readonly Found[],
  part: Pick<Part, 'text' | 'lang'>,
  { severities }: Pick<EnvelopeOptions, 'severities'>,
): Omit<Problem, 'part'>[] {
  if (findings.length === 0) return [];
  const root = partTree(part);
  return limitShown(findings, severities, omittedFinding)
    .map(({ rule, severity, message, fixes = [], declarations = [], ...finding }) => ({
      rule,
      severity,
      message,
      fixes,
      ...(declarations.length > 0 && { declarations }),
      ...(finding.missing !== undefined && { missing: finding.missing }),
      ...(finding.omitted !== undefined && { omitted: finding.omitted }),
      span: findingSpan(finding, root, part),
    }))
    .sort((one, two) => one.span.start - two.span.start);
}

/** Limits the findings of each rule. Findings of rules that are off do not count. */
export function limitShown<F extends { rule: string; severity: Severity; omitted?: number }>(
  findings: readonly F[],
  severities: Severities | undefined,
  notice: (first: F, omitted: number, message: string) => F,
): readonly F[] {
  if (findings.length <= MOST_FINDINGS) return findings;
  return limitFindings(
    findings.filter(({ rule }) => ruleSeverity(severities, rule) !== 'off'),
    notice,
  );
}

/** Returns whether a problem says that the value at a span breaks its contract; a rule's finding at that span would repeat it. */
export function breaksSchema({ rule, span }: Pick<Problem, 'rule' | 'span'>, { start, end }: Span): boolean {
  return rule.startsWith('schema/') && span.start === start && span.end === end;
}

// In an example in a document, placeholders stand in for values.
function isPlaceholder(
  { path, on, missing }: Found,
  value: unknown,
  { where }: Pick<EnvelopeOptions, 'where'>,
): boolean {
  if (where !== 'block' || on === 'key' || missing !== undefined) return false;
  const found = atPath(value, path);
  return found === '...' || found === '…';
}

function asInformation(finding: SchemaFinding): SchemaFinding {
  return { ...finding, severity: 'info' };
}

const NOTHING: Judgement = { problems: [], silent: [] };

// A finding that counts omitted problems stands at the root, and is always kept.
function isWithin(outer: Path | undefined): (one: { path: Path; omitted?: number }) => boolean {
  return ({ path, omitted }) => omitted !== undefined || outer?.every((step, depth) => path[depth] === step) !== false;
}

function ignoredSpans(lists: readonly IgnoreList[], part: Pick<Part, 'text' | 'lang'>): Judgement['silent'] {
  if (lists.length === 0) return NOTHING.silent;
  const root = partTree(part);
  return lists.map(({ path, rules }) => ({ rules, span: memberSpan(path, root, part) }));
}

// `$schema` is for tools: it is allowed also in kinds that allow no other properties.
function withoutSchemaKey(envelope: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(envelope, '$schema')) return envelope;
  const { $schema: _, ...value } = envelope;
  return value;
}

// A rule's finding for a value that breaks the contract is the same fault; only its fixes are added.
function withoutEchoes(bySchema: readonly Found[], byRules: readonly Found[]): Found[] {
  const broken = new Map(bySchema.filter(isOfValue).map(finding => [JSON.stringify(finding.path), finding]));
  const said = byRules.filter(finding => {
    const same = isOfValue(finding) && broken.get(JSON.stringify(finding.path));
    // A generated value is not offered if a rule knows the intended one.
    if (same && finding.fixes?.length && (same.fixes ?? []).every(fix => fix.do === 'fill')) same.fixes = finding.fixes;
    return !same;
  });
  return [...bySchema, ...said];
}

function isOfValue({ on = 'value', missing }: Found): boolean {
  return on === 'value' && missing === undefined;
}

function claimKey(path: Path, keyword: string): string {
  return JSON.stringify([path, keyword]);
}

// Includes the key: missing properties are reported there.
function memberSpan(path: Path, root: JsonNode | undefined, part: Pick<Part, 'text' | 'lang'>): Span {
  const node = root && nodeAt(root, path);
  if (!root || !node || path.length === 0) return { start: 0, end: part.text.length };
  return { start: keyNodeAt(root, path)?.offset ?? node.offset, end: node.offset + node.length };
}

/**
 * Checks a value against a contract. The findings do not name the violated keyword, since they become findings of the rule that calls this.
 */
function faultsOf(value: unknown, contract: Contract & Pick<Kind, 'toolCall'>, facts: Facts): Finding[] {
  return contractFindings(contract, value, facts).map(({ rule: _, keyword: __, ...finding }) => finding);
}

/** Reports each overwritten value of duplicate keys, at its key. The parsed value no longer has these values. */
function duplicateKeyProblems(part: Pick<Part, 'text' | 'lang'>, value: unknown): Omit<Problem, 'part'>[] {
  const duplicates = duplicatesOf(part, value);
  if (duplicates.length === 0) return [];
  const json = jsonOfNodes();
  const problems = duplicates.slice(0, MOST_FINDINGS).flatMap(duplicate => {
    const key = duplicate.lost.children?.[0];
    if (!key) return [];
    const isSame = isRepeated(duplicate, json);
    const shown = JSON.stringify(String(key.value).slice(0, 60));
    return {
      rule: 'envelope/duplicate-key',
      severity: 'warning' as const,
      message: isSame
        ? t`${shown} appears again in this object, with the same value; keep one of them.`
        : t`${shown} appears again in this object, and only the last one counts; keep the one that is meant.`,
      span: { start: key.offset, end: key.offset + key.length },
      fixes: isSame ? removal(part, duplicate) : [],
    };
  });
  const omitted = duplicates.length - MOST_FINDINGS;
  const [first] = problems;
  if (!first || omitted <= 0) return problems;
  return [...problems, { ...first, omitted, message: omittedMessage(omitted), fixes: [] }];
}

function duplicatesOf(part: Pick<Part, 'text' | 'lang'>, value: unknown): DuplicateKey[] {
  if (part.lang !== 'yaml') return duplicateKeys(part.text, value, part.lang === 'jsonc' ? 'jsonc' : 'json');
  const root = partTree(part);
  return root ? duplicatesBelow(root) : [];
}

function isRepeated({ lost, kept }: DuplicateKey, json: (node: JsonNode) => string): boolean {
  const [one, two] = [lost.children?.[1], kept.children?.[1]];
  return one !== undefined && two !== undefined && json(one) === json(two);
}

// Caches the JSON of the value that wins: it may be long, and every overwritten value is compared with it.
function jsonOfNodes(): (node: JsonNode) => string {
  const known = new Map<JsonNode, string>();
  return node => {
    const json = known.get(node) ?? JSON.stringify(nodeValue(node));
    known.set(node, json);
    return json;
  };
}

// Removes up to and including the comma before the next property, unless a comment is in between.
function removal({ text }: Pick<Part, 'text'>, { lost, kept, next }: DuplicateKey): FixPlan[] {
  const at = { start: lost.offset, end: next.offset };
  if (!/^\s*,\s*$/.test(text.slice(lost.offset + lost.length, next.offset))) return [];
  // Compares the written texts: a number may have more digits than a double holds.
  const certain = jsonOf(text, lost) === jsonOf(text, kept);
  return [{ title: t`Remove the first one`, do: 'replace', changes: [{ at, text: '' }], certain }];
}

function jsonOf(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}

/**
 * Reports JSON that parsers interpret differently, at each place up to a limit. Checks names and texts only in envelopes of a requested
 * kind (`--as`); elsewhere they are harmless.
 */
function ambiguousJsonProblems(
  part: Pick<Part, 'text' | 'lang'>,
  value: unknown,
  isDemanded: boolean,
  isExtreme: boolean,
): Omit<Problem, 'part'>[] {
  const replaced = isDemanded ? -1 : part.text.indexOf(REPLACEMENT);
  if (!isDemanded && !isExtreme && replaced < 0) return [];
  const all: Finding[] = [];
  collectFindings(value, [], all);
  const found = isDemanded ? all : all.filter(({ path }) => typeof atPath(value, path) === 'number');
  const root = found.length > 0 || isExtreme ? partTree(part) : undefined;
  const spans = [
    ...found.map(finding => ({ message: finding.message, span: findingSpan(finding, root, part) })),
    ...(isExtreme ? vanishingNumbers(root, part.text) : []),
    // Standard input of a demanded kind is refused unless all of its bytes are UTF-8.
    ...(replaced < 0 ? [] : [{ message: NOT_UTF8, span: { start: replaced, end: replaced + 1 } }]),
  ];
  return spans.map(({ message, span }) => ({
    rule: 'envelope/ambiguous-json',
    severity: 'warning',
    message,
    span,
    fixes: [],
  }));
}

// Not recursive: `JSON.parse` accepts deeper nesting than the stack allows.
function hasLimitNumber(value: object): boolean {
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const key in one) {
      const member = (one as Record<string, unknown>)[key];
      if (typeof member === 'object' && member !== null) open.push(member);
      else if (typeof member === 'number' && (member === 0 || !Number.isFinite(member))) return true;
    }
  }
  return false;
}

/** Non-zero numbers that a double holds as zero. */
function vanishingNumbers(root: JsonNode | undefined, text: string): { message: string; span: Span }[] {
  const found: { message: string; span: Span }[] = [];
  const pending = root ? [root] : [];
  while (pending.length > 0 && found.length < MOST) {
    const { type, value, offset, length, children = [] } = pending.pop() as JsonNode;
    if (type === 'number' && value === 0 && NOT_ZERO.test(text.slice(offset, offset + length))) {
      found.push({ message: VANISHING, span: { start: offset, end: offset + length } });
    }
    pending.push(...children);
  }
  return found;
}

const NOT_ZERO = /^[-0.]*[1-9]/;
const VANISHING = t`This number is too small for JSON readers: most read it as 0.`;
const REPLACEMENT = '\uFFFD';
const NOT_UTF8 = t`This replacement character stands for bytes that were not valid UTF-8. Save the file as UTF-8, or write \\ufffd if you mean this character.`;
const EXTREME = /\d[eE][+-]?\d{3}/;
/** The digits of a number that is too long for a double. */
const LONG = 309;
const LONG_NUMBER = new RegExp(`\\d{${LONG}}`);

// Called for each line of a log. A pattern for long numbers alone would begin at each digit: these are looked for where one would have to be.
function mayHaveExtreme(text: string): boolean {
  if (EXTREME.test(text)) return true;
  for (let at = LONG - 1; at < text.length; at += LONG) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code < ZERO + 10 && LONG_NUMBER.test(text.slice(at - LONG + 1, at + LONG))) return true;
  }
  return false;
}

const ZERO = 0x30;

const MOST = 20;
// Positions are unknown in text nested more deeply.
const DEEPEST = 500;

function collectFindings(value: unknown, path: Path, found: Finding[]): void {
  if (found.length >= MOST || path.length > DEEPEST) return;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    found.push({ path, message: t`This number is too large for JSON readers: some read it as infinite, others fail.` });
  } else if (typeof value === 'string' && hasLoneSurrogate(value)) {
    found.push({ path, message: t`This text contains a lone surrogate, ${lostHalf}` });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => collectFindings(item, [...path, index], found));
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const at = [...path, key];
      const fault = keyFault(key, value[key]);
      if (fault) found.push({ path: at, on: 'key', message: fault });
      collectFindings(value[key], at, found);
    }
  }
}

const lostHalf = t`which UTF-8 cannot encode: some readers replace it, others fail. Write the whole character.`;

function keyFault(key: string, value: unknown): string | undefined {
  if (key === '__proto__' || (key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype'))) {
    return t`"${key}" can change the prototype of all objects in JavaScript (prototype pollution); remove it.`;
  }
  return hasLoneSurrogate(key) ? t`${quoteName(key)} contains a lone surrogate, ${lostHalf}` : undefined;
}
