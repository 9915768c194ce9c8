import { batch, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReplayOverview, StepGoal } from '../../../server/src/shared/protocol';
import type { Host } from '../host/host';
import { type AnswerCache, answerCache } from './answerCache';
import { createEnvelopeView, type EnvelopeView } from './envelopeView';
import { createFolding, type Folding } from './folding';
import { createPlayer, type Player } from './player';
import { type RunSearch, runSearch } from './runSearch';
import { type TabId, tabIds } from './tabIds';
import { type TimelineViewport, timelineViewport } from './timelineViewport';

/** A run on the screen: what is shown of it, and what can be done. One model; each component reads what it shows. */
export interface ReplayModel {
  host: Host;
  answers: AnswerCache;
  /** Undefined until the run is known. */
  overview: Signal<ReplayOverview | undefined>;
  /** Why there is nothing to show. */
  emptyReason: Signal<string | undefined>;
  /** The runs of the same file, where there are several. */
  siblings: Signal<readonly { key: string; title: string }[]>;
  /** The step that is shown, from 0. */
  step: Signal<number>;
  tab: Signal<TabId>;
  /** What stands left of the tabs. */
  side: Signal<SideId>;
  /** Which of both is shown where there is room for one. */
  front: Signal<'tab' | 'side'>;
  /** The step that the state at the shown one is held against. */
  otherStep: Signal<number | undefined>;
  /** The run that this one is compared with: its key. */
  comparedWith: Signal<string | undefined>;
  /** What is open over the page. */
  dialog: Signal<'keys' | 'export' | undefined>;
  /** Shows the last step as steps arrive. */
  following: Signal<boolean>;
  /** Steps that arrived since the last one that there was when following ended. */
  arrived: Signal<number>;
  player: Player;
  timeline: TimelineViewport;
  folded: Folding;
  search: RunSearch;
  envelopeView: EnvelopeView;
  /** What is read aloud, where it is not seen to change. */
  announcement: Signal<string>;
  /** Shows the state at the shown step beside that at another one. */
  compareStateWith(step: number): void;
  showTab(tab: TabId): void;
  showSide(side: SideId): void;
  /** Shows a step; what lies outside is held to the run. Stops playing unless it plays itself. */
  goTo(step: number): void;
  /** Goes to the next step of a kind, where there is one; else says so. */
  goToNext(to: StepGoal, direction?: 'on' | 'back'): Promise<void>;
}

/** What may stand left of the tabs, in their order. */
export const sideIds = ['graph', 'steps', 'errors'] as const;
export type SideId = (typeof sideIds)[number];

/** What there is to stand left of the tabs. */
export function availableSides({ overview }: ReplayModel): SideId[] {
  return sideIds.filter(id => id !== 'graph' || overview.value?.has.handoffs);
}

/** Which of them stands there. */
export function activeSide(replay: ReplayModel): SideId {
  return availableSides(replay).find(id => id === replay.side.value) ?? 'steps';
}

const ReplayContext = createContext<ReplayModel | undefined>(undefined);
export const ReplayModelProvider = ReplayContext.Provider;

/** The run on the screen. */
export function useReplayModel(): ReplayModel {
  const replay = useContext(ReplayContext);
  if (!replay) throw new Error('no replay around this component');
  return replay;
}

/** Begins a replay; what it shows it is told by its host. */
export function createReplayModel(host: Host): ReplayModel {
  const overview = signal<ReplayOverview | undefined>(undefined);
  const step = signal(0);
  const following = signal(false);
  const arrived = signal(0);
  const announcement = signal('');
  const asking = answerCache(host);
  const show = (wanted: number) => {
    const last = (overview.value?.run.steps ?? 1) - 1;
    step.value = Math.min(Math.max(0, Math.trunc(wanted)), Math.max(0, last));
    if (step.value >= last) arrived.value = 0;
  };
  const playing = createPlayer({ step, overview, answers: asking, show });
  const replay: ReplayModel = {
    host,
    answers: asking,
    overview,
    emptyReason: signal(undefined),
    siblings: signal([]),
    step,
    tab: signal(tabIds[0]),
    side: signal('graph'),
    front: signal('tab'),
    otherStep: signal(undefined),
    comparedWith: signal(undefined),
    dialog: signal(undefined),
    following,
    arrived,
    player: playing,
    timeline: timelineViewport(overview),
    folded: createFolding(),
    search: runSearch(asking),
    envelopeView: createEnvelopeView(),
    announcement,
    compareStateWith(other) {
      batch(() => {
        replay.otherStep.value = other;
        replay.showTab('state');
      });
    },
    showTab(tab) {
      batch(() => {
        replay.tab.value = tab;
        replay.front.value = 'tab';
      });
    },
    showSide(side) {
      batch(() => {
        replay.side.value = side;
        replay.front.value = 'side';
      });
    },
    goTo(wanted) {
      playing.pause();
      show(wanted);
      following.value = following.value && step.value === (overview.value?.run.steps ?? 0) - 1;
    },
    async goToNext(to, direction = 'on') {
      try {
        const found = await asking.ask('next', { step: step.value, to, back: direction === 'back' });
        if (found === null) announcement.value = NONE[to](direction);
        else replay.goTo(found);
      } catch (error) {
        announcement.value = error instanceof Error ? error.message : String(error);
      }
    },
  };
  return replay;
}

const NONE: Record<StepGoal, (direction: 'on' | 'back') => string> = {
  error: direction => `No failed step ${direction === 'on' ? 'after' : 'before'} this one.`,
  problem: direction => `No step with problems ${direction === 'on' ? 'after' : 'before'} this one.`,
  agent: direction => `No step of this agent ${direction === 'on' ? 'after' : 'before'} this one.`,
  into: () => 'Nothing is nested in this step.',
  out: () => 'This step is not nested in another one.',
  over: direction => `No step ${direction === 'on' ? 'after' : 'before'} this one.`,
};
