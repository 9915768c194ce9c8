import type { AnalysedPart, Problem, Suppression } from '../model/analysis';
import type { Kind } from '../model/kind';
import type { KnownNames } from '../model/rule';
import type { Schema } from '../model/schema';
import type { Markdown, Part, Path, Position, Range, Span } from '../model/text';
import { positionAt, rangeOf } from '../parts/positions';
import { familyOfRule, ruleNameFault } from '../rules/ruleNames';
import { partitionPoint } from '../shared/arrays';
import { t } from '../shared/l10n';
import { applicableSchema, childSchema } from '../slots/applicableSchemas';
import { jsonComments } from '../text/json/parseJson';
import { isObject } from '../text/jsonPointer';
import { comparePositions, lastStartingUpTo } from '../text/lines';
import { memoizeByObject } from '../text/memoize';
import { yamlComments } from '../text/parseJsonOrYaml';
import { markdownComments } from '../text/parseMarkdown';
import { nearestWord } from '../text/similarNames';
import { limitFindings, omittedProblem } from './findingsToProblems';
import { IGNORE_PROPERTY, takesList, UNKNOWN_SUPPRESSION } from './ignoreProperty';
import { variantOf } from './recognise';

/**
 * Returns whether the author of a file has suppressed a problem at its place. A comment or a property `$ignore` can turn off one rule, the rules
 * of a family (a protocol), or all rules, for a span of text.
 */
export function isSuppressed(
  { rule, part, span }: Pick<Problem, 'rule' | 'part' | 'span'>,
  suppressions: readonly Suppression[],
): boolean {
  if (suppressions.length === 0) return false;
  const silent = suppressedSpans(suppressions);
  const start = positionAt(part, span.start);
  return (
    silent.get(rule)?.(start) === true ||
    silent.get(`${familyOfRule(rule)}/*`)?.(start) === true ||
    silent.get(rule === 'syntax' ? ALL_WITH_SYNTAX : ALL)?.(start) === true
  );
}

type Holds = (at: Position) => boolean;

const ALL = '';
/** The key for suppressions of all rules that also cover syntax errors. */
const ALL_WITH_SYNTAX = ' ';

/** By rule or family name: whether a position is in a span where it is suppressed. */
const suppressedSpans = memoizeByObject((suppressions: readonly Suppression[]): Map<string, Holds> => {
  const byName = new Map<string, Suppression[]>();
  const add = (name: string, one: Suppression) => {
    const some = byName.get(name);
    if (some) some.push(one);
    else byName.set(name, [one]);
  };
  for (const one of suppressions) {
    if (one.rules.length === 0) add(ALL, one);
    if (one.rules.length === 0 && !one.keepsSyntaxErrors) add(ALL_WITH_SYNTAX, one);
    for (const name of one.rules) if (!(name === 'syntax' && one.keepsSyntaxErrors)) add(name, one);
  }
  return new Map([...byName].map(([name, some]) => [name, holdsAny(some)]));
});

function holdsAny(suppressions: readonly Suppression[]): Holds {
  const sorted = suppressions.map(({ range }) => range).sort((one, two) => comparePositions(one.start, two.start));
  // For each suppression, the furthest end of those that begin at or before it.
  const ends: Position[] = [];
  for (const { end } of sorted) {
    const before = ends.at(-1);
    ends.push(before && comparePositions(before, end) > 0 ? before : end);
  }
  return at => {
    const begun = partitionPoint(sorted.length, index => comparePositions((sorted[index] as Range).start, at) <= 0);
    const end = ends[begun - 1];
    return end !== undefined && comparePositions(at, end) <= 0;
  };
}

interface SuppressionsInOptions {
  /** Includes a root that is split into parts. */
  parts: readonly Part[];
  markdownOf(part: Part): Markdown | undefined;
  known: KnownNames;
}

/** Returns the suppressions in a file's comments, and the problems of those comments. */
export function suppressionsIn({ parts, markdownOf, known }: SuppressionsInOptions): {
  suppressions: Suppression[];
  problems: Problem[];
} {
  const found = parts.flatMap(part => {
    if (part.lang === 'json' || !part.text.includes(COMMENT)) return [];
    if (part.lang !== 'markdown') {
      const comments = part.lang === 'yaml' ? yamlComments(part.text) : jsonComments(part.text);
      return [commentSuppressions({ part, comments, blocks: [] }, known)];
    }
    const markdown = markdownOf(part);
    if (!markdown) return [];
    const blocks = [...markdown.fences, ...markdown.tables].sort((one, two) => one.start - two.start);
    return [commentSuppressions({ part, comments: markdownComments(markdown), blocks }, known)];
  });
  return {
    suppressions: found.flatMap(one => one.suppressions),
    problems: found.flatMap(one => [...limitFindings(one.problems, omittedProblem)]),
  };
}

/** Adds problems to parts. A part that gets its first problems, and is not in the list yet, comes first. */
export function withProblems(parts: readonly AnalysedPart[], problems: readonly Problem[]): readonly AnalysedPart[] {
  if (problems.length === 0) return parts;
  const byPart = new Map<Part, Problem[]>();
  for (const problem of problems) {
    const some = byPart.get(problem.part);
    if (some) some.push(problem);
    else byPart.set(problem.part, [problem]);
  }
  const known = new Set(parts.map(({ part }) => part));
  const roots = [...byPart].filter(([part]) => !known.has(part));
  return [
    ...roots.map(([part, own]) => ({ part, value: undefined, problems: own })),
    ...parts.map(one => {
      const more = byPart.get(one.part);
      return more ? { ...one, problems: [...one.problems, ...more].sort(byPlace) } : one;
    }),
  ];
}

function byPlace(one: Problem, two: Problem): number {
  const [own, other] = [rangeOf(one.part, one.span).start, rangeOf(two.part, two.span).start];
  return own.line - other.line || own.character - other.character;
}

/** The prefix of all suppression comments: a text without it is not searched for comments. */
const COMMENT = 'agent-envelopes-';

interface CommentSuppressionsOptions {
  part: Part;
  /** In order, with their delimiters. */
  comments: readonly Span[];
  /** Fences and tables, in order. `disable-next-line` applies to all of one that begins on the next line. */
  blocks: readonly Span[];
}

/**
 * Returns the suppressions in a part's comments: `agent-envelopes-disable rule, rule` until `agent-envelopes-enable` or the end, and
 * `agent-envelopes-disable-next-line rule`. Without rules, all are suppressed. An unknown rule is a problem, and so is an unknown word
 * after `agent-envelopes-`.
 */
function commentSuppressions(
  { part, comments, blocks }: CommentSuppressionsOptions,
  { rules }: Pick<KnownNames, 'rules'>,
): { suppressions: Suppression[]; problems: Problem[] } {
  const suppressions: Suppression[] = [];
  const problems: Problem[] = [];
  const silence = (names: readonly string[], start: number, end: number) =>
    suppressions.push({
      rules: names,
      range: rangeOf(part, { start, end }),
      ...(part.lang !== 'markdown' && { keepsSyntaxErrors: true }),
    });
  // The start of each open suppression, by rule; undefined for all rules.
  const open = new Map<string | undefined, number>();
  for (const comment of comments) {
    const directive = directiveIn(part.text, comment);
    if (!directive) continue;
    if (!isWord(directive.says)) {
      problems.push(wordProblem(directive, part));
      // Leaves a mistyped end out of a suppression of all rules, so that its problem is reported.
      const start = open.get(undefined);
      if (start !== undefined) {
        silence([], start, comment.start);
        open.set(undefined, comment.end);
      }
      continue;
    }
    for (const one of directive.names) for (const problem of ruleNameProblems(one, part, rules)) problems.push(problem);
    const names = directive.names.map(({ name }) => name);
    if (directive.says === 'disable-next-line') {
      const { start, end } = nextLine(part, comment, blocks);
      silence(names, start, end);
    } else if (directive.says === 'disable') {
      for (const name of names.length > 0 ? names : [undefined]) if (!open.has(name)) open.set(name, comment.end);
    } else {
      for (const name of names.length > 0 ? names : [...open.keys()]) {
        const start = open.get(name);
        if (start !== undefined) silence(name === undefined ? [] : [name], start, comment.start);
        open.delete(name);
      }
    }
  }
  for (const [name, start] of open) silence(name === undefined ? [] : [name], start, part.text.length);
  return { suppressions, problems };
}

const WORDS = ['disable-next-line', 'disable', 'enable'] as const;

function isWord(word: string): word is (typeof WORDS)[number] {
  return WORDS.some(one => one === word);
}

interface Directive {
  /** The word after `agent-envelopes-`, valid or misspelt. */
  says: string;
  at: Span;
  names: { name: string; at: Span }[];
}

function directiveIn(text: string, { start, end }: Span): Directive | undefined {
  const comment = text.slice(start, end).replace(/(\*\/|-->)$/, '');
  // Includes a colon, or anything else that a word should not end in.
  const [head, says] = /^(?:\/\/|\/\*|<!--|#+)\s*agent-envelopes-([\w-]*[^\s\w]*)/.exec(comment) ?? [];
  if (head === undefined || says === undefined) return undefined;
  const names: Directive['names'] = [];
  for (const { 0: name, index } of comment.slice(head.length).matchAll(/[^\s,]+/g)) {
    // The reason follows two dashes.
    if (name === '--') break;
    const from = start + head.length + index;
    names.push({ name, at: { start: from, end: from + name.length } });
  }
  return { says, at: { start: start + head.length - says.length, end: start + head.length }, names };
}

function wordProblem({ says, at }: Directive, part: Part): Problem {
  const meant = meantWord(says);
  const shown = COMMENT + says.slice(0, 60);
  // A rule may follow the colon directly.
  const space = /^\s?$/.test(part.text.slice(at.end, at.end + 1)) ? '' : ' ';
  const fix = { title: t`Change to "${COMMENT + meant}"`, do: 'replace' as const };
  return {
    rule: UNKNOWN_SUPPRESSION,
    severity: 'warning',
    message:
      meant === undefined
        ? t`"${shown}" is not a directive; use one of ${WORDS.map(word => `"${COMMENT}${word}"`).join(', ')}.`
        : t`"${shown}" is not a directive; did you mean "${COMMENT + meant}"?`,
    part,
    span: { start: at.start - COMMENT.length, end: at.end },
    fixes: meant === undefined ? [] : [{ ...fix, changes: [{ at, text: `${meant}${space}` }] }],
  };
}

function meantWord(word: string): string | undefined {
  if (/line/i.test(word)) return 'disable-next-line';
  return nearestWord(word, WORDS) ?? WORDS.slice(1).find(one => word.toLowerCase().startsWith(one));
}

// Markdown usually has a blank line between a comment and its block.
const BLANK_LINES = /(?:[ \t>]*\r?\n)*/y;

function nextLine({ text, lang }: Part, comment: Span, blocks: readonly Span[]): Span {
  let start = text.indexOf('\n', comment.end) + 1;
  if (start === 0) return { start: text.length, end: text.length };
  if (lang === 'markdown') {
    BLANK_LINES.lastIndex = start;
    start += BLANK_LINES.exec(text)?.[0].length ?? 0;
  }
  const until = text.indexOf('\n', start);
  const end = until < 0 ? text.length : until;
  const first = blocks[lastStartingUpTo(blocks, start - 1) + 1];
  const block = first && first.start <= end ? first : undefined;
  return { start, end: Math.max(end, block?.end ?? 0) };
}

function ruleNameProblems({ name, at }: Directive['names'][number], part: Part, rules: KnownNames['rules']): Problem[] {
  const fault = ruleNameFault(name, rules);
  if (!fault) return [];
  const { message, meant } = fault;
  const fix = { title: t`Change to "${String(meant)}"`, do: 'replace' as const, changes: [{ at, text: meant ?? '' }] };
  return [
    {
      rule: UNKNOWN_SUPPRESSION,
      severity: 'warning',
      message,
      part,
      span: at,
      fixes: meant === undefined ? [] : [fix],
    },
  ];
}

/**
 * Returns whether a list in one of the enclosing objects ignores a rule at a path. For values without an analysis. Only valid lists count,
 * as in `readIgnoreLists`.
 */
export function isIgnored(value: unknown, kind: Kind, path: Path, rule: string): boolean {
  const { schema } = variantOf(kind, value);
  let here = value;
  let inEffect: Schema | undefined = applicableSchema(schema, schema, value);
  for (const step of [undefined, ...path]) {
    if (step !== undefined) {
      if (!(isObject(here) || Array.isArray(here)) || !Object.hasOwn(here, step)) return false;
      const below: Schema | undefined =
        inEffect && childSchema(inEffect, Array.isArray(here) ? Number(step) : String(step));
      here = (here as Record<string | number, unknown>)[step];
      inEffect = below && applicableSchema(below, schema, here);
    }
    const list =
      isObject(here) && Object.hasOwn(here, IGNORE_PROPERTY) && takesList(inEffect) ? here[IGNORE_PROPERTY] : undefined;
    if (Array.isArray(list) && (list.includes(rule) || list.includes(`${familyOfRule(rule)}/*`))) return true;
  }
  return false;
}
