import type {
  ChangeRow,
  Metrics,
  ReplayOverview,
  ReplayState,
  Said,
  StepView,
} from '../../../server/src/shared/protocol';
import type { Host } from '../host/host';

/** All of a run that is printed. */
export interface PrintedRunData {
  overview: ReplayOverview;
  totals: Metrics['totals'];
  /** What the run came to. */
  state: ReplayState | undefined;
  steps: PrintedStepData[];
}

export interface PrintedStepData {
  view: StepView;
  changes: readonly ChangeRow[];
  said: readonly Said[];
}

/** Reads all of a run. In a file that carries it that takes no turn of the event loop: what waits for it may print at once. */
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

/** What was said, by the step that said it. */
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
