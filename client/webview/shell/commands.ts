import { useEffect } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { Host } from '../findHost';
import { activeSide, availableSides, type ReplayModel, TABS, tabIds } from '../model/replayModel';

/**
 * A command of the replay page, with its keyboard shortcuts. A shortcut is a single key without Ctrl, Alt and Cmd, since VS Code handles
 * keys with these.
 */
export interface Command {
  title: string;
  /** Keys as displayed: `Space`, `Shift+E`, `→`. The first one is the primary. */
  keys: readonly string[];
  group: 'play' | 'goTo' | 'timeline' | 'show';
  /** Where it is available; everywhere if absent. */
  hosts?: readonly Host['is'][];
  run(replay: ReplayModel): unknown;
}

const last = (replay: ReplayModel) => (replay.overview.value?.run.steps ?? 1) - 1;
const byMatch = (replay: ReplayModel, direction: 'on' | 'back') => {
  const step = replay.search.nextAfter(replay.step.value, direction);
  if (step !== undefined) replay.goTo(step);
};
const ZOOM = 0.6;
const pan = (replay: ReplayModel, share: number) => {
  const { from, to } = replay.timeline.shown();
  replay.timeline.pan((to - from) * share);
};
const loopEnd = (replay: ReplayModel, end: 'from' | 'to') => {
  const { player, step } = replay;
  const { from, to }: { from?: number; to?: number } = { ...player.loop.value, [end]: step.value };
  // An end before the start begins a new range.
  const isTurned = from !== undefined && to !== undefined && from > to;
  player.loop.value = isTurned ? { [end]: step.value } : { ...player.loop.value, [end]: step.value };
};

/** A key with Shift, as displayed. */
const shift = (key: string) => t`Shift+${key}`;

const nextSide = (replay: ReplayModel) => {
  const ids = availableSides(replay);
  replay.showSide(ids[(ids.indexOf(activeSide(replay)) + 1) % ids.length] ?? 'steps');
};

/** All commands with keys; buttons use the same. */
export const commands = {
  play: {
    title: t`Play or Pause`,
    keys: [t`Space`],
    group: 'play',
    run: ({ player }) => (player.playing.value ? player.pause() : player.play()),
  },
  on: { title: t`Next Step`, keys: ['→'], group: 'play', run: replay => replay.goTo(replay.step.value + 1) },
  back: { title: t`Previous Step`, keys: ['←'], group: 'play', run: replay => replay.goTo(replay.step.value - 1) },
  over: {
    title: t`Step Over`,
    keys: [shift('→')],
    group: 'play',
    run: replay => replay.goToNext('over'),
  },
  overBack: {
    title: t`Step Back Over`,
    keys: [shift('←')],
    group: 'play',
    run: replay => replay.goToNext('over', 'back'),
  },
  into: { title: t`Step Into`, keys: ['↓'], group: 'play', run: replay => replay.goToNext('into') },
  out: { title: t`Step Out`, keys: ['↑'], group: 'play', run: replay => replay.goToNext('out') },
  first: { title: t`First Step`, keys: [t`Home`], group: 'play', run: replay => replay.goTo(0) },
  final: { title: t`Last Step`, keys: [t`End`], group: 'play', run: replay => replay.goTo(last(replay)) },
  faster: { title: t`Faster`, keys: ['>'], group: 'play', run: ({ player }) => player.faster() },
  slower: { title: t`Slower`, keys: ['<'], group: 'play', run: ({ player }) => player.slower() },
  pace: {
    title: t`Even Pace`,
    keys: ['i'],
    group: 'play',
    run: ({ player: { pace } }) => (pace.value = pace.value === 'even' ? 'real' : 'even'),
  },
  loopFrom: { title: t`Loop from Here`, keys: ['['], group: 'play', run: replay => loopEnd(replay, 'from') },
  loopTo: { title: t`Loop to Here`, keys: [']'], group: 'play', run: replay => loopEnd(replay, 'to') },
  loopNot: { title: t`Clear Loop`, keys: ['\\'], group: 'play', run: ({ player: { loop } }) => (loop.value = {}) },
  follow: {
    title: t`Follow Live Run`,
    keys: ['.'],
    group: 'play',
    run(replay) {
      const wanted = !replay.following.value;
      if (wanted) replay.goTo(last(replay));
      replay.following.value = wanted;
    },
  },
  nextError: { title: t`Next Failed Step`, keys: ['e'], group: 'goTo', run: replay => replay.goToNext('error') },
  lastError: {
    title: t`Previous Failed Step`,
    keys: [shift('E')],
    group: 'goTo',
    run: replay => replay.goToNext('error', 'back'),
  },
  nextProblem: {
    title: t`Next Step with Problems`,
    keys: ['p'],
    group: 'goTo',
    run: replay => replay.goToNext('problem'),
  },
  lastProblem: {
    title: t`Previous Step with Problems`,
    keys: [shift('P')],
    group: 'goTo',
    run: replay => replay.goToNext('problem', 'back'),
  },
  nextOfAgent: {
    title: t`Next Step of This Agent`,
    keys: ['n'],
    group: 'goTo',
    run: replay => replay.goToNext('agent'),
  },
  lastOfAgent: {
    title: t`Previous Step of This Agent`,
    keys: [shift('N')],
    group: 'goTo',
    run: replay => replay.goToNext('agent', 'back'),
  },
  search: {
    title: t`Search`,
    keys: ['/'],
    group: 'goTo',
    run: ({ search }) => {
      search.isOpen.value = true;
      document.getElementById('search')?.focus();
    },
  },
  find: {
    title: t`Find in the Conversation`,
    keys: ['q'],
    group: 'goTo',
    run(replay) {
      replay.showTab('conversation');
      replay.conversationWords.value ??= '';
      document.getElementById('find')?.focus();
    },
  },
  nextMatch: { title: t`Next Match`, keys: ['m'], group: 'goTo', run: replay => byMatch(replay, 'on') },
  lastMatch: { title: t`Previous Match`, keys: [shift('M')], group: 'goTo', run: replay => byMatch(replay, 'back') },
  openEnvelope: {
    title: t`Open Envelope in Its File`,
    keys: ['o'],
    group: 'goTo',
    hosts: ['editor'],
    run: ({ host, step }) => host.send({ type: 'openEnvelope', step: step.value, envelope: 0 }),
  },
  zoomIn: {
    title: t`Zoom In`,
    keys: ['w', '+'],
    group: 'timeline',
    run: replay => replay.timeline.zoomAtPlayhead(ZOOM),
  },
  zoomOut: {
    title: t`Zoom Out`,
    keys: ['s', '-'],
    group: 'timeline',
    run: replay => replay.timeline.zoomAtPlayhead(1 / ZOOM),
  },
  panLeft: { title: t`Pan Left`, keys: ['a'], group: 'timeline', run: replay => pan(replay, -0.25) },
  panRight: { title: t`Pan Right`, keys: ['d'], group: 'timeline', run: replay => pan(replay, 0.25) },
  showAll: { title: t`Show Whole Run`, keys: ['0'], group: 'timeline', run: replay => replay.timeline.showAll() },
  axis: {
    title: t`Toggle Time Axis`,
    keys: ['t'],
    group: 'timeline',
    run: ({ timeline }) => timeline.toggleTime(),
  },
  idle: {
    title: t`Toggle Idle Time`,
    keys: ['z'],
    group: 'timeline',
    run: ({ timeline }) => timeline.toggleIdle(),
  },
  lanes: {
    title: t`Lanes by Agent, Kind or Service`,
    keys: ['k'],
    group: 'timeline',
    run: ({ timeline }) => timeline.nextLanes(),
  },
  fold: {
    title: t`Toggle Fold`,
    keys: ['f'],
    group: 'timeline',
    run: ({ folded, step }) => folded.toggle(step.value),
  },
  foldAll: {
    title: t`Toggle Fold All`,
    keys: [shift('F')],
    group: 'timeline',
    run: ({ folded }) => (folded.now.value.all ? folded.unfoldAll() : folded.foldAll()),
  },
  side: {
    title: t`Switch between Graph, Steps and Errors`,
    keys: ['g'],
    group: 'show',
    run: nextSide,
  },
  between: {
    title: t`Compare State with Another Step`,
    keys: ['b'],
    group: 'show',
    run(replay) {
      const { otherStep, step, announcement } = replay;
      if (otherStep.value !== undefined) {
        otherStep.value = undefined;
        return;
      }
      replay.compareStateWith(step.value);
      announcement.value = t`The state at step ${step.value + 1} is held: go to another step.`;
    },
  },
  copyLink: {
    title: t`Copy Link to Step`,
    keys: ['l'],
    group: 'goTo',
    run: ({ host, step, announcement }) => {
      host.send({ type: 'copyLink', step: step.value });
      announcement.value = t`Copied a link to the step.`;
    },
  },
  ...tabCommands(),
  compare: {
    title: t`Compare with Another Run`,
    keys: ['c'],
    group: 'show',
    hosts: ['editor', 'browser'],
    run: replay => replay.showTab('compare'),
  },
  exporting: {
    title: t`Export`,
    keys: ['x'],
    group: 'show',
    hosts: ['editor', 'browser'],
    run: ({ dialog }) => (dialog.value = 'export'),
  },
  keys: {
    title: t`Keyboard Shortcuts`,
    keys: ['?'],
    group: 'show',
    run: ({ dialog }) => (dialog.value = dialog.value === 'keys' ? undefined : 'keys'),
  },
} satisfies Record<string, Command>;

/** The commands available in this host. */
export function availableCommands(host: ReplayModel['host']): Command[] {
  return Object.values<Command>(commands).filter(({ hosts }) => !hosts || hosts.includes(host.is));
}

function tabCommands(): Record<`tab-${number}`, Command> {
  const made: Record<`tab-${number}`, Command> = {};
  for (const [place, id] of tabIds.entries()) {
    if (id === 'compare') continue;
    made[`tab-${place}`] = {
      title: TABS[id],
      keys: [String(place + 1)],
      group: 'show',
      run: replay => replay.showTab(id),
    };
  }
  return made;
}

/** Handles keys anywhere on the page, except those that the focused element handles. */
export function useShortcuts(replay: ReplayModel): void {
  useEffect(() => {
    const byKey = new Map(
      availableCommands(replay.host).flatMap(command => command.keys.map(key => [key, command] as const)),
    );
    const press = (event: KeyboardEvent) => {
      // A dialog hears Escape itself, but not before it is drawn.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) replay.dialog.value = undefined;
      const command = commandOf(event, byKey);
      if (!command || !replay.overview.value || isTaken(event, replay)) return;
      event.preventDefault();
      void command.run(replay);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [replay]);
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': t`Space`,
  Home: t`Home`,
  End: t`End`,
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function commandOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  byKey: ReadonlyMap<string, Command>,
): Command | undefined {
  // VS Code handles keys with these modifiers.
  if (ctrlKey || altKey || metaKey) return undefined;
  const name = NAMES[key] ?? key;
  // A key with Shift may produce another character: `?`, `>`.
  const isLetter = /^[a-z]$/i.test(name);
  const spelled =
    shiftKey && (isLetter || name.length > 1 || name === '→' || name === '←')
      ? shift(isLetter ? name.toUpperCase() : name)
      : isLetter
        ? name.toLowerCase()
        : name;
  return byKey.get(spelled);
}

const TYPING = 'input, select, textarea, [contenteditable]';

function isTaken(event: KeyboardEvent, { dialog }: ReplayModel): boolean {
  if (event.defaultPrevented) return true;
  // A dialog blocks other keys; `?` closes the one that it opened.
  if (dialog.value !== undefined) return !(dialog.value === 'keys' && event.key === '?');
  const target = event.target instanceof Element ? event.target : undefined;
  if (!target) return false;
  if (target.closest(TYPING)) return true;
  return event.key === ' ' && target.closest('button, a, summary, [role=button], [role=tab]') !== null;
}
