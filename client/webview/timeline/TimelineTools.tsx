import { useReplay } from '../replay/replay';
import { commands } from '../shell/commands';
import { Icon, type IconName } from '../ui/Icon';

/** What the timeline shows, and how. */
export function TimelineTools() {
  const replay = useReplay();
  const { timeline, overview, folded } = replay;
  const { extent, has, idle = [] } = overview.value ?? {};
  const byTime = timeline.axis.value !== 'even';
  const isFolded = folded.now.value.all;
  return (
    <div class="timeline-tools" role="group" aria-label="Timeline view">
      {extent !== undefined && extent.time > 0 && (
        <Tool
          icon="history"
          words="By time, not evenly spaced (t)"
          pressed={byTime}
          testid="axis-switch"
          run={() => timeline.toggleTime()}
        />
      )}
      {byTime && idle.length > 0 && (
        <Tool
          icon="watch"
          words={timeline.axis.value === 'active' ? 'Show all of the idle time (z)' : 'Compress idle time (z)'}
          pressed={timeline.axis.value === 'active'}
          testid="idle-switch"
          run={() => timeline.toggleIdle()}
        />
      )}
      <Tool icon="zoom-out" words="Zoom out (s)" testid="zoom-out" run={() => commands.zoomOut.run(replay)} />
      <Tool icon="zoom-in" words="Zoom in (w)" testid="zoom-in" run={() => commands.zoomIn.run(replay)} />
      <Tool icon="screen-full" words="Show all of the run (0)" testid="zoom-fit" run={() => timeline.showAll()} />
      {has?.nested && (
        <Tool
          icon={isFolded ? 'unfold' : 'fold'}
          words={isFolded ? 'Unfold all (Shift+F)' : 'Fold all (Shift+F)'}
          testid="fold-all"
          run={() => (isFolded ? folded.unfoldAll() : folded.foldAll())}
        />
      )}
    </div>
  );
}

interface ToolProps {
  icon: IconName;
  words: string;
  testid: string;
  pressed?: boolean;
  run(): void;
}

function Tool({ icon, words, testid, pressed, run }: ToolProps) {
  return (
    <button
      type="button"
      class="plain-button"
      data-testid={testid}
      aria-label={words}
      aria-pressed={pressed}
      title={words}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  );
}
