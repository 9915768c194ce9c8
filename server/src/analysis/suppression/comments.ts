import type { Problem, Suppression } from '../../model/analysis';
import type { Part } from '../../model/part';
import type { KnownNames } from '../../model/rule';
import type { Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { ruleNameFault } from '../../rules/ruleNames';
import { nearestWord } from '../../text/names/nearestWord';
import { lastStartingUpTo } from '../../text/spansWithin';
import { UNKNOWN_SUPPRESSION } from './unknownSuppression';

/** The prefix of all suppression comments: a text without it is not searched for comments. */
export const COMMENT = 'agent-envelopes-';

interface CommentSuppressionsOptions {
  part: Part;
  /** In order, with their delimiters. */
  comments: readonly Span[];
  /** Fences and tables, to which `disable-next-line` applies as a whole where they begin on the next line. In order. */
  blocks: readonly Span[];
}

/**
 * The suppressions in a part's comments: `agent-envelopes-disable rule, rule` until `agent-envelopes-enable` or the
 * end, and `agent-envelopes-disable-next-line rule`. Without rules, all are suppressed. An unknown rule is a problem,
 * and so is an unknown word after `agent-envelopes-`.
 */
export function commentSuppressions(
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
  // Where each suppression begins, by rule; undefined for all rules.
  const open = new Map<string | undefined, number>();
  for (const comment of comments) {
    const directive = directiveIn(part.text, comment);
    if (!directive) continue;
    if (!isWord(directive.says)) {
      problems.push(wordProblem(directive, part));
      // Where all rules are suppressed, a mistyped end of that is not.
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
  /** The word after `agent-envelopes-`: one of the known ones, or a misspelt one. */
  says: string;
  at: Span;
  names: { name: string; at: Span }[];
}

function directiveIn(text: string, { start, end }: Span): Directive | undefined {
  const comment = text.slice(start, end).replace(/(\*\/|-->)$/, '');
  // Includes a colon, or anything else that a word should not end in.
  const [head, says] = /^(?:\/\/|\/\*|<!--)\s*agent-envelopes-([\w-]*[^\s\w]*)/.exec(comment) ?? [];
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
  const shown = `"${COMMENT}${says.slice(0, 60)}" is not a directive`;
  const hint = meant === undefined ? `use one of ${WORDS.map(word => `"${COMMENT}${word}"`).join(', ')}.` : undefined;
  // A rule may follow the colon directly.
  const space = /^\s?$/.test(part.text.slice(at.end, at.end + 1)) ? '' : ' ';
  const fix = { title: `Change to "${COMMENT}${meant}"`, do: 'replace' as const };
  return {
    rule: UNKNOWN_SUPPRESSION,
    severity: 'warning',
    message: `${shown}; ${hint ?? `did you mean "${COMMENT}${meant}"?`}`,
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
  const fix = { title: `Change to "${meant}"`, do: 'replace' as const, changes: [{ at, text: meant ?? '' }] };
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
