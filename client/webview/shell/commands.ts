import { useEffect } from 'preact/hooks';
import type { Host } from '../findHost';
import { activeSide, availableSides, type ReplayModel, TABS, tabIds } from '../model/replayModel';

/** A command with keyboard shortcuts. Single keys without Ctrl, Alt and Cmd, since VS Code handles those. */
export interface Command {
  title: string;
  /** Keys as displayed: `Space`, `Shift+E`, `→`. The first one is the primary. */
  keys: readonly string[];
  group: 'Play' | 'Go to' | 'Timeline' | 'Show';
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

const nextSide = (replay: ReplayModel) => {
  const ids = availableSides(replay);
  replay.showSide(ids[(ids.indexOf(activeSide(replay)) + 1) % ids.length] ?? 'steps');
};

/** All commands with keys; buttons use the same. */
export const commands = {
  play: {
    title: 'Play or Pause',
    keys: ['Space'],
    group: 'Play',
    run: ({ player }) => (player.playing.value ? player.pause() : player.play()),
  },
  on: { title: 'Next Step', keys: ['→'], group: 'Play', run: replay => replay.goTo(replay.step.value + 1) },
  back: { title: 'Previous Step', keys: ['←'], group: 'Play', run: replay => replay.goTo(replay.step.value - 1) },
  over: {
    title: 'Step Over',
    keys: ['Shift+→'],
    group: 'Play',
    run: replay => replay.goToNext('over'),
  },
  overBack: {
    title: 'Step Back Over',
    keys: ['Shift+←'],
    group: 'Play',
    run: replay => replay.goToNext('over', 'back'),
  },
  into: { title: 'Step Into', keys: ['↓'], group: 'Play', run: replay => replay.goToNext('into') },
  out: { title: 'Step Out', keys: ['↑'], group: 'Play', run: replay => replay.goToNext('out') },
  first: { title: 'First Step', keys: ['Home'], group: 'Play', run: replay => replay.goTo(0) },
  final: { title: 'Last Step', keys: ['End'], group: 'Play', run: replay => replay.goTo(last(replay)) },
  faster: { title: 'Faster', keys: ['>'], group: 'Play', run: ({ player }) => player.faster() },
  slower: { title: 'Slower', keys: ['<'], group: 'Play', run: ({ player }) => player.slower() },
  pace: {
    title: 'Even Pace',
    keys: ['i'],
    group: 'Play',
    run: ({ player: { pace } }) => (pace.value = pace.value === 'even' ? 'real' : 'even'),
  },
  loopFrom: { title: 'Loop from Here', keys: ['['], group: 'Play', run: replay => loopEnd(replay, 'from') },
  loopTo: { title: 'Loop to Here', keys: [']'], group: 'Play', run: replay => loopEnd(replay, 'to') },
  loopNot: { title: 'Clear Loop', keys: ['\\'], group: 'Play', run: ({ player: { loop } }) => (loop.value = {}) },
  follow: {
    title: 'Follow Live Run',
    keys: ['.'],
    group: 'Play',
    run(replay) {
      const wanted = !replay.following.value;
      if (wanted) replay.goTo(last(replay));
      replay.following.value = wanted;
    },
  },
  nextError: { title: 'Next Failed Step', keys: ['e'], group: 'Go to', run: replay => replay.goToNext('error') },
  lastError: {
    title: 'Previous Failed Step',
    keys: ['Shift+E'],
    group: 'Go to',
    run: replay => replay.goToNext('error', 'back'),
  },
  nextProblem: {
    title: 'Next Step with Problems',
    keys: ['p'],
    group: 'Go to',
    run: replay => replay.goToNext('problem'),
  },
  lastProblem: {
    title: 'Previous Step with Problems',
    keys: ['Shift+P'],
    group: 'Go to',
    run: replay => replay.goToNext('problem', 'back'),
  },
  nextOfAgent: {
    title: 'Next Step of This Agent',
    keys: ['n'],
    group: 'Go to',
    run: replay => replay.goToNext('agent'),
  },
  lastOfAgent: {
    title: 'Previous Step of This Agent',
    keys: ['Shift+N'],
    group: 'Go to',
    run: replay => replay.goToNext('agent', 'back'),
  },
  search: {
    title: 'Search',
    keys: ['/'],
    group: 'Go to',
    run: ({ search }) => {
      search.isOpen.value = true;
      document.getElementById('search')?.focus();
    },
  },
  find: {
    title: 'Find in the Conversation',
    keys: ['q'],
    group: 'Go to',
    run(replay) {
      replay.showTab('conversation');
      replay.conversationWords.value ??= '';
      document.getElementById('find')?.focus();
    },
  },
  nextMatch: { title: 'Next Match', keys: ['m'], group: 'Go to', run: replay => byMatch(replay, 'on') },
  lastMatch: { title: 'Previous Match', keys: ['Shift+M'], group: 'Go to', run: replay => byMatch(replay, 'back') },
  openEnvelope: {
    title: 'Open Envelope in Its File',
    keys: ['o'],
    group: 'Go to',
    hosts: ['editor'],
    run: ({ host, step }) => host.send({ type: 'openEnvelope', step: step.value, envelope: 0 }),
  },
  zoomIn: {
    title: 'Zoom In',
    keys: ['w', '+'],
    group: 'Timeline',
    run: replay => replay.timeline.zoomAtPlayhead(ZOOM),
  },
  zoomOut: {
    title: 'Zoom Out',
    keys: ['s', '-'],
    group: 'Timeline',
    run: replay => replay.timeline.zoomAtPlayhead(1 / ZOOM),
  },
  panLeft: { title: 'Pan Left', keys: ['a'], group: 'Timeline', run: replay => pan(replay, -0.25) },
  panRight: { title: 'Pan Right', keys: ['d'], group: 'Timeline', run: replay => pan(replay, 0.25) },
  showAll: { title: 'Show Whole Run', keys: ['0'], group: 'Timeline', run: replay => replay.timeline.showAll() },
  axis: {
    title: 'Toggle Time Axis',
    keys: ['t'],
    group: 'Timeline',
    run: ({ timeline }) => timeline.toggleTime(),
  },
  idle: {
    title: 'Toggle Idle Time',
    keys: ['z'],
    group: 'Timeline',
    run: ({ timeline }) => timeline.toggleIdle(),
  },
  lanes: {
    title: 'Lanes by Agent, Kind or Service',
    keys: ['k'],
    group: 'Timeline',
    run: ({ timeline }) => timeline.nextLanes(),
  },
  fold: {
    title: 'Toggle Fold',
    keys: ['f'],
    group: 'Timeline',
    run: ({ folded, step }) => folded.toggle(step.value),
  },
  foldAll: {
    title: 'Toggle Fold All',
    keys: ['Shift+F'],
    group: 'Timeline',
    run: ({ folded }) => (folded.now.value.all ? folded.unfoldAll() : folded.foldAll()),
  },
  side: {
    title: 'Switch between Graph, Steps and Errors',
    keys: ['g'],
    group: 'Show',
    run: nextSide,
  },
  between: {
    title: 'Compare State with Another Step',
    keys: ['b'],
    group: 'Show',
    run(replay) {
      const { otherStep, step, announcement } = replay;
      if (otherStep.value !== undefined) {
        otherStep.value = undefined;
        return;
      }
      replay.compareStateWith(step.value);
      announcement.value = `The state at step ${step.value + 1} is held: go to another step.`;
    },
  },
  copyLink: {
    title: 'Copy Link to Step',
    keys: ['l'],
    group: 'Go to',
    run: ({ host, step, announcement }) => {
      host.send({ type: 'copyLink', step: step.value });
      announcement.value = 'Copied a link to the step.';
    },
  },
  ...tabCommands(),
  compare: {
    title: 'Compare with Another Run',
    keys: ['c'],
    group: 'Show',
    hosts: ['editor', 'browser'],
    run: replay => replay.showTab('compare'),
  },
  exporting: {
    title: 'Export',
    keys: ['x'],
    group: 'Show',
    hosts: ['editor', 'browser'],
    run: ({ dialog }) => (dialog.value = 'export'),
  },
  keys: {
    title: 'Keyboard Shortcuts',
    keys: ['?'],
    group: 'Show',
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
      group: 'Show',
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
  ' ': 'Space',
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
      ? `Shift+${isLetter ? name.toUpperCase() : name}`
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
