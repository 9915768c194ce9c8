import {
  type ExportedRun,
  type ExportedStep,
  exportedRun,
  exportedStep,
  type SourceLookup,
} from '../../runs/export/exportedRun';
import { type Page, type Piece, terminalLine } from '../terminal/terminalLine';
import { statusSign, timeOf } from './formatRuns';
import { stepPieces } from './formatSteps';
import type { RunUpdate } from './newSteps';

/** For people: one line per step, and one for each run that is new or changed its status. */
export function newStepLines(news: readonly RunUpdate[], page: Page): string[] {
  return news.flatMap(({ run: { summary }, turned, steps }) => {
    const { id, status } = summary;
    const lines = steps.map((step): Piece[] => [
      ...(step.at === undefined ? [] : ([[`${timeOf(step.at)} `, 'dim']] as const)),
      [id, 'bold'],
      [` ${step.index} `, 'dim'],
      ...stepPieces(step),
    ]);
    if (turned) lines.push([statusSign(status), ' ', [id, 'bold'], ` is ${status} now`]);
    return lines.map(pieces => terminalLine(pieces, page));
  });
}

export type RunEvent =
  | { event: 'run'; run: Omit<ExportedRun, 'steps'> }
  | { event: 'step'; run: string; family: string; step: ExportedStep };

/** For programs: the same as events, each run before its steps. */
export function runEvents(news: readonly RunUpdate[], places: SourceLookup): RunEvent[] {
  return news.flatMap(({ run, turned, steps }): RunEvent[] => {
    const { id, family } = run.summary;
    const { steps: _, ...facts } = exportedRun({ ...run, summary: { ...run.summary, steps: 0 } }, places);
    const stepEvents = steps.map(
      step => ({ event: 'step', run: id, family, step: exportedStep(step, places) }) as const,
    );
    return [...(turned ? [{ event: 'run', run: facts } as const] : []), ...stepEvents];
  });
}
