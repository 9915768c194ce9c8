import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { useReplayModel } from '../model/replayModel';
import { Timeline } from '../timeline/Timeline';
import { ExportDialog } from './ExportDialog';
import { Header } from './Header';
import { PlaybackControls } from './PlaybackControls';
import { availableCommands, type Command, useShortcuts } from './pageCommands';
import { Side, StackedTabs, StepTabs } from './StepTabs';
import './SplitPane.css';
import './App.css';
import '../ui/dialog.css';
import './bar.css';
import './KeysDialog.css';

/** In a window narrower than this, the replay page has one column. */
const ONE_COLUMN = '(width < 800px)';

/** The whole page that replays a workflow run: header, timeline, playback controls, steps and tabs. */
export function App() {
  const replay = useReplayModel();
  const isNarrow = useMedia(ONE_COLUMN);
  useShortcuts(replay);
  if (!replay.overview.value) return <Nothing />;
  if (replay.overview.value.run.steps === 0) return <Empty />;
  return (
    <div class="page">
      <Header />
      <SplitPane name={t`Timeline`} direction="down" size={236} share={1 / 3} least={84} rest={200}>
        <Timeline />
        <div class="below">
          <PlaybackControls />
          {isNarrow ? (
            <StackedTabs />
          ) : (
            <SplitPane name={t`Handoffs and steps`} direction="across" size={400} share={2 / 5} least={200} rest={360}>
              <Side />
              <StepTabs />
            </SplitPane>
          )}
        </div>
      </SplitPane>
      <KeysDialog />
      <ExportDialog />
      <div class="read-aloud" role="status" aria-live="polite">
        {replay.announcement}
      </div>
    </div>
  );
}

function Nothing() {
  const { emptyReason } = useReplayModel();
  return (
    <p class="nothing" role="status" data-testid="nothing">
      {emptyReason.value ?? t`Reading the run…`}
    </p>
  );
}

/** Shown for a run without steps, known only from its registry. */
function Empty() {
  return (
    <div class="page">
      <Header />
      <p class="nothing" data-testid="nothing">
        {t`No step of this run is known: no envelope tells of one.`}
      </p>
    </div>
  );
}

interface SplitProps {
  /** The first pane's name, for screen readers. */
  name: string;
  direction: 'down' | 'across';
  /** The initial size of the first pane, in pixels. */
  size: number;
  /** The maximum initial share of the room. */
  share: number;
  /** The minimum size of the first pane, in pixels. */
  least: number;
  /** The minimum size of the other pane, in pixels. Takes precedence over `least`. */
  rest: number;
  children: [ComponentChild, ComponentChild];
}

const STEP = 16;

/** Two panes with a border that can be moved by pointer or keys. */
function SplitPane({ name, direction, size, share, least, rest, children: [first, second] }: SplitProps) {
  const [wanted, setWanted] = useState<number | undefined>(undefined);
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const box = useRef<HTMLDivElement>(null);
  const isDown = direction === 'down';
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom(isDown ? current.clientHeight : current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isDown]);
  const most = Math.max(least, room - rest);
  const now = Math.min(Math.max(wanted ?? Math.min(size, room * share), least), most);
  const move = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect();
    if (rect) setWanted(isDown ? event.clientY - rect.top : event.clientX - rect.left);
  };
  const press = (event: KeyboardEvent) => {
    // VS Code handles keys with these modifiers.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowUp: -STEP, ArrowLeft: -STEP, ArrowDown: STEP, ArrowRight: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(now + by);
  };
  return (
    <div ref={box} class={`split ${direction}`}>
      <div class="pane" style={{ flexBasis: `${now}px` }}>
        {first}
      </div>
      <div
        class="sash"
        role="separator"
        tabIndex={0}
        aria-label={t`Size of ${name}`}
        aria-orientation={isDown ? 'horizontal' : 'vertical'}
        aria-valuenow={Math.round(now)}
        aria-valuemin={least}
        aria-valuemax={Number.isFinite(most) ? Math.round(most) : 10_000}
        onKeyDown={press}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.preventDefault();
        }}
        onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && move(event)}
        onDblClick={() => setWanted(undefined)}
      />
      <div class="pane rest">{second}</div>
    </div>
  );
}

/** Returns whether a media query matches, updated when that changes. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setHolds(list.matches);
    changed();
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return holds;
}

const GROUPS: Record<Command['group'], string> = {
  play: t`Play`,
  goTo: t`Go to`,
  timeline: t`Timeline`,
  show: t`Show`,
};

/** All keyboard shortcuts, grouped by subject. */
function KeysDialog() {
  const { dialog, host } = useReplayModel();
  const element = useRef<HTMLDialogElement>(null);
  const isOpen = dialog.value === 'keys';
  // Before anything else happens: what is drawn takes the keys.
  useLayoutEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  const close = () => {
    if (dialog.value === 'keys') dialog.value = undefined;
  };
  return (
    <dialog ref={element} class="keys-dialog" aria-labelledby="keys-title" onCancel={close} onClose={close}>
      <div class="dialog-head">
        <h2 id="keys-title">{t`Keys`}</h2>
        <button type="button" class="plain-button" onClick={close}>
          {t`Close`}
        </button>
      </div>
      {isOpen && (
        <div class="key-groups">
          {Object.entries(GROUPS).map(([group, title]) => (
            <section key={group}>
              <h3>{title}</h3>
              <dl>
                {availableCommands(host)
                  .filter(command => command.group === group)
                  .map(({ title, keys }) => (
                    <div key={title}>
                      <dt>
                        {keys.map(key => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{title}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      )}
    </dialog>
  );
}
