import { shownStatus, statusText } from '../../features/runs/treeIcons';
import { dayOf, timeOfDay, unknownText, zoneOf, zonesOf } from '../../features/runs/treeNodeTexts';
import type { ProblemCounts, RunSummary, ShownStatus } from '../../model/run';
import { durationText } from '../../shared/times';
import { formatInstant } from '../../text/parseTime';
import { counted } from '../commandIo';
import { type Page, type Piece, type Style, terminalLine } from '../terminalLine';

/**
 * Formats a list of workflow runs as text. Each run has two lines, which say what it is and how it went. The last line is a summary.
 *
 * @param now in milliseconds since 1970
 */
export function formatRuns(runs: readonly PrintedRun[], page: Page, now: number): string {
  const blocks = runs.map(run => `${runLines(run, page, now).join('\n')}\n\n`);
  return `${blocks.join('')}${conclusion(runs, page, now)}\n`;
}

/** A run to print; without a number of steps if its store does not count them. */
export type PrintedRun = Omit<RunSummary, 'steps'> & { steps?: number };

/**
 * Returns the two lines of a run.
 *
 * @param isAlone no list says the zone of the time
 */
export function runLines(run: PrintedRun, page: Page, now: number, isAlone = false): string[] {
  const status = shownStatus(run, now);
  const { id, title, reason, family, startedAt, endedAt, steps, agents } = run;
  const unknown = unknownText(run);
  const facts: Piece[] = [
    [statusText(run, now), STATUS[status].style],
    ...(reason === undefined || reason === title ? [] : [reason]),
    family,
    ...(startedAt === undefined ? [] : [momentOf(startedAt) + (isAlone ? ` ${zoneOf(startedAt)}` : '')]),
    ...(startedAt !== undefined && endedAt !== undefined && endedAt > startedAt
      ? [durationText(endedAt - startedAt)]
      : []),
    ...(steps === undefined ? [] : [counted(steps, 'step')]),
    ...problemPieces(run.problems),
    ...(agents.length > 0 ? [agents.join(', ')] : []),
    ...(run.conversation === undefined ? [] : [`conversation ${run.conversation}`]),
    ...(unknown === undefined ? [] : [[unknown, 'dim'] as const]),
  ];
  return [
    terminalLine([statusSign(status), ' ', [id, 'bold'], ...(title === id ? [] : [`  ${title}`])], page),
    terminalLine(['  ', ...facts.flatMap((fact, i): Piece[] => (i > 0 ? [[' · ', 'dim'], fact] : [fact]))], page),
  ];
}

export function statusSign(status: ShownStatus): Piece {
  const { sign, style } = STATUS[status];
  return [sign, style];
}

const STATUS: Record<ShownStatus, { sign: string; style: Style }> = {
  running: { sign: '▶', style: 'blue' },
  unfinished: { sign: '…', style: 'dim' },
  succeeded: { sign: '✓', style: 'green' },
  failed: { sign: '✗', style: 'red' },
  blocked: { sign: '‖', style: 'yellow' },
  cancelled: { sign: '⊘', style: 'yellow' },
  unknown: { sign: '·', style: 'dim' },
};

/** In local time: `2026-11-21 10:46:12`. */
export function momentOf(at: bigint): string {
  return [dayOf(at), timeOf(at)].filter(Boolean).join(' ');
}

/** `10:46:12`. */
export function timeOf(at: bigint): string {
  return timeOfDay(at) || formatInstant(at);
}

export function problemPieces({ error, warning, info }: ProblemCounts): Piece[] {
  return [
    ...(error > 0 ? [[counted(error, 'error'), 'red'] as const] : []),
    ...(warning > 0 ? [[counted(warning, 'warning'), 'yellow'] as const] : []),
    ...(info > 0 ? [[counted(info, 'info'), 'blue'] as const] : []),
  ];
}

function conclusion(runs: readonly PrintedRun[], page: Page, now: number): string {
  const all = Object.keys(STATUS) as ShownStatus[];
  const shown = runs.map(run => shownStatus(run, now));
  const counts = all.flatMap((status): Piece[] => {
    const count = shown.filter(one => one === status).length;
    return count > 0 ? [[`${count} ${status}`, STATUS[status].style]] : [];
  });
  const listed = counts.flatMap((piece, i): Piece[] => (i > 0 ? [', ', piece] : [piece]));
  const zones = zonesOf(runs.map(({ startedAt }) => startedAt));
  return terminalLine(
    [
      `${counted(runs.length, 'run')}: `,
      ...listed,
      ...(zones === '' ? [] : [[`; times are in ${zones}`, 'dim'] as const]),
    ],
    page,
  );
}
