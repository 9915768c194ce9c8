import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { ColumnarSteps, Lane } from '../../runs/columnarSteps';
import { t } from '../../shared/l10n';
import type { LanesBy, ReplayOverview, StepIcon } from '../../shared/replay/index';
import { kindIcon } from '../runs/treeIcons';
import { cachedHandoffs } from './cachedHandoffs';
import { columnsOf, memoizePerRun } from './replayedRun';

/** When the work on each step of a run started and ended, in milliseconds since the run began. */
export interface WorkSpans {
  from: Float64Array;
  to: Float64Array;
}

/**
 * Returns when the work on each step started and ended. A message has only the time at which it was sent, so its work starts at the
 * hand-off that the message answers, or at the sender's previous message.
 */
export function workSpans(run: IndexedRun): WorkSpans {
  return memoizePerRun(run, spansOf);
}

function spansOf(run: IndexedRun): WorkSpans {
  const columns = columnsOf(run);
  const { start, end, timed, lane, lanes, count } = columns;
  const from = start.slice();
  /** For each step, the end of the last step that handed over to it; NaN without a hand-off. */
  const handedOverAt = new Float64Array(count).fill(Number.NaN);
  for (const { from: giver, to, by } of cachedHandoffs(run).list) {
    if (by === 'step' && timed[giver] === 1)
      handedOverAt[to] = Math.max((handedOverAt[to] as number) || 0, end[giver] as number);
  }
  const before = new Float64Array(lanes.length).fill(Number.NEGATIVE_INFINITY);
  for (let step = 0; step < count; step++) {
    const at = lane[step] as number;
    const begun = handedOverAt[step] as number;
    const sent = start[step] as number;
    if (!Number.isNaN(begun) && timed[step] === 1 && isMessage(columns, step)) {
      from[step] = Math.min(sent, Math.max(begun, before[at] as number));
    }
    before[at] = Math.max(before[at] as number, end[step] as number);
  }
  return { from, to: end };
}

/** Returns whether a step goes from one agent to another and has no duration. */
function isMessage({ lasts, addressees }: ColumnarSteps, step: number): boolean {
  return lasts[step] === 0 && (addressees[step] as readonly string[]).length > 0;
}

/** The lane of each step, and the lanes. */
export interface Lanes extends Pick<ColumnarSteps, 'lane'> {
  lanes: readonly (Lane & { icon?: StepIcon })[];
}

/** Returns the lanes of a run, and the lane of each step. */
export function timelineLanes(run: IndexedRun, by: LanesBy = 'agent'): Lanes {
  return memoizePerRun(run, ARRANGED[by]);
}

const ARRANGED: Record<LanesBy, (run: IndexedRun) => Lanes> = { agent: columnsOf, kind: byKind, service: byService };

/** Returns the useful kinds of lanes, and the initial kind: by kind for one agent with model calls or no agent, otherwise by agent. */
export function laneChoices(run: IndexedRun): Pick<ReplayOverview, 'lanes' | 'lanesBy'> {
  const { lanes: agents } = columnsOf(run);
  const { lanes: kinds } = timelineLanes(run, 'kind');
  const { lanes: services } = timelineLanes(run, 'service');
  const hasKinds = kinds.length > 1;
  const callsModels = kinds.some(({ icon }) => icon === 'sparkle');
  return {
    lanes: {
      agent: agents.length,
      ...(hasKinds && { kind: kinds.length }),
      ...(services.some(({ nameless }) => !nameless) && { service: services.length }),
    },
    lanesBy: hasKinds && agents.length === 1 && (callsModels || agents[0]?.nameless) ? 'kind' : 'agent',
  };
}

/** The lanes by kind, in an order that is the same in every run. */
const KINDS: ReadonlyMap<StepIcon, string> = new Map([
  ['person', t`approval`],
  ['hubot', t`agent`],
  ['list-tree', t`chain`],
  ['sparkle', t`model`],
  ['tools', t`tool`],
  ['search', t`retrieval`],
  ['comment', t`message`],
  ['play', t`request`],
  ['lightbulb', t`trace`],
  ['law', t`decision`],
  ['zap', t`other`],
]);

function byKind(run: IndexedRun): Lanes {
  const { count, kind, kinds, calls } = columnsOf(run);
  const icons = [...KINDS.keys()];
  const places = new Int32Array(count);
  const steps = new Int32Array(icons.length);
  const [others, callers] = [false, true].map(isCaller => kinds.map(one => icons.indexOf(kindIcon(one, isCaller)))) as [
    number[],
    number[],
  ];
  for (let index = 0; index < count; index++) {
    const place = (calls[index] === 1 ? callers : others)[kind[index] as number] as number;
    places[index] = place;
    steps[place] = (steps[place] as number) + 1;
  }
  const shown = icons.flatMap((icon, place) => (steps[place] === 0 ? [] : [{ icon, place }]));
  const lanes = shown.map(({ icon, place }) => ({ name: KINDS.get(icon) ?? '', icon, steps: steps[place] as number }));
  const laneOf = icons.map(icon => shown.findIndex(one => one.icon === icon));
  return { lane: places.map(place => laneOf[place] as number), lanes };
}

/** Returns the lanes by service. A nested step without a service has the service of its parent. */
function byService(run: IndexedRun): Lanes {
  const { count, parent, lanes: agents, service, services } = columnsOf(run);
  const lanes: Lane[] = [];
  const known = new Map<number, number>();
  const lane = new Int32Array(count);
  const nobody = agents.find(({ nameless }) => nameless)?.name ?? t`other`;
  for (let index = 0; index < count; index++) {
    const named = service[index] as number;
    const above = parent[index] as number;
    let own = named < 0 && above >= 0 ? lane[above] : known.get(named);
    if (own === undefined) {
      const name = services[named];
      own = lanes.push(name === undefined ? { name: nobody, nameless: true, steps: 0 } : { name, steps: 0 }) - 1;
      known.set(named, own);
    }
    lane[index] = own;
    (lanes[own] as Lane).steps++;
  }
  return { lane, lanes };
}
