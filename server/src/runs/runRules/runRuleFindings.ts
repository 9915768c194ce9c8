import { schemaFindings } from '../../analysis/schemaFindings';
import { familiesWithIds } from '../../families/familyOfKind';
import type { Family } from '../../model/family';
import { type AskedEnvelope, type Primitive, type RunFinding, UNJUDGED } from '../../model/rule';
import type { Severity } from '../../model/schema';
import { addToList } from '../../shared/arrays';
import { type Entry, type FileRecord, familyOf } from '../reading/fileRecord';
import type { RunRuleFile } from './runRuleFiles';

/** A problem that a run rule, a rule about several envelopes of a workflow run, found in a part of a file. */
export interface RunRuleFinding extends Omit<RunFinding, 'at' | 'severity'> {
  part: Entry['part'];
  /** The id of the envelope's kind. */
  kind: string;
  rule: string;
  severity: Severity;
}

/**
 * Converts a report of a run rule to findings. If the rule expects the envelope to be of another kind, each schema error under that kind is a
 * finding.
 */
export function foundInRun(
  { expects, ...finding }: RunFinding,
  { id, severity, configured }: Pick<RunRuleFinding, 'severity'> & { id: string; configured: Severity | undefined },
  families: readonly Family[],
): RunRuleFinding[] {
  const { at, ...rest } = finding;
  const own = {
    ...rest,
    part: at.part,
    kind: at.draft.kind,
    rule: id,
    severity: configured ?? finding.severity ?? severity,
  };
  if (expects === undefined) return [own];
  const kind = familiesWithIds(families, new Set([familyOf({ kind: expects })]))
    .flatMap(({ kinds }) => kinds)
    .find(one => one.id === expects);
  if (!kind) return [];
  const said = at.ask(({ value }) => {
    const errors = schemaFindings(kind, value()).filter(one => one.severity === 'error');
    return JSON.stringify(errors.map(({ path, on, message }) => ({ path, on, message })));
  });
  return (JSON.parse(said) as Pick<RunFinding, 'path' | 'on' | 'message'>[]).map(error => ({
    ...own,
    ...error,
    message: `${finding.message} ${error.message}`,
  }));
}

/** Findings by file URI. */
export type FindingsByFile = ReadonlyMap<string, readonly RunRuleFinding[]>;

export interface JudgeRunsOptions {
  /** All files of the folder are included, so an envelope that is in none of them is missing. */
  isWhole: boolean;
  /** The URI of one of the files: checks only the runs that it belongs to, and only this file if all files together exceed the limits. */
  of?: string | undefined;
}

/** The findings in the runs of some files, with all inputs that they depend on except the context. */
export interface Judgement {
  options: JudgeRunsOptions;
  files: readonly FileRecord[];
  answers: Answers;
  findings: Map<string, RunRuleFinding[]>;
}

/** The questions of rules about entries, with the answers. */
export type Answers = Map<Entry, Answer[]>;

export interface Answer {
  question: (about: AskedEnvelope) => Primitive;
  answer: Primitive;
}

/** Answers a rule's question about an entry, and records the answer. */
export function askAbout<A extends Primitive>(
  entry: Entry,
  { valueIn }: RunRuleFile,
  { answers, question }: { answers: Answers; question: (about: AskedEnvelope) => A },
): A {
  const answer = question({ title: entry.title, value: () => valueIn(entry.part) });
  addToList(answers, entry, { question, answer });
  return answer;
}

/**
 * Reuses a judgement for edited files. Undefined if an edit changed something that a rule has looked at: a draft, or the answer to a
 * question.
 */
export function judgementAfterEdit(
  before: Judgement,
  files: readonly RunRuleFile[],
  options: JudgeRunsOptions,
): Judgement | undefined {
  const { answers } = before;
  if (options.isWhole !== before.options.isWhole || options.of !== before.options.of) return undefined;
  if (files.length !== before.files.length) return undefined;
  const replaced: [Entry, Entry][] = [];
  for (const [index, file] of files.entries()) {
    const last = before.files[index] as FileRecord;
    const { uri, entries } = file.record;
    if (uri !== last.uri || entries.length !== last.entries.length) return undefined;
    if (entries === last.entries) continue;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] as Entry;
      const known = last.entries[at] as Entry;
      // An entry stays the same object as long as the text that it was read from is unchanged.
      if (entry === known) continue;
      if (!isSameForRules(entry, known) || !answersAlike(entry, file, answers.get(known))) return undefined;
      replaced.push([known, entry]);
    }
  }
  for (const [known, entry] of replaced) {
    const kept = answers.get(known);
    answers.delete(known);
    if (kept) answers.set(entry, kept);
  }
  return { ...before, files: files.map(({ record }) => record) };
}

function answersAlike(entry: Entry, { valueIn }: RunRuleFile, known: readonly Answer[] = []): boolean {
  let value: { is: unknown } | undefined;
  return isAnsweredAlike(
    {
      title: entry.title,
      value() {
        value ??= { is: valueIn(entry.part) };
        return value.is;
      },
    },
    known,
  );
}

/** Returns whether the questions that rules have asked about an envelope have the same answers now. */
export function isAnsweredAlike(about: AskedEnvelope, known: readonly Answer[]): boolean {
  return known.every(({ question, answer }) => Object.is(question(about), answer));
}

const IGNORED: ReadonlySet<string> = new Set(UNJUDGED satisfies readonly (keyof Entry)[]);

/** Returns whether two entries are equal for rules: compares texts, numbers, and lists and objects of them. */
export function isSameForRules(one: unknown, other: unknown, ignored = IGNORED): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  let difference = 0;
  for (const key in one) {
    if (ignored.has(key)) continue;
    if (!isSameForRules(one[key as never], other[key as never], NONE)) return false;
    difference++;
  }
  for (const key in other) if (!ignored.has(key)) difference--;
  return difference === 0;
}

const NONE: ReadonlySet<string> = new Set();
