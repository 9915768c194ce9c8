import type { FileReport, ReportedProblem } from '../../model/analysis';
import type { Range } from '../../model/text';
import {
  described,
  hasFields,
  isCount,
  isListOf,
  isOneOf,
  isText,
  optional,
  type Shaped,
} from '../../shared/validateShape';
import { createChecker, MARK_PROBLEM } from '../fixes/checkAndFixFiles';
import { kindNamed, PATH, type ReadFile, readToolFiles, TEXT, TEXT_NAME, textToRead } from './readToolFiles';
import { beginningOf, counted, rowsThatFit, sizeOf } from './rowsThatFit';
import {
  CURSOR,
  cursorPlace,
  defineTool,
  isName,
  isPlace,
  LIMIT,
  NEXT,
  REDACT,
  type ToolContext,
  ToolError,
} from './toolContext';

const isChange = hasFields({
  line: isCount,
  column: isCount,
  endLine: isCount,
  endColumn: isCount,
  text: described(isText, 'What to write there.'),
});
const isProblem = hasFields({
  ...isPlace,
  endLine: isCount,
  endColumn: isCount,
  severity: isOneOf('error', 'warning', 'info'),
  rule: described(isText, 'Its id, for "explain".'),
  message: isText,
  fixes: isListOf(
    hasFields({
      title: isText,
      changes: described(optional(isListOf(isChange)), 'Absent if they are too long to show.'),
    }),
  ),
});
type ShownProblem = Shaped<typeof isProblem>;

/** The tool with which agents check files, folders and texts for faulty envelopes, like the command line's `check`. */
export const checkTool = defineTool(
  {
    name: 'check',
    title: 'Check Envelopes',
    about: `Checks JSON, JSONL, YAML and Markdown files (or a text that is not saved yet) for faulty envelopes, the messages that agents hand each other: what is wrong, where, by which rule, and the changes that mend it. Call it before you hand over or save an envelope, and after you wrote one.`,
    input: {
      path: PATH,
      text: TEXT,
      name: TEXT_NAME,
      kind: described(
        optional(isName),
        'The kind that "text" must be, such as "agent-message/message". Then nothing in it can switch a rule off. Without it, its content tells.',
      ),
      limit: LIMIT,
      cursor: CURSOR,
      redact: REDACT,
    },
    output: {
      files: described(
        isCount,
        'Checked files. This and the other numbers count all, not only what this answer lists.',
      ),
      envelopes: isCount,
      errors: isCount,
      warnings: isCount,
      infos: isCount,
      isCounting: described(optional(isOneOf(true)), 'Not all files are checked yet; the next answer counts on.'),
      problems: isListOf(isProblem),
      notChecked: described(
        isListOf(hasFields({ file: isText, why: isText })),
        'The first files and folders that could not be checked.',
      ),
      filesNotChecked: described(isCount, 'All of them.'),
      next: NEXT,
    },
  },
  {
    answer(context, { path, text, name, kind, limit, cursor }) {
      if (path !== undefined && text !== undefined) throw new ToolError('Give a "path" or a "text", not both.');
      if (kind !== undefined && text === undefined)
        throw new ToolError('"kind" says what a "text" must be; give that, too.');
      const from = cursorPlace<CheckPlace>(context, 'check', cursor);
      const { rows, totals, next } = checkedFrom(context, { path, text, name, kind, from, limit });
      const isCounting = next?.uncounted === undefined ? undefined : (true as const);
      return { ...totals, isCounting, problems: rows, next: next && context.cursors.keep(next) };
    },
    lines: ({ files, envelopes, errors, warnings, infos, isCounting, problems, filesNotChecked, next }) => ({
      first: `${counted(errors, 'error')}, ${counted(warnings, 'warning')} and ${counted(infos, 'info')} in ${counted(files, 'file')} with ${counted(envelopes, 'envelope')}${isCounting ? ' so far' : ''}${filesNotChecked > 0 ? `; ${counted(filesNotChecked, 'file')} not checked` : ''}.${next === undefined ? '' : ` This answer lists ${counted(problems.length, 'problem')} of them.`}`,
      rest: problems.map(
        ({ file, line, column, severity, message, rule, fixes: [fix] }) =>
          `${file}:${line}:${column} ${severity} ${message} ${rule}${fix ? ` (fix: ${fix.title})` : ''}`,
      ),
    }),
  },
);

/** The position at which a check continues: a problem of a file. */
interface CheckPlace {
  tool: 'check';
  uri: string;
  problem: number;
  /** The counts so far. */
  totals: Totals;
  /** The first file that is not counted; absent if all are. */
  uncounted: string | undefined;
}

interface Totals {
  files: number;
  envelopes: number;
  errors: number;
  warnings: number;
  infos: number;
  notChecked: { file: string; why: string }[];
  filesNotChecked: number;
}

interface CheckedTexts {
  path: string | undefined;
  text: string | undefined;
  name: string | undefined;
  kind: string | undefined;
  from: CheckPlace | undefined;
  limit: number | undefined;
}

/** Checks file after file for a limited time: lists the problems that fit into an answer, and counts those of all files. */
function checkedFrom(
  context: ToolContext,
  { path, text, name, kind, from, limit }: CheckedTexts,
): { rows: ShownProblem[]; totals: Totals; next: CheckPlace | undefined } {
  const check = createChecker({ contextOf: contextDemanding(context, kind) });
  const files: Iterator<ReadFile> =
    text === undefined ? readToolFiles(context, path, from?.uri) : [textToRead(context, text, name)].values();
  const end = context.clock() + TIME;
  const totals = createTotals(from?.totals);
  let isCounted = from !== undefined;
  let isFirst = true;
  /** The row that was made last. */
  let last: Pick<CheckPlace, 'uri' | 'problem'> | undefined;
  /** The file that there was no time for. */
  let late: string | undefined;

  /** Checks and counts the next file; undefined if there is none, or no time. */
  function nextProblems(): { uri: string; problems: readonly ReportedProblem[] } | undefined {
    const { value: file } = files.next();
    if (!file) return undefined;
    const { uri } = file;
    if (uri === from?.uncounted) isCounted = false;
    if (!isFirst && context.clock() > end) {
      late = uri;
      return undefined;
    }
    isFirst = false;
    if ('fault' in file) {
      if (!isCounted) totals.addUnread(context.fileOf(uri), file.fault);
      return { uri, problems: [] };
    }
    const report = check({ uri, path: context.fileOf(uri), text: file.text });
    if (kind !== undefined && isNothing(report)) throw new ToolError(`The text contains no ${kind}.`);
    const isMarked = kind !== undefined && file.text.startsWith('\uFEFF');
    const problems = isMarked ? [MARK_PROBLEM, ...report.problems] : report.problems;
    if (!isCounted) totals.add(report.parts.length, problems);
    return { uri, problems };
  }

  function* rows(): Generator<ShownProblem> {
    for (let checked = nextProblems(); checked; checked = nextProblems()) {
      const { uri, problems } = checked;
      for (let at = from?.uri === uri ? from.problem : 0; at < problems.length; at++) {
        last = { uri, problem: at };
        yield shownProblem(problems[at] as ReportedProblem, context.fileOf(uri));
      }
    }
  }

  const { rows: listed, isCut } = rowsThatFit(rows(), { limit });
  const isAllCounted = () => isCounted && from?.uncounted === undefined;
  while (isCut && !isAllCounted() && nextProblems());
  const place = isCut ? last : late === undefined ? undefined : { uri: late, problem: 0 };
  const uncounted = isCounted ? from?.uncounted : late;
  return {
    rows: listed,
    totals: totals.all(),
    next: place && { tool: 'check', ...place, totals: totals.all(), uncounted },
  };
}

function createTotals(before?: Totals) {
  const counts = { files: 0, envelopes: 0, errors: 0, warnings: 0, infos: 0, filesNotChecked: 0, ...before };
  const notChecked = [...(before?.notChecked ?? [])];
  return {
    add(envelopes: number, problems: readonly ReportedProblem[]): void {
      counts.files++;
      counts.envelopes += envelopes;
      for (const { severity } of problems) counts[COUNTS[severity]]++;
    },
    addUnread(file: string, fault: string): void {
      counts.filesNotChecked++;
      if (notChecked.length < MOST_UNREAD) notChecked.push({ file, why: beginningOf(fault, 300) });
    },
    all: (): Totals => ({ ...counts, notChecked }),
  };
}

const COUNTS = { error: 'errors', warning: 'warnings', info: 'infos' } as const;

/** Milliseconds that a check of many files takes before it answers with what it has. */
const TIME = 10_000;
const MOST_UNREAD = 10;

/**
 * Returns contexts that demand a kind, as the command's option `--as` does: no text can disable a rule. Throws ToolError for an unknown
 * kind.
 */
function contextDemanding({ contextOf }: ToolContext, kind: string | undefined): ToolContext['contextOf'] {
  if (kind === undefined) return contextOf;
  return uri => {
    const context = contextOf(uri);
    return { ...context, demanded: kindNamed(kind, context.families) };
  };
}

function isNothing({ parts, problems }: FileReport): boolean {
  return parts.length + problems.length === 0;
}

function shownProblem({ rule, severity, message, range, fixes, changes }: ReportedProblem, file: string): ShownProblem {
  const { start, end } = shownRange(range);
  return {
    file,
    ...start,
    endLine: end.line,
    endColumn: end.column,
    severity,
    rule,
    message: beginningOf(message, 1000),
    fixes: fixes.slice(0, MOST_FIXES).map((title, index) => {
      const edits = (changes?.(index) ?? []).map(change => {
        const at = shownRange(change.range);
        return { ...at.start, endLine: at.end.line, endColumn: at.end.column, text: change.text };
      });
      const isShort = edits.length <= MOST_CHANGES && sizeOf(edits) <= LONGEST_CHANGES;
      return { title: beginningOf(title, 200), ...(isShort && { changes: edits }) };
    }),
  };
}

const MOST_FIXES = 3;
const MOST_CHANGES = 20;
/** The maximum size of a fix's changes in an answer, in bytes. */
const LONGEST_CHANGES = 2000;

function shownRange({ start, end }: Range) {
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}
