import type { FileReport, ReportedProblem } from '../../model/analysis';
import type { Range } from '../../model/text';
import { described, hasFields, isCount, isListOf, isOneOf, isText, optional, type Shaped } from '../../shared/shape';
import { createChecker, MARK_PROBLEM } from '../fixes/fileReport';
import { counted } from '../runs/words';
import { beginningOf, rowsThatFit, sizeOf } from './boundedAnswer';
import { filesAt, kindNamed, PATH, TEXT, TEXT_NAME, textToRead } from './filesAt';
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

/** Checks files, folders and texts, as the command `check` does. */
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
      files: described(isCount, 'Checked files; with a cursor, those of this answer.'),
      envelopes: isCount,
      errors: isCount,
      warnings: isCount,
      infos: isCount,
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
      const found = problemsFrom(context, {
        path,
        text,
        name,
        kind,
        from: cursorPlace<CheckPlace>(context, 'check', cursor),
      });
      const { rows, isCut } = rowsThatFit(found.rows(), { limit });
      const { next, checked, ...unread } = found.progress(isCut);
      const count = (severity: ShownProblem['severity']) => rows.filter(row => row.severity === severity).length;
      return {
        files: checked.length,
        envelopes: checked.reduce((sum, { envelopes }) => sum + envelopes, 0),
        errors: count('error'),
        warnings: count('warning'),
        infos: count('info'),
        problems: rows,
        ...unread,
        ...(next && { next: context.cursors.keep(next) }),
      };
    },
    lines: ({ files, envelopes, errors, warnings, infos, problems, filesNotChecked, next }) => ({
      first: `${counted(errors, 'error')}, ${counted(warnings, 'warning')} and ${counted(infos, 'info')} in ${counted(files, 'file')} with ${counted(envelopes, 'envelope')}${next === undefined ? '' : ' so far'}${filesNotChecked > 0 ? `; ${counted(filesNotChecked, 'file')} not checked` : ''}.`,
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
}

interface CheckedTexts {
  path: string | undefined;
  text: string | undefined;
  name: string | undefined;
  kind: string | undefined;
  from: CheckPlace | undefined;
}

/** Checks the requested files or text. Each file is checked when its first row is taken, until a time limit. */
function problemsFrom(context: ToolContext, { path, text, name, kind, from }: CheckedTexts) {
  const check = createChecker({ contextOf: contextDemanding(context, kind) });
  const checked: { uri: string; envelopes: number }[] = [];
  const notChecked: { file: string; why: string }[] = [];
  let filesNotChecked = 0;
  /** The last row that was created. */
  let last: CheckPlace | undefined;
  let stopped: CheckPlace | undefined;

  function* rows(): Generator<ShownProblem> {
    const end = context.clock() + TIME;
    for (const file of text === undefined ? filesAt(context, path, from?.uri) : [textToRead(context, text, name)]) {
      const { uri } = file;
      const shown = context.fileOf(uri);
      if (checked.length > 0 && context.clock() > end) {
        stopped = { tool: 'check', uri, problem: 0 };
        return;
      }
      if ('fault' in file) {
        filesNotChecked++;
        if (notChecked.length < MOST_UNREAD) notChecked.push({ file: shown, why: beginningOf(file.fault, 300) });
        continue;
      }
      const report = check({ uri, path: shown, text: file.text });
      if (kind !== undefined && isNothing(report)) throw new ToolError(`The text contains no ${kind}.`);
      const isMarked = kind !== undefined && file.text.startsWith('\uFEFF');
      const problems = isMarked ? [MARK_PROBLEM, ...report.problems] : report.problems;
      const first = from?.uri === uri ? from.problem : 0;
      if (first === 0) checked.push({ uri, envelopes: report.parts.length });
      for (let at = first; at < problems.length; at++) {
        last = { tool: 'check', uri, problem: at };
        yield shownProblem(problems[at] as ReportedProblem, shown);
      }
    }
  }

  return {
    rows,
    /** @param isCut the last row did not fit into the answer */
    progress(isCut: boolean) {
      const next = isCut ? last : stopped;
      // Its file is counted where its first problem is listed.
      if (next?.problem === 0 && checked.at(-1)?.uri === next.uri) checked.pop();
      return { checked, notChecked, filesNotChecked, next };
    },
  };
}

/** After this time in milliseconds, a check of many files returns the problems found so far. */
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
