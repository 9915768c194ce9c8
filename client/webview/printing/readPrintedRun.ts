import type {
  ChangeRow,
  Metrics,
  ReplayOverview,
  ReplayState,
  Said,
  StepView,
} from '../../../server/src/shared/protocol';
import type { Host } from '../host/host';

/** The data of a printed run. */
export interface PrintedRunData {
  overview: ReplayOverview;
  totals: Metrics['totals'];
  /** The run's final state. */
  state: ReplayState | undefined;
  steps: PrintedStepData[];
}

export interface PrintedStepData {
  view: StepView;
  changes: readonly ChangeRow[];
  said: readonly Said[];
}

/**
 * Reads a whole run. In an exported file this does not yield to the event loop, so that printing can start immediately.
 */
export async function readPrintedRun(ask: Host['ask']): Promise<PrintedRunData> {
  const overview = await ask('overview', {});
  const count = overview.run.steps;
  const { totals } = await ask('metrics', {});
  const state = count === 0 ? undefined : await ask('state', { step: count - 1 });
  const said = count === 0 ? new Map<number, Said[]>() : await readSaid(ask, count - 1);
  const steps: PrintedStepData[] = [];
  for (let step = 0; step < count; step++) {
    const view = await ask('step', { step });
    const changes = await ask('changes', { step });
    steps.push({ view, changes: changes.rows, said: said.get(step) ?? [] });
  }
  return { overview, totals, state, steps };
}

/** The messages by step. */
async function readSaid(ask: Host['ask'], step: number): Promise<Map<number, Said[]>> {
  const said = new Map<number, Said[]>();
  let from = 0;
  let total = 1;
  while (from < total) {
    const window = await ask('conversation', { step, from });
    if (window.rows.length === 0) break;
    for (const row of window.rows) said.set(row.step, [...(said.get(row.step) ?? []), row]);
    from += window.rows.length;
    total = window.total;
  }
  return said;
}
