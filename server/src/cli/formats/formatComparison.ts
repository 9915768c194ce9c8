import type { MeasureId } from '../../features/replay/runComparison';
import type { AlignedRow, Comparison, RunBrief, StepBrief } from '../../shared/replay/index';
import { counted } from '../commandIo';
import { type Judged, limitsJson } from '../metricLimits';
import { type Page, type Piece, type Style, terminalLine } from '../terminalLine';
import { markdownTable, markdownText, type Table, textTable } from './formatTable';

type Measures = Record<MeasureId, number | undefined>;

/** Formats a comparison of two workflow runs as text, line by line: both runs, their metrics, the steps that differ, and a conclusion. */
export function* formatComparison(compared: ComparedRuns, judged: readonly Judged[], page: Page): Generator<string> {
  const { one, other, steps } = compared;
  const line = (pieces: readonly Piece[]) => `${terminalLine(pieces, page)}\n`;
  yield line([['A ', 'dim'], ...briefPieces(one)]);
  yield line([['B ', 'dim'], ...briefPieces(other)]);
  yield '\n';
  for (const row of textTable(metricTable(compared), page)) yield `${row}\n`;
  yield '\n';
  for (const step of steps) {
    const { sign, style } = SIGNS[step.is];
    yield line([[sign, style], ' ', ...stepPieces(step), [`  ${step.differs.join(', ')}`, 'dim']]);
  }
  if (steps.length > 0) yield '\n';
  for (const { message, isOver } of judged)
    if (message !== undefined) yield line([[message, isOver ? 'red' : 'yellow']]);
  for (const text of conclusion(compared)) yield line([text]);
}

/** Two runs that were compared, for printing: their metrics, and the steps in which they differ. */
export interface ComparedRuns extends Pick<Comparison, 'one' | 'other' | 'metrics' | 'counts' | 'uncompared'> {
  measures: readonly [Measures, Measures];
  /** The steps that differ in one of the compared fields, with these fields in `differs`. */
  steps: readonly AlignedRow[];
  /** The compared fields in which the runs differ. */
  different: readonly string[];
}

const SIGNS: Record<AlignedRow['is'], { sign: string; style: Style }> = {
  same: { sign: ' ', style: 'dim' },
  changed: { sign: '~', style: 'yellow' },
  added: { sign: '+', style: 'green' },
  missing: { sign: '-', style: 'red' },
};

function briefPieces({ id, title, status, started, took, steps, files }: RunBrief): Piece[] {
  const facts = [status, started, took, counted(steps, 'step'), files[0]].filter(fact => fact !== undefined);
  return [[id, 'bold'], ...(title === id ? [] : [`  ${title}`]), [`  ${facts.join(' · ')}`, 'dim']];
}

function stepPieces({ one, other }: AlignedRow): Piece[] {
  const shown = other ?? one;
  if (!shown) return [];
  const { agent, peer, title } = shown;
  const who = agent && peer ? `${agent} → ${peer}` : agent;
  return [[placeText(one, other), 'dim'], '  ', ...(who ? ([[who, 'cyan'], '  '] as const) : []), title];
}

/** `3`, or `3 → 4` where the numbers of the step differ; from 1, as on the replay page. */
function placeText(one: StepBrief | undefined, other: StepBrief | undefined): string {
  const numbers = [one, other].flatMap(brief => (brief ? [brief.step + 1] : []));
  return [...new Set(numbers)].join(' → ');
}

function metricTable({ metrics }: ComparedRuns): Table {
  return { head: ['metric', 'A', 'B'], rows: metrics.map(({ name, one, other }) => [name, one, other]) };
}

function conclusion({ different, steps, counts, uncompared }: ComparedRuns): string[] {
  const total = counts.same + counts.changed + counts.added + counts.missing;
  const where = steps.length > 0 ? `; ${steps.length} of ${counted(total, 'step')} differ` : '';
  const left = uncompared.map(({ what, rows }) => `${what} of ${counted(rows, 'step')}`);
  return [
    different.length === 0
      ? `No difference that counts in ${counted(total, 'step')}.`
      : `Different: ${different.join(', ')}${where}.`,
    ...(left.length > 0 ? [`Not compared: ${left.join(', ')}, which an export does not have.`] : []),
  ];
}

/** Formats a comparison as Markdown, for a comment on a change. */
export function markdownComparison(compared: ComparedRuns, judged: readonly Judged[]): string {
  const { one, other, steps } = compared;
  const heading = `### ${markdownText(one.id)} and ${markdownText(other.id)}\n`;
  const status = [one, other].map(({ status, took }) => (took === undefined ? status : `${status}, ${took}`));
  const metrics = markdownTable({
    head: ['metric', 'A', 'B'],
    rows: [['Status', ...status], ...metricTable(compared).rows],
  });
  const shown = steps.slice(0, MOST_STEPS).map(({ is, one, other, differs }) => {
    const { agent = '', title = '' } = other ?? one ?? {};
    return [is, placeText(one, other), agent, title, differs.join(', ')];
  });
  const more = steps.length - shown.length;
  return [
    heading,
    metrics,
    ...(shown.length > 0
      ? [markdownTable({ head: ['step', 'number', 'agent', 'title', 'differs in'], rows: shown })]
      : []),
    ...(more > 0 ? [`and ${counted(more, 'more step')}\n`] : []),
    ...judged.flatMap(({ message }) => (message === undefined ? [] : [`**${markdownText(message)}**\n`])),
    ...conclusion(compared).map(text => `${markdownText(text)}\n`),
  ].join('\n');
}

/** Comments have a limited length. */
const MOST_STEPS = 100;

/** Returns a comparison for other programs; unknown values are null. */
export function comparisonJson(compared: ComparedRuns, judged: readonly Judged[]): object {
  const { one, other, measures, counts, steps, different, uncompared } = compared;
  return {
    version: 1,
    one: runJson(one),
    other: runJson(other),
    metrics: (Object.keys(measures[0]) as MeasureId[]).map(metric => ({
      metric,
      one: measures[0][metric] ?? null,
      other: measures[1][metric] ?? null,
    })),
    counts,
    different,
    uncompared: uncompared.map(({ what, rows }) => ({ field: what, steps: rows })),
    steps: steps.map(({ is, differs, one, other }) => ({ is, differs, one: stepJson(one), other: stepJson(other) })),
    limits: limitsJson(judged),
  };
}

function runJson({ id, family, title, status, files }: RunBrief): object {
  return { id, family, title, status, files };
}

function stepJson(step: StepBrief | undefined): object | null {
  if (!step) return null;
  const { step: index, title, agent = null, peer = null, outcome } = step;
  return { index, title, agent, peer, outcome };
}
