import type { SaidMessage, SaidPiece, StateRow } from '../../shared/replay/index';
import {
  described,
  hasFields,
  isCount,
  isListOf,
  isNumber,
  isOneOf,
  isText,
  optional,
  type Shaped,
} from '../../shared/validateShape';
import { formatPointer } from '../../text/jsonPointer';
import { envelopeText } from '../replay/envelopeTextLines';
import { exchangeOfStep, said } from '../replay/exchangeOfStep';
import { changes, stepView } from '../replay/offlineQuestions';
import { reasonsOfStep } from '../replay/reasonsOfStep';
import type { ReplayedRun } from '../replay/replayedRun';
import { replayState, stateSection } from '../replay/replayState';
import { STEP_ROW, stepLine, stepRow } from './listAndSearchRunsTools';
import { beginningOf, counted, prefixOf, rowsThatFit, sizeOf } from './rowsThatFit';
import {
  CURSOR,
  cursorPlace,
  defineTool,
  ifKnown,
  LIMIT,
  type Made,
  NEXT,
  openRun,
  REDACT,
  RUN,
  type ToolContext,
  ToolError,
} from './toolContext';

const STEP = described(isCount, 'The number of the step, from 0, as "runs" and "search" give it.');

const isPiece = hasFields({
  is: isOneOf('text', 'reasoning', 'call', 'result', 'image', 'file'),
  name: described(optional(isText), 'The tool.'),
  text: isText,
  size: described(isCount, 'The characters of the whole text.'),
  result: described(optional(isText), 'What the tool answered.'),
  isError: optional(isOneOf(true)),
  rest: described(optional(isText), 'The text goes on: pass it as "cursor".'),
  restOfResult: described(optional(isText), 'The result goes on: pass it as "cursor".'),
});
const isMessage = hasFields({
  side: isOneOf('input', 'output'),
  role: isText,
  name: optional(isText),
  pieces: isListOf(isPiece),
});
const isCall = hasFields({
  model: optional(isText),
  finishReason: optional(isText),
  input: optional(isNumber),
  output: optional(isNumber),
});
type Piece = Made<Shaped<typeof isPiece>>;

/** The tool that shows an agent one step of a workflow run: the step's messages, its changes of the state, and the location of its envelopes. */
export const stepTool = defineTool(
  {
    name: 'step',
    needsRuns: true,
    title: 'A Step of a Run',
    about:
      'Shows one step of a run: who did it, with what result, the messages that went in and out, calls of tools with their arguments and results, what it changed, its problems, reasons, and the file and line of its envelope. Call it after "runs" or "search" named the step.',
    input: { run: RUN, step: STEP, cursor: CURSOR, redact: REDACT },
    output: {
      ...STEP_ROW,
      kind: isText,
      at: described(optional(isText), 'ISO 8601.'),
      envelopes: isListOf(
        hasFields({
          file: isText,
          line: optional(isCount),
          is: isText,
          lines: described(optional(isListOf(isText)), 'What is written there, unless the messages have most of it.'),
        }),
      ),
      call: described(optional(isCall), 'Of a model, with its tokens.'),
      messages: isListOf(isMessage),
      changes: isListOf(
        hasFields({ does: isText, name: isText, before: optional(isText), after: isText, text: optional(isText) }),
      ),
      problems: isListOf(hasFields({ severity: isText, rule: isText, pointer: isText, message: isText })),
      reasons: isListOf(hasFields({ title: isText, rows: isListOf(isText) })),
      next: NEXT,
    },
  },
  {
    answer(context, { run: word, step, cursor, redact }) {
      const replay = openRun(context, word, { redact });
      checkStep(replay, step, word);
      const place = cursorPlace<StepPlace>(context, 'step', cursor);
      const view = stepView(replay, { step });
      const isFirst = place === undefined;
      const { messages, written, next, call } = saidIn(context, replay, step, place);
      return {
        ...stepRow(replay, step),
        kind: view.kind,
        at: view.at,
        envelopes: view.envelopes.slice(0, MOST_ENVELOPES).map(({ file, line, name }, index) => ({
          file: beginningOf(file, 300),
          line,
          is: name,
          lines: written?.envelope === index ? written.lines : undefined,
        })),
        call: isFirst ? call : undefined,
        messages,
        changes: isFirst
          ? changes(replay, { step, count: MOST_ROWS }).rows.map(({ does, name, before, after, text }) => ({
              does,
              name: beginningOf(name, 120),
              before: ifKnown(before, value => beginningOf(value, 80)),
              after: beginningOf(after, 200),
              text: ifKnown(text, value => beginningOf(value, 200)),
            }))
          : [],
        problems: isFirst
          ? view.problems.slice(0, MOST_PROBLEMS).map(({ severity, rule, path, message }) => ({
              severity,
              rule,
              pointer: beginningOf(formatPointer(path), 100),
              message: beginningOf(message, 200),
            }))
          : [],
        reasons: isFirst ? reasonsOf(replay, step) : [],
        next,
      };
    },
    lines: row => ({
      first: `Step ${row.step}: ${counted(row.messages.length, 'message')}, ${counted(row.changes.length, 'change')}, ${counted(row.problems.length, 'problem')}${row.next === undefined ? '' : '; there is more'}.`,
      rest: [
        stepLine(row),
        ...row.messages.flatMap(({ role, pieces }) =>
          pieces.flatMap(({ is, name, text, result }) => [
            `${[role, is, name].filter(Boolean).join(' ')}: ${text}`,
            ...(result === undefined ? [] : [`result: ${result}`]),
          ]),
        ),
        ...row.envelopes.flatMap(({ file, line, is, lines = [] }) => [`${file}:${line ?? 1} ${is}`, ...lines]),
        ...row.changes.map(({ does, name, after }) => `${does} ${name}: ${after}`),
        ...row.problems.map(({ severity, message, rule }) => `${severity} ${message} ${rule}`),
        ...row.reasons.flatMap(({ title, rows }) => rows.map(text => `${title}: ${text}`)),
      ],
    }),
  },
);

const MOST_ROWS = 8;
const MOST_PROBLEMS = 8;

/** The position at which an answer about a step continues: in its messages, in a long text, or in an envelope. */
interface StepPlace {
  tool: 'step';
  row?: number;
  /** The first piece of the row's message. */
  piece?: number;
  text?: { message: number; piece: number; from: number };
  written?: { envelope: number; line: number };
}

function checkStep({ run }: ReplayedRun, step: number, word: string): void {
  const { steps } = run.summary;
  if (step < steps) return;
  throw new ToolError(`The run "${word}" has no step ${step}; its steps are 0 to ${steps - 1}.`);
}

function saidIn(context: ToolContext, replay: ReplayedRun, step: number, place: StepPlace | undefined): SaidInStep {
  const keep = (next: Omit<StepPlace, 'tool'>) => context.cursors.keep({ tool: 'step', ...next } satisfies StepPlace);
  if (place?.text) {
    const { message, piece, from } = place.text;
    const { text, total } = said(replay, { step, message, piece, from, count: LONGEST_REST });
    const shown = prefixOf(text, LONGEST_REST);
    const end = from + shown.length;
    const rest = end < total ? { rest: keep({ text: { message, piece, from: end } }) } : {};
    const one: Piece = { is: 'text', text: shown, size: total, ...rest };
    return { messages: [{ side: 'output' as const, role: 'the rest of a text', pieces: [one] }] };
  }
  if (place?.written) return writtenIn(replay, step, place.written, keep);
  const { row: first = 0, piece: skipped = 0 } = place ?? {};
  const window = { step, from: first, count: MOST_MESSAGES };
  const { rows, total, call } = exchangeOfStep(replay, window, Number.POSITIVE_INFINITY);
  const { rows: fitting, isCut } = rowsThatFit(eachPiece(rows, skipped, keep), { room: MESSAGES_ROOM });
  const messages: SaidInStep['messages'] = [];
  for (const { piece, message } of fitting) {
    if (piece === 0 || messages.length === 0) messages.push(message);
    else messages.at(-1)?.pieces.push(...message.pieces);
  }
  const { at = -1, piece = 0 } = fitting.at(-1) ?? {};
  const isInside = piece + 1 < (rows[at]?.pieces.length ?? 0);
  const end = isInside ? { row: first + at, piece: piece + 1 } : { row: first + at + 1 };
  const hasMore = isCut || end.row < total;
  const isAll = place === undefined && !hasMore;
  return {
    ...(isAll && sizeOf(messages) < FEW_MESSAGES && writtenIn(replay, step, { envelope: 0, line: 0 }, keep)),
    messages,
    ...(hasMore && { next: keep(end) }),
    call: call && {
      model: ifKnown(call.model, model => beginningOf(call.answeredBy ?? model, 80)),
      finishReason: ifKnown(call.finishReason, reason => beginningOf(reason, 60)),
      input: call.tokens?.input,
      output: call.tokens?.output,
    },
  };
}

// Lazy: of a piece that is not shown, no cursor is kept.
function* eachPiece(rows: readonly SaidMessage[], skipped: number, keep: (next: Omit<StepPlace, 'tool'>) => string) {
  for (const [at, { side, role, name, pieces }] of rows.entries()) {
    for (const [piece, one] of pieces.entries()) {
      if (at === 0 && piece < skipped) continue;
      const message = {
        side,
        role: beginningOf(role, 60),
        name: ifKnown(name, text => beginningOf(text, 60)),
        pieces: [shownPiece(one, keep)],
      };
      yield { at, piece, message };
    }
  }
}

interface SaidInStep {
  messages: Made<Shaped<typeof isMessage>>[];
  written?: { envelope: number; lines: string[] };
  next?: string;
  call?: Made<Shaped<typeof isCall>> | undefined;
}

const MOST_MESSAGES = 40;
/**
 * Size limits in bytes: of all messages; of messages so few that the envelope is shown, too; of the envelope's lines; of one text; of one
 * result; of the rest of a text.
 */
const MESSAGES_ROOM = 9000;
const FEW_MESSAGES = 3000;
const LINES_ROOM = 6000;
const LONGEST_TEXT = 1500;
const LONGEST_RESULT = 1000;
const LONGEST_REST = 10_000;

function shownPiece(piece: SaidPiece, keep: (next: Omit<StepPlace, 'tool'>) => string): Piece {
  if ('about' in piece) return { is: piece.is, text: beginningOf(piece.about, 200), size: 0 };
  const whole = piece.is === 'call' ? piece.arguments : piece;
  const text = prefixOf(whole.text, LONGEST_TEXT);
  const { message, size } = whole;
  const restOf = (of: { message: number; piece: number }, from: number) =>
    keep({ text: { message: of.message, piece: of.piece, from } });
  const rest = text.length < size ? restOf({ message, piece: whole.piece }, text.length) : undefined;
  const name = 'name' in piece ? ifKnown(piece.name, one => beginningOf(one, 80)) : undefined;
  if (piece.is !== 'call') {
    return { is: piece.is, name, text, size, isError: 'isError' in piece ? piece.isError : undefined, rest };
  }
  const { result } = piece;
  const answer = result && prefixOf(result.text, LONGEST_RESULT);
  const restOfResult =
    result && answer !== undefined && answer.length < result.size ? restOf(result, answer.length) : undefined;
  return { is: 'call', name, text, size, result: answer, isError: result?.isError, rest, restOfResult };
}

/**
 * Returns lines of an envelope from a line on, with the place where the next answer continues: after the last line, in the next envelope.
 */
function writtenIn(
  replay: ReplayedRun,
  step: number,
  { envelope, line: from }: NonNullable<StepPlace['written']>,
  keep: (next: Omit<StepPlace, 'tool'>) => string,
): SaidInStep {
  const count = Math.min(replay.run.step(step).envelopes.length, MOST_ENVELOPES);
  if (envelope >= count) return { messages: [] };
  const { rows, total, fault } = envelopeText(replay, { step, envelope, from, count: MOST_LINES });
  const made = rows.map(line => beginningOf(line, LONGEST_LINE));
  const lines = rowsThatFit(made, { room: LINES_ROOM }).rows;
  const end = from + lines.length;
  const next = end < total && lines.length > 0 ? { envelope, line: end } : { envelope: envelope + 1, line: 0 };
  return {
    messages: [],
    written: { envelope, lines: fault !== undefined && lines.length === 0 ? [beginningOf(fault, 300)] : lines },
    ...(next.envelope < count && { next: keep({ written: next }) }),
  };
}

const MOST_ENVELOPES = 4;
const MOST_LINES = 200;
const LONGEST_LINE = 1000;

function reasonsOf(replay: ReplayedRun, step: number) {
  const sections = reasonsOfStep(replay, { step })?.sections ?? [];
  return sections.slice(0, 4).map(({ title, rows }) => ({
    title: beginningOf(title, 60),
    rows: rows.slice(0, 6).map(({ label, text }) => beginningOf(label === undefined ? text : `${label}: ${text}`, 150)),
  }));
}

const isStateRow = hasFields({
  name: isText,
  text: optional(isText),
  status: optional(isText),
  agent: optional(isText),
  step: described(isCount, 'The step that changed it last.'),
  change: described(optional(isText), 'What the asked step did to it.'),
});
const isSection = isOneOf('artifacts', 'documents', 'decisions', 'notes', 'gaps', 'questions');

/** The tool that shows an agent the state of a run after a step. */
export const stateTool = defineTool(
  {
    name: 'state',
    needsRuns: true,
    title: 'The State of a Run',
    about:
      'Shows the state of a run after a step: the active agent, the last hand-off, approval, budget and tokens, and the artifacts, documents, decisions, gaps and questions so far, each with the step that changed it last. Call it for what holds at some point of a run; without "step", at its end.',
    input: {
      run: RUN,
      step: optional(STEP),
      section: described(optional(isSection), 'Only this section, page by page.'),
      limit: LIMIT,
      cursor: CURSOR,
      redact: REDACT,
    },
    output: {
      step: isCount,
      now: isListOf(hasFields({ name: isText, value: isText, step: optional(isCount) })),
      sections: isListOf(
        hasFields({ section: isSection, total: isCount, open: optional(isCount), rows: isListOf(isStateRow) }),
      ),
      next: NEXT,
    },
  },
  {
    answer(context, { run: word, step: asked, section, limit, cursor, redact }) {
      const replay = openRun(context, word, { redact });
      const { steps } = replay.run.summary;
      if (steps === 0) throw new ToolError(`The run "${word}" has no steps.`);
      const step = asked ?? steps - 1;
      checkStep(replay, step, word);
      const { now, sections } = replayState(replay, { step });
      const values = now.slice(0, 10).map(({ name, value, step: by }) => ({
        name,
        value: beginningOf(value, 200),
        step: by,
      }));
      if (section !== undefined) {
        const first = cursorPlace<StatePlace>(context, 'state', cursor)?.row ?? 0;
        const { rows, total } = stateSection(replay, { step, section, from: first });
        const fitting = rowsThatFit(rows.map(stateRow), { limit }).rows;
        const end = first + fitting.length;
        const next = end < total ? context.cursors.keep({ tool: 'state', row: end } satisfies StatePlace) : undefined;
        return { step, now: values, sections: [{ section, total, rows: fitting }], next };
      }
      return {
        step,
        now: values,
        sections: sections.map(({ id, total, open, rows }) => ({
          section: id,
          total,
          open,
          // The last ones are those that count.
          rows: rowsThatFit(rows.map(stateRow).reverse(), { limit, room: SECTION_ROOM }).rows.reverse(),
        })),
      };
    },
    lines: ({ step, now, sections }) => ({
      first: `After step ${step}: ${sections.map(({ section, total }) => `${section} ${total}`).join(', ')}.`,
      rest: [
        ...now.map(({ name, value }) => `${name}: ${value}`),
        ...sections.flatMap(({ section, rows }) =>
          rows.map(({ name, status, text }) => `${section}: ${[name, status, text].filter(Boolean).join(' · ')}`),
        ),
      ],
    }),
  },
);

interface StatePlace {
  tool: 'state';
  row: number;
}

/** The maximum size of a section of the state, in bytes. */
const SECTION_ROOM = 2200;

function stateRow({ name, text, status, agent, step, change }: StateRow): Made<Shaped<typeof isStateRow>> {
  const shown = ifKnown(text, value => beginningOf(value, 300));
  return { name: beginningOf(name, 250), text: shown, status, agent, step, change };
}
