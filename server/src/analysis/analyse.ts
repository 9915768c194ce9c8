import type { AnalysedPart, Analysis, Problem } from '../model/analysis';
import type { Family, Recognition } from '../model/family';
import type { Part } from '../model/part';
import type { Facts } from '../model/rule';
import type { SourceFile } from '../model/text';
import { split } from '../parts/split';
import { type Parsed, parseJson } from '../text/json';
import { isObject } from '../text/pointer';
import { envelopeProblems } from './envelopeProblems';
import { article } from './faultMessage';
import { type Association, raisedByNeighbours, recognise } from './recognise';
import { elidedProblem, isElided, syntaxProblem } from './syntaxProblem';

/** What an analysis rests on besides the file. A new object means: analyse anew. */
export interface Context {
  families: readonly Family[];
  facts: Facts;
  /** What the user says that a file holds. */
  association(uri: string): Association;
}

/** Results by the text of a part, of the file as it was before: what has not changed is not done again. */
export type Cache = Map<string, Remembered>;

interface Remembered {
  parsed: Parsed;
  recognition: Recognition | undefined;
  /** For the recognition that was in force. */
  judged?: { kind: string; sure: boolean; problems: readonly Omit<Problem, 'part'>[] };
}

/**
 * Splits a file, recognises its parts, and checks them. Each part is judged by itself: one that is broken hides no other.
 * A kind that is only maybe gets no problems, and a part of no kind nothing at all.
 *
 * @param before of the same file and context; the result's cache holds what of it is still in use.
 */
export function analyse(
  file: SourceFile,
  context: Context,
  before: Cache = new Map(),
): { analysis: Analysis; cache: Cache } {
  const association = associationOf(file.uri, context);
  const cache: Cache = new Map();
  const read = split(file).map(part => {
    const key = cacheKey(part);
    const remembered = cache.get(key) ?? before.get(key) ?? readPart(part, context, association);
    cache.set(key, remembered);
    return { part, remembered };
  });
  const recognitions = raisedByNeighbours(read.map(({ remembered }) => remembered.recognition));
  const isLog = recognitions.some(one => one?.sure);
  const parts = read.map(({ part, remembered }, index): AnalysedPart => {
    const recognition = recognitions[index];
    const problems = problemsOf(part, remembered, recognition, {
      context,
      inLog: isLog && (part.oneLine || part.parent !== undefined),
      inDocument: file.lang === 'markdown',
    });
    return { part, value: remembered.parsed.value, problems, ...(recognition && { recognition }) };
  });
  return { analysis: { file, parts: withShell(parts) }, cache };
}

// In a document blocks of JSON and of JSON with comments may have the same text.
function cacheKey({ lang, text }: Part): string {
  return lang === 'jsonc' ? `jsonc\0${text}` : text;
}

/** What is said of a file besides what stands in it; of some files it goes without saying that they are none of ours. */
export function associationOf(uri: string, context: Context): Association {
  return /\/(package(-lock)?|tsconfig[^/]*|jsconfig)\.json$/.test(uri) ? 'none' : context.association(uri);
}

function readPart(part: Part, context: Context, association: Association): Remembered {
  if (part.text.trim() === '') return { parsed: { value: undefined }, recognition: undefined };
  const parsed = parseJson(part.text, part.lang === 'markdown' ? 'json' : part.lang);
  return { parsed, recognition: recognise(parsed.value, context.families, association) };
}

function problemsOf(
  part: Part,
  remembered: Remembered,
  recognition: Recognition | undefined,
  { context, inLog, inDocument }: { context: Context; inLog: boolean; inDocument: boolean },
): Problem[] {
  const { fault, value } = remembered.parsed;
  if (fault) {
    // A line that can't be read in a log of envelopes was meant to be one.
    if (!recognition?.sure && !inLog) return [];
    return [inDocument && isElided(part, fault) ? elidedProblem(part, fault) : syntaxProblem(part, fault)];
  }
  if (!recognition?.sure || !isObject(value))
    return recognition?.by === 'association' && value !== undefined ? [notAnObject(part, recognition)] : [];
  const { kind, sure } = recognition;
  if (remembered.judged?.kind !== kind.id || remembered.judged.sure !== sure) {
    const family = context.families.find(one => one.kinds.includes(kind));
    const problems = envelopeProblems(part, value, kind, { rules: family?.rules ?? [], facts: context.facts });
    remembered.judged = { kind: kind.id, sure, problems };
  }
  return remembered.judged.problems.map(problem => ({ ...problem, part }));
}

function notAnObject(part: Part, { kind }: Recognition): Problem {
  const start = Math.max(0, part.text.search(/\S/));
  const message = `This must be an object: by its association it is ${article(kind.title)}.`;
  return {
    rule: 'schema/type',
    severity: 'error',
    message,
    part,
    span: { start, end: part.text.trimEnd().length },
    fixes: [],
  };
}

// The brackets and commas around the elements of a root array belong to none of them.
function withShell(parts: AnalysedPart[]): AnalysedPart[] {
  const root = parts[0]?.part.parent;
  if (!root || root.lang === 'markdown') return parts;
  if (!parts.some(({ recognition }) => recognition?.sure) || parts.some(hasSyntaxFault)) return parts;
  const { fault } = parseJson(root.text, root.lang);
  if (!fault) return parts;
  return [...parts, { part: root, value: undefined, problems: [syntaxProblem(root, fault)] }];
}

function hasSyntaxFault({ problems }: AnalysedPart): boolean {
  return problems.some(({ rule }) => rule.startsWith('syntax'));
}
