import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { useAnswer } from '../model/answerCache';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { type Command, pageCommands } from '../shell/pageCommands';
import { Icon, type IconName } from '../ui/Icon';
import { laneClasses, laneColourIndex } from '../ui/laneClasses';
import { MoreMenu, useOverflow } from '../ui/MoreMenu';
import { barTooltip } from './barTexts';
import { readPalette } from './canvas/palette';
import { Minimap } from './Minimap';
import { Playhead, TimelineAxis } from './Playhead';
import { TimelineLanes } from './TimelineLanes';
import { createTimelineState, type TimelineState } from './timelineState';
import './BarTooltip.css';
import './Timeline.css';
import type { StepView, TimelineParams } from '../../../server/src/shared/lspExtensions';
import type { Scale } from './laneLayout';

/** Shows the timeline of a workflow run: a lane for each agent with a bar for each of its steps, and a line at the shown step. */
export function Timeline() {
  const replay = useReplayModel();
  const scene = useMemo(() => createTimelineState(replay), [replay]);
  const section = useRef<HTMLElement>(null);
  useThemeChange(() => {
    if (!section.current) return;
    const palette = readPalette(section.current);
    section.current.style.setProperty('--bright', palette.bright);
    scene.palette.value = palette;
  });
  return (
    <section ref={section} class="timeline" aria-label={t`Timeline`} data-testid="timeline">
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
    <div ref={row} class="timeline-tools" role="group" aria-label={t`Timeline view`}>
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
        name={t`timeline`}
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
    title: t`Space Steps by Time`,
    command: pageCommands.axis,
    pressed: isByTime,
  };
  const idleTime: Tool = {
    id: 'idle-switch',
    icon: 'watch',
    title: isCompressed ? t`Show Idle Time` : t`Compress Idle Time`,
    command: pageCommands.idle,
    pressed: isCompressed,
  };
  const fold: Tool = {
    id: 'fold-all',
    icon: isFolded ? 'unfold' : 'fold',
    title: isFolded ? t`Unfold All` : t`Fold All`,
    command: pageCommands.foldAll,
  };
  return [
    ...(extent !== undefined && extent.time > 0 ? [axis] : []),
    ...(isByTime && idle.length > 0 ? [idleTime] : []),
    { id: 'zoom-out', icon: 'zoom-out', title: t`Zoom Out`, command: pageCommands.zoomOut },
    { id: 'zoom-in', icon: 'zoom-in', title: t`Zoom In`, command: pageCommands.zoomIn },
    { id: 'zoom-fit', icon: 'screen-full', title: t`Show Whole Run`, command: pageCommands.showAll },
    ...(has?.nested ? [fold] : []),
  ];
}

const REST = 150;

/** The tooltip of the bar under the pointer, once it rests. */
function BarTooltip({ scene }: { scene: TimelineState }) {
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

function Tip({ scene, shown }: { scene: TimelineState; shown: NonNullable<TimelineState['hovered']['value']> }) {
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
      class={`timeline-tip ${laneClasses(laneColourIndex(lane, icon))}`}
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

/** Requests the timeline's data. A component of its own, so that answers render nothing else. */
function TimelineData({ scene }: { scene: TimelineState }) {
  useTold(scene);
  useViews(scene);
  return null;
}

function useTold(scene: TimelineState): void {
  const { answers, timeline, folded } = useReplayModel();
  const axis = timeline.axis.value;
  const by = timeline.lanesBy.value;
  const { width, height } = scene.size.value;
  const layout = scene.layout.value;
  const first = layout.laneAt(scene.scrollTop.value);
  const last = layout.laneAt(scene.scrollTop.value + height);
  const params: TimelineParams | undefined =
    width > 0 && layout.count > 0
      ? {
          axis,
          by,
          ...requestedRange(scene.scale.value, timeline.shown().end),
          lanes: requestedLanes(first, last, layout.count),
          folded: folded.now.value,
        }
      : undefined;
  const { value, fresh } = useAnswer(answers, 'timeline', params);
  // A late answer may be for the previous axis or lanes.
  const asked = `${axis} ${by}`;
  const answered = useRef(asked);
  if (fresh) answered.current = asked;
  useLayoutEffect(() => {
    if (value && answered.current === asked) scene.answer.value = { axis, by, timeline: value };
  }, [value, fresh, asked]);
}

function useViews(scene: TimelineState): void {
  const { answers, step, timeline, player } = useReplayModel();
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const byTime = timeline.axis.value !== 'even';
  const { from, to } = player.loop.value;
  const { value: loopFrom } = useAnswer(answers, 'step', stepOf(from, byTime));
  const { value: loopTo } = useAnswer(answers, 'step', stepOf(to, byTime));
  useLayoutEffect(() => {
    scene.view.value = view;
  }, [view]);
  useLayoutEffect(() => {
    scene.loopViews.value = { from: isOf(loopFrom, from), to: isOf(loopTo, to) };
  }, [loopFrom, loopTo, from, to]);
}

function stepOf(step: number | undefined, wanted: boolean): { step: number } | undefined {
  return wanted && step !== undefined ? { step } : undefined;
}

function isOf(view: StepView | undefined, step: number | undefined): StepView | undefined {
  return view?.step === step ? view : undefined;
}

/**
 * The requested range of the timeline: the visible one and about half as much on each side, so that little panning
 * needs no request.
 */
export function requestedRange(scale: Scale, end: number): Pick<TimelineParams, 'from' | 'to' | 'width'> {
  const size = scale.to - scale.from;
  if (scale.from <= 0 && scale.to >= end) return { from: 0, to: end, width: pixels(end * scale.density) };
  // The piece size changes only when the visible range halves or doubles.
  const piece = 2 ** Math.floor(Math.log2(size)) / 2;
  const from = Math.max(0, Math.floor((scale.from - size / 2) / piece) * piece);
  const to = Math.min(end, Math.ceil((scale.to + size / 2) / piece) * piece);
  return { from, to, width: pixels((to - from) * steady(scale.density)) };
}

/**
 * The visible lanes and some around them.
 *
 * @param count the number of all lanes
 */
export function requestedLanes(first: number, last: number, count: number): TimelineParams['lanes'] {
  const from = Math.max(0, Math.floor((first - AROUND) / PIECE) * PIECE);
  const to = Math.min(count, Math.ceil((last + 1 + AROUND) / PIECE) * PIECE);
  return { from, count: Math.max(1, to - from) };
}

const PIECE = 8;
const AROUND = 4;

/** Rounds a density, so that zooming causes a request only when bar widths change considerably. */
function steady(density: number): number {
  return 2 ** (Math.round(Math.log2(density) * 2) / 2);
}

function pixels(width: number): number {
  return Math.max(1, Math.round(width));
}
