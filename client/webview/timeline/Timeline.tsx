import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../model/answerCache';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { type Command, commands } from '../shell/commands';
import { Icon, type IconName } from '../ui/Icon';
import { colourOfLane, laneColour } from '../ui/laneColour';
import { MoreMenu, useOverflow } from '../ui/MoreMenu';
import { barTooltip } from './barTexts';
import { readPalette } from './canvas/palette';
import { Minimap } from './Minimap';
import { Playhead, TimelineAxis } from './Playhead';
import { createScene, type Scene } from './scene';
import { TimelineData } from './TimelineData';
import { TimelineLanes } from './TimelineLanes';
import './BarTooltip.css';
import './Timeline.css';

/** The steps in lanes, one per agent, with the playhead. */
export function Timeline() {
  const replay = useReplayModel();
  const scene = useMemo(() => createScene(replay), [replay]);
  const section = useRef<HTMLElement>(null);
  useThemeChange(() => {
    if (!section.current) return;
    const palette = readPalette(section.current);
    section.current.style.setProperty('--bright', palette.bright);
    scene.palette.value = palette;
  });
  return (
    <section ref={section} class="timeline" aria-label="Timeline" data-testid="timeline">
      <TimelineData scene={scene} />
      <div class="timeline-main">
        <TimelineTools />
        <TimelineAxis scene={scene} />
        <TimelineLanes scene={scene} />
        <Playhead scene={scene} />
      </div>
      <Minimap scene={scene} />
      <BarTooltip scene={scene} />
    </section>
  );
}

/** A button, or an item of the menu after it if it has no room. */
interface Tool {
  id: string;
  icon: IconName;
  title: string;
  command: Command;
  pressed?: boolean;
}

/** The controls of the timeline. */
function TimelineTools() {
  const replay = useReplayModel();
  const { row, hidden } = useOverflow<HTMLDivElement>();
  const tools = toolsOf(replay);
  return (
    <div ref={row} class="timeline-tools" role="group" aria-label="Timeline view">
      {tools.map(({ id, icon, title, command, pressed }, place) => (
        <button
          key={id}
          type="button"
          class="plain-button"
          data-item={id}
          data-rank={place}
          data-testid={id}
          aria-label={`${title} (${command.keys[0]})`}
          aria-pressed={pressed}
          title={`${title} (${command.keys[0]})`}
          onClick={() => command.run(replay)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <MoreMenu
        name="timeline"
        items={tools
          .filter(({ id }) => hidden.has(id))
          .map(({ id, title, command, pressed }) => ({
            id,
            title,
            keys: command.keys[0],
            ...(pressed !== undefined && { checked: pressed }),
            run: () => command.run(replay),
          }))}
      />
    </div>
  );
}

function toolsOf({ timeline, overview, folded }: ReplayModel): Tool[] {
  const { extent, has, idle = [] } = overview.value ?? {};
  const isByTime = timeline.axis.value !== 'even';
  const isCompressed = timeline.axis.value === 'active';
  const isFolded = folded.now.value.all;
  const axis: Tool = {
    id: 'axis-switch',
    icon: 'history',
    title: 'Space Steps by Time',
    command: commands.axis,
    pressed: isByTime,
  };
  const idleTime: Tool = {
    id: 'idle-switch',
    icon: 'watch',
    title: isCompressed ? 'Show Idle Time' : 'Compress Idle Time',
    command: commands.idle,
    pressed: isCompressed,
  };
  const fold: Tool = {
    id: 'fold-all',
    icon: isFolded ? 'unfold' : 'fold',
    title: isFolded ? 'Unfold All' : 'Fold All',
    command: commands.foldAll,
  };
  return [
    ...(extent !== undefined && extent.time > 0 ? [axis] : []),
    ...(isByTime && idle.length > 0 ? [idleTime] : []),
    { id: 'zoom-out', icon: 'zoom-out', title: 'Zoom Out', command: commands.zoomOut },
    { id: 'zoom-in', icon: 'zoom-in', title: 'Zoom In', command: commands.zoomIn },
    { id: 'zoom-fit', icon: 'screen-full', title: 'Show Whole Run', command: commands.showAll },
    ...(has?.nested ? [fold] : []),
  ];
}

const REST = 150;

/** The tooltip of the bar under the pointer, once it rests. */
function BarTooltip({ scene }: { scene: Scene }) {
  const { hovered } = scene;
  const [shown, show] = useState<typeof hovered.value>(undefined);
  const now = hovered.value;
  useEffect(() => {
    if (!now) {
      show(undefined);
      return;
    }
    const timer = setTimeout(() => show(now), REST);
    return () => clearTimeout(timer);
  }, [now]);
  return now && shown ? <Tip scene={scene} shown={shown} /> : null;
}

function Tip({ scene, shown }: { scene: Scene; shown: NonNullable<Scene['hovered']['value']> }) {
  const { answers, timeline } = useReplayModel();
  const { bar, lane } = shown.hit;
  const { value: view } = useAnswer(answers, 'step', bar.count === 1 ? { step: bar.step } : undefined);
  const { name = '', icon } = scene.timeline.value?.lanes.find(one => one.lane === lane) ?? {};
  const { title, rows } = barTooltip(bar, [timeline.lanesBy.value, name], view);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const { width, height } = box.current.getBoundingClientRect();
    const left = Math.max(4, Math.min(shown.x + 12, innerWidth - width - 4));
    const below = shown.y + 18;
    const top = below + height > innerHeight ? Math.max(4, shown.y - height - 10) : below;
    box.current.style.transform = `translate(${left}px, ${top}px)`;
  });
  return (
    <div
      ref={box}
      class={`timeline-tip ${laneColour(colourOfLane(lane, icon))}`}
      role="tooltip"
      data-testid="timeline-tip"
    >
      <div class="timeline-tip-title">
        <i class="dot" />
        <span dir="auto">{title}</span>
      </div>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            {name && <dt>{name}</dt>}
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Calls back now, and whenever colours may have changed. */
function useThemeChange(changed: () => void): void {
  useEffect(() => {
    changed();
    // VS Code sets a page's theme through these attributes.
    const observer = new MutationObserver(changed);
    const attributes = { attributes: true, attributeFilter: ['class', 'style', 'data-vscode-theme-id'] };
    observer.observe(document.body, attributes);
    observer.observe(document.documentElement, attributes);
    const queries = QUERIES.map(query => matchMedia(query));
    for (const query of queries) query.addEventListener('change', changed);
    // A style sheet may load late.
    document.addEventListener('load', changed, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('load', changed, true);
      for (const query of queries) query.removeEventListener('change', changed);
    };
  }, []);
}

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];
