import { isSyntaxProblem } from '../../../rules/isSyntaxProblem';
import type { ReplayQuestions } from '../../../shared/replay';
import type { SyntaxFault } from '../../../text/json/parseJson';
import { parseJson } from '../../../text/json/parseJson';
import { memoizeByVersion } from '../../../text/memoize';
import { numberText } from '../../runs/words';
import type { EnvelopeProblem, ReplayContext, SourceText } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { jsonLines, plainLines, type TextLines } from './jsonLines';
import { jsonSpansOf, sourceAt } from './parsedSource';

type Answer = ReplayQuestions['envelope']['answer'];

/** An envelope's formatted text, in lines; unformatted if it has a syntax error. */
export function envelopeText(replay: ReplayContext, params: ReplayQuestions['envelope']['params']): Answer {
  const source = sourceAt(replay, params);
  const read = replay.reader.text(source);
  if ('fault' in read) return { rows: [], from: 0, total: 0, fault: read.fault, problems: [] };
  const layout = LAYOUTS(read.text, read.lang, () => layoutOf(read));
  const { lines, fault } = layout;
  const notice = fault?.message ?? (lines.isCut ? `Only the first ${numberText(lines.count)} lines are shown.` : '');
  const rows = windowRows(params, lines.count, MOST_LINES, index => lines.line(index, LONGEST_LINE));
  const problems = replay.reader.problems(source).map(problem => placed(problem, read.text, layout));
  const visible = problems.filter(({ line }) => line >= rows.from && line < rows.from + rows.rows.length);
  return { ...rows, problems: visible.slice(0, MOST_PROBLEMS), ...(notice && { fault: notice }) };
}

const MOST_LINES = 400;
const LONGEST_LINE = 2000;
const MOST_PROBLEMS = 200;

interface Layout {
  lines: TextLines;
  fault?: SyntaxFault;
}

// Scrolling a text of ten megabytes must not format it again.
const LAYOUTS = memoizeByVersion<Layout>(4);

function layoutOf({ text, lang }: Exclude<SourceText, { fault: string }>): Layout {
  if (lang === 'markdown') return { lines: plainLines(text) };
  const { fault } = parseJson(text, lang);
  return fault ? { lines: plainLines(text), fault } : { lines: jsonLines(text) };
}

function placed(
  { severity, message, rule, path }: EnvelopeProblem,
  text: string,
  { lines, fault }: Layout,
): Answer['problems'][number] {
  const isSyntax = fault !== undefined && isSyntaxProblem({ rule });
  const span = isSyntax ? fault.span : (jsonSpansOf(text).at(path) ?? { start: 0, end: text.length });
  const start = lines.placeOf(span.start);
  const end = lines.placeOf(Math.max(span.start, span.end - 1));
  // A range over several lines is marked on the first line only.
  const length = lines.line(start.line, LONGEST_LINE).length;
  const from = Math.min(start.character, length);
  const to = end.line === start.line ? Math.min(end.character + 1, length) : length;
  return { line: start.line, from, to: Math.max(from, to), severity, message, rule };
}
