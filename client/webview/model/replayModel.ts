import { batch, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { Folded, Found, ReplayOverview, StepGoal, StepProblem } from '../../../server/src/shared/lspExtensions';
import { errorText } from '../../../server/src/shared/shownText';
import type { Host } from '../selectHost';
import { type AnswerCache, answerCache } from './answerCache';
import { createPlayer, type Player } from './player';
import { type TimelineViewport, timelineViewport } from './timelineViewport';

/**
 * The state of the page that replays a workflow run: the shown data of the run, and the actions on it. There is a single model; each component
 * reads the signals that it shows.
 */
export interface ReplayModel {
  host: Host;
  answers: AnswerCache;
  /** Undefined until the run is known. */
  overview: Signal<ReplayOverview | undefined>;
  /** The reason why nothing is shown. */
  emptyReason: Signal<string | undefined>;
  /** The reason why the shown run can no longer be read; what is shown was read before. */
  lostReason: Signal<string | undefined>;
  /** The runs of the same file, if there are several. */
  siblings: Signal<readonly { key: string; title: string }[]>;
  /** The step that is shown, from 0. */
  step: Signal<number>;
  tab: Signal<TabId>;
  /** The view left of the tabs. */
  side: Signal<SideId>;
  /** The view that is shown if only one fits. */
  front: Signal<'tab' | 'side'>;
  /** The step whose state is compared with that of the shown one. */
  otherStep: Signal<number | undefined>;
  /** The key of the run that this one is compared with. */
  comparedWith: Signal<string | undefined>;
  /** The open dialog. */
  dialog: Signal<'keys' | 'export' | undefined>;
  /** Follows the last step as steps arrive. */
  following: Signal<boolean>;
  /** The number of steps that have arrived since following ended. */
  arrived: Signal<number>;
  player: Player;
  timeline: TimelineViewport;
  folded: Folding;
  search: RunSearch;
  envelopeView: EnvelopeView;
  /** The scope of the conversation that the user chose; undefined for the default of the run. */
  conversationScope: Signal<'step' | 'run' | undefined>;
  /** The conversation of the run ends with the shown step. */
  conversationSoFar: Signal<boolean>;
  /** The words to find in the conversation; undefined while the field is closed. */
  conversationWords: Signal<string | undefined>;
  /** Whether long lines of values are wrapped. */
  wrapsValues: Signal<boolean>;
  /** Whether messages are shown as written, without formatting their Markdown. */
  showsAsWritten: Signal<boolean>;
  /** The text that screen readers announce. */
  announcement: Signal<string>;
  /** Compares the state at the shown step with that at another. */
  compareStateWith(step: number): void;
  showTab(tab: TabId): void;
  showSide(side: SideId): void;
  /** Shows a step, limited to the run. Stops playback unless called by it. */
  goTo(step: number): void;
  /** Goes to the next step of a kind; announces if there is none. */
  goToNext(to: StepGoal, direction?: 'on' | 'back'): Promise<void>;
}

/** The possible views left of the tabs, in order. */
export const sideIds = ['graph', 'steps', 'errors'] as const;
export type SideId = (typeof sideIds)[number];

/** The available views left of the tabs. */
export function availableSides({ overview }: ReplayModel): SideId[] {
  return sideIds.filter(id => id !== 'graph' || overview.value?.has.handoffs);
}

/** The active view left of the tabs. */
export function activeSide(replay: ReplayModel): SideId {
  return availableSides(replay).find(id => id === replay.side.value) ?? 'steps';
}

const ReplayModelContext = createContext<ReplayModel | undefined>(undefined);
export const ReplayModelProvider = ReplayModelContext.Provider;

/** The model of the page. */
export function useReplayModel(): ReplayModel {
  const replay = useContext(ReplayModelContext);
  if (!replay) throw new Error('no replay around this component');
  return replay;
}

/** Creates the model; its content comes from the host. */
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
    lostReason: signal(undefined),
    siblings: signal([]),
    step,
    tab: signal('envelope'),
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
    conversationScope: signal(undefined),
    conversationSoFar: signal(false),
    conversationWords: signal(undefined),
    wrapsValues: signal(true),
    showsAsWritten: signal(false),
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
        announcement.value = errorText(error);
      }
    },
  };
  return replay;
}

const NONE: Record<StepGoal, (direction: 'on' | 'back') => string> = {
  error: direction => (direction === 'on' ? t`No failed step after this one.` : t`No failed step before this one.`),
  problem: direction =>
    direction === 'on' ? t`No step with problems after this one.` : t`No step with problems before this one.`,
  agent: direction =>
    direction === 'on' ? t`No step of this agent after this one.` : t`No step of this agent before this one.`,
  into: () => t`Nothing is nested in this step.`,
  out: () => t`This step is not nested in another one.`,
  over: direction => (direction === 'on' ? t`No step after this one.` : t`No step before this one.`),
};

/** The titles of a step's tabs, in order. */
export const TABS = {
  envelope: t`Envelope`,
  state: t`State`,
  changes: t`Changes`,
  conversation: t`Conversation`,
  why: t`Why`,
  metrics: t`Metrics`,
  compare: t`Compare`,
};
export type TabId = keyof typeof TABS;
export const tabIds = Object.keys(TABS) as TabId[];

/** How envelopes are shown; kept across tabs and steps. */
interface EnvelopeView {
  as: Signal<'tree' | 'text'>;
  /** A location to reveal: a new object each time. */
  reveal: Signal<EnvelopePlace | undefined>;
  /** Nodes that the user opened or closed, by path as JSON: applied to the next step's envelope, too. */
  opened: Map<string, boolean>;
}

/** A location in one of a step's envelopes. */
interface EnvelopePlace {
  step: number;
  envelope: number;
  path: StepProblem['path'];
  /** The message of the problem there, which locates it in a text. */
  message: string;
}

export function createEnvelopeView(): EnvelopeView {
  return { as: signal('tree'), reveal: signal(undefined), opened: new Map() };
}

/** The folded steps, which hide their nested steps. */
interface Folding {
  now: Signal<Folded>;
  toggle(step: number): void;
  foldAll(): void;
  unfoldAll(): void;
}

function createFolding(): Folding {
  const now = signal<Folded>({ all: false, but: [] });
  return {
    now,
    toggle(step) {
      const { all, but } = now.value;
      now.value = { all, but: but.includes(step) ? but.filter(one => one !== step) : [...but, step] };
    },
    foldAll() {
      now.value = { all: true, but: [] };
    },
    unfoldAll() {
      now.value = { all: false, but: [] };
    },
  };
}

/** A search through the run, with incremental results. */
interface RunSearch {
  query: Signal<string>;
  matches: Signal<Found['matches']>;
  searching: Signal<boolean>;
  fault: Signal<string | undefined>;
  /** In a narrow page the field is shown only while in use. */
  isOpen: Signal<boolean>;
  /** Starts a new search; an empty query finds nothing. */
  find(query: string): Promise<void>;
  /** Searches the changed run again; if a search is under way, after its end, which frequent changes would put off forever. */
  findAnew(): void;
  /** The next or previous match of a step; wraps around. */
  nextAfter(step: number, direction: 'on' | 'back'): number | undefined;
}

function runSearch(answers: AnswerCache): RunSearch {
  const query = signal('');
  const matches = signal<Found['matches']>([]);
  const searching = signal(false);
  const fault = signal<string | undefined>(undefined);
  let latest = 0;
  let isOutdated = false;
  const search: RunSearch = {
    query,
    matches,
    searching,
    fault,
    isOpen: signal(false),
    async find(wanted) {
      const own = ++latest;
      isOutdated = false;
      query.value = wanted;
      fault.value = undefined;
      searching.value = wanted.trim() !== '';
      let found: Found['matches'] = [];
      if (!searching.value) matches.value = found;
      let cursor: number | undefined;
      while (searching.value) {
        let answer: Found;
        try {
          answer = await answers.ask('search', { query: wanted, ...(cursor !== undefined && { cursor }) });
        } catch (error) {
          answer = { matches: [], fault: errorText(error) };
        }
        if (own !== latest) return;
        found = [...found, ...answer.matches];
        matches.value = found;
        fault.value = answer.fault;
        cursor = answer.cursor;
        searching.value = cursor !== undefined;
      }
      if (isOutdated) await search.find(wanted);
    },
    findAnew() {
      if (searching.value) isOutdated = true;
      else if (query.value) void search.find(query.value);
    },
    nextAfter(step, direction) {
      const steps = matches.value.map(match => match.step);
      if (direction === 'on') return steps.find(one => one > step) ?? steps[0];
      return steps.findLast(one => one < step) ?? steps.at(-1);
    },
  };
  return search;
}
