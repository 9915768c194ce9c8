import { useEffect } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { activeSide, availableSides, type ReplayModel, TABS, tabIds } from '../model/replayModel';
import type { Host } from '../selectHost';

/**
 * A command of the page that replays a workflow run, with its keyboard shortcuts. A shortcut is a single key without Ctrl, Alt and Cmd, since VS
 * Code handles keys with these.
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

/** All commands of the replay page that have keyboard shortcuts. The page's buttons run the same commands. */
export const pageCommands = {
  ...inGroup('play', {
    play: {
      title: t`Play or Pause`,
      keys: [t`Space`],
      run: ({ player }) => (player.playing.value ? player.pause() : player.play()),
    },
    on: { title: t`Next Step`, keys: ['→'], run: replay => replay.goTo(replay.step.value + 1) },
    back: { title: t`Previous Step`, keys: ['←'], run: replay => replay.goTo(replay.step.value - 1) },
    over: { title: t`Step Over`, keys: [shift('→')], run: replay => replay.goToNext('over') },
    overBack: { title: t`Step Back Over`, keys: [shift('←')], run: replay => replay.goToNext('over', 'back') },
    into: { title: t`Step Into`, keys: ['↓'], run: replay => replay.goToNext('into') },
    out: { title: t`Step Out`, keys: ['↑'], run: replay => replay.goToNext('out') },
    first: { title: t`First Step`, keys: [t`Home`], run: replay => replay.goTo(0) },
    final: { title: t`Last Step`, keys: [t`End`], run: replay => replay.goTo(last(replay)) },
    faster: { title: t`Faster`, keys: ['>'], run: ({ player }) => player.faster() },
    slower: { title: t`Slower`, keys: ['<'], run: ({ player }) => player.slower() },
    pace: {
      title: t`Even Pace`,
      keys: ['i'],
      run: ({ player: { pace } }) => (pace.value = pace.value === 'even' ? 'real' : 'even'),
    },
    loopFrom: { title: t`Loop from Here`, keys: ['['], run: replay => loopEnd(replay, 'from') },
    loopTo: { title: t`Loop to Here`, keys: [']'], run: replay => loopEnd(replay, 'to') },
    loopNot: { title: t`Clear Loop`, keys: ['\\'], run: ({ player: { loop } }) => (loop.value = {}) },
    follow: {
      title: t`Follow Live Run`,
      keys: ['.'],
      hosts: ['editor', 'browser'],
      run(replay) {
        const wanted = !replay.following.value;
        if (wanted) replay.goTo(last(replay));
        replay.following.value = wanted;
      },
    },
  }),
  ...inGroup('goTo', {
    nextError: { title: t`Next Failed Step`, keys: ['e'], run: replay => replay.goToNext('error') },
    lastError: { title: t`Previous Failed Step`, keys: [shift('E')], run: replay => replay.goToNext('error', 'back') },
    nextProblem: { title: t`Next Step with Problems`, keys: ['p'], run: replay => replay.goToNext('problem') },
    lastProblem: {
      title: t`Previous Step with Problems`,
      keys: [shift('P')],
      run: replay => replay.goToNext('problem', 'back'),
    },
    nextOfAgent: { title: t`Next Step of This Agent`, keys: ['n'], run: replay => replay.goToNext('agent') },
    lastOfAgent: {
      title: t`Previous Step of This Agent`,
      keys: [shift('N')],
      run: replay => replay.goToNext('agent', 'back'),
    },
    search: {
      title: t`Search`,
      keys: ['/'],
      run: ({ search }) => {
        search.isOpen.value = true;
        document.getElementById('search')?.focus();
      },
    },
    find: {
      title: t`Find in the Conversation`,
      keys: ['q'],
      run(replay) {
        replay.showTab('conversation');
        replay.conversationWords.value ??= '';
        document.getElementById('find')?.focus();
      },
    },
    nextMatch: { title: t`Next Match`, keys: ['m'], run: replay => byMatch(replay, 'on') },
    lastMatch: { title: t`Previous Match`, keys: [shift('M')], run: replay => byMatch(replay, 'back') },
    openEnvelope: {
      title: t`Open Envelope in Its File`,
      keys: ['o'],
      hosts: ['editor'],
      run: ({ host, step }) => host.send({ type: 'openEnvelope', step: step.value, envelope: 0 }),
    },
    copyLink: {
      title: t`Copy Link to Step`,
      keys: ['l'],
      run: ({ host, step, announcement }) => {
        host.send({ type: 'copyLink', step: step.value });
        announcement.value = t`Copied a link to the step.`;
      },
    },
  }),
  ...inGroup('timeline', {
    zoomIn: { title: t`Zoom In`, keys: ['w', '+'], run: replay => replay.timeline.zoomAtPlayhead(ZOOM) },
    zoomOut: { title: t`Zoom Out`, keys: ['s', '-'], run: replay => replay.timeline.zoomAtPlayhead(1 / ZOOM) },
    panLeft: { title: t`Pan Left`, keys: ['a'], run: replay => pan(replay, -0.25) },
    panRight: { title: t`Pan Right`, keys: ['d'], run: replay => pan(replay, 0.25) },
    showAll: { title: t`Show Whole Run`, keys: ['0'], run: replay => replay.timeline.showAll() },
    axis: { title: t`Toggle Time Axis`, keys: ['t'], run: ({ timeline }) => timeline.toggleTime() },
    idle: { title: t`Toggle Idle Time`, keys: ['z'], run: ({ timeline }) => timeline.toggleIdle() },
    lanes: { title: t`Lanes by Agent, Kind or Service`, keys: ['k'], run: ({ timeline }) => timeline.nextLanes() },
    fold: { title: t`Toggle Fold`, keys: ['f'], run: ({ folded, step }) => folded.toggle(step.value) },
    foldAll: {
      title: t`Toggle Fold All`,
      keys: [shift('F')],
      run: ({ folded }) => (folded.now.value.all ? folded.unfoldAll() : folded.foldAll()),
    },
  }),
  ...inGroup('show', {
    side: { title: t`Switch between Graph, Steps and Errors`, keys: ['g'], run: nextSide },
    between: {
      title: t`Compare State with Another Step`,
      keys: ['b'],
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
    ...tabCommands(),
    compare: {
      title: t`Compare with Another Run`,
      keys: ['c'],
      hosts: ['editor', 'browser'],
      run: replay => replay.showTab('compare'),
    },
    exporting: {
      title: t`Export`,
      keys: ['x'],
      hosts: ['editor', 'browser'],
      run: ({ dialog }) => (dialog.value = 'export'),
    },
    keys: {
      title: t`Keyboard Shortcuts`,
      keys: ['?'],
      run: ({ dialog }) => (dialog.value = dialog.value === 'keys' ? undefined : 'keys'),
    },
  }),
} satisfies Record<string, Command>;

/** The commands available in this host. */
export function availableCommands(host: ReplayModel['host']): Command[] {
  return Object.values<Command>(pageCommands).filter(({ hosts }) => !hosts || hosts.includes(host.is));
}

type GroupedCommand = Omit<Command, 'group'>;

function inGroup<Name extends string>(
  group: Command['group'],
  of: Record<Name, GroupedCommand>,
): Record<Name, Command> {
  const all = Object.entries<GroupedCommand>(of).map(([name, command]) => [name, { ...command, group }]);
  return Object.fromEntries(all) as Record<Name, Command>;
}

function tabCommands(): Record<`tab-${number}`, GroupedCommand> {
  const made: Record<`tab-${number}`, GroupedCommand> = {};
  for (const [place, id] of tabIds.entries()) {
    if (id === 'compare') continue;
    made[`tab-${place}`] = {
      title: TABS[id],
      keys: [String(place + 1)],
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
