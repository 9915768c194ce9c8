import { useRef } from 'preact/hooks';
import { type ReplayModel, useReplayModel } from '../../model/replayModel';
import type { Scale } from '../layout/scale';
import type { Scene } from '../scene';
import './Minimap.css';

type Part = 'all' | 'from' | 'to';
const NAMES: Record<Part, string> = {
  all: 'Part in view',
  from: 'Beginning of the part in view',
  to: 'End of the part in view',
};
/** The share of the visible range that a key moves by. */
const STEP = 0.1;
const LEAST = 1e-3;

/** The visible range as a window on the whole run: it and its ends can be dragged. */
export function MinimapWindow({ scene, scale }: { scene: Scene; scale: { readonly value: Scale } }) {
  const replay = useReplayModel();
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<{ part: Part; x: number } | undefined>(undefined);
  const { from, to, end } = replay.timeline.shown();
  const [left, right] = [scale.value.x(from), scale.value.x(to)];

  const begin = (part: Part) => (event: PointerEvent) => {
    if (event.button !== 0 || !box.current) return;
    event.stopPropagation();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const x = event.clientX - box.current.getBoundingClientRect().left;
    held.current = { part, x };
    scene.isDragging.value = true;
    // Pressing beside the window moves it there, and continues as a drag.
    if (part === 'all' && (x < left || x > right)) replay.timeline.pan(scale.value.at(x) - (from + to) / 2);
  };
  const drag = (event: PointerEvent) => {
    if (!held.current || !box.current) return;
    const x = event.clientX - box.current.getBoundingClientRect().left;
    const by = (x - held.current.x) / scale.value.density;
    move(replay, held.current.part, by);
    held.current.x = x;
  };
  const stop = () => {
    held.current = undefined;
    scene.isDragging.value = false;
  };
  const part = (name: Part) => ({
    role: 'slider' as const,
    tabIndex: 0,
    'data-testid': `minimap-${name}`,
    'aria-label': NAMES[name],
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.round(((name === 'from' ? from : name === 'to' ? to : (from + to) / 2) / end) * 100),
    'aria-valuetext': valueText(from, to, end),
    onPointerDown: begin(name),
    onPointerMove: drag,
    onPointerUp: stop,
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent) => press(event, replay, name),
  });
  return (
    <div
      ref={box}
      class="minimap-ground"
      role="group"
      aria-label="Whole run"
      onPointerDown={begin('all')}
      onPointerMove={drag}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDblClick={() => replay.timeline.showAll()}
    >
      <div
        class="minimap-window"
        style={{ transform: `translateX(${left}px)`, width: `${Math.max(4, right - left)}px` }}
        {...part('all')}
      />
      <div class="minimap-edge" style={{ transform: `translateX(${left}px)` }} {...part('from')} />
      <div class="minimap-edge" style={{ transform: `translateX(${right}px)` }} {...part('to')} />
    </div>
  );
}

function move({ timeline }: ReplayModel, part: Part, by: number): void {
  const { from, to } = timeline.shown();
  if (part === 'all') timeline.pan(by);
  // The other end stays in place.
  else if (part === 'from') timeline.zoom(Math.max(LEAST, to - from - by) / (to - from), to);
  else timeline.zoom(Math.max(LEAST, to - from + by) / (to - from), from);
}

function press(event: KeyboardEvent, replay: ReplayModel, part: Part): void {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const { from, to, end } = replay.timeline.shown();
  const size = to - from;
  const by: Record<string, number> = {
    ArrowRight: size * STEP,
    ArrowUp: size * STEP,
    ArrowLeft: -size * STEP,
    ArrowDown: -size * STEP,
    PageUp: size,
    PageDown: -size,
    Home: -end,
    End: end,
  };
  if (!Object.hasOwn(by, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  move(replay, part, by[event.key] as number);
}

function valueText(from: number, to: number, end: number): string {
  const share = (at: number) => `${Math.round((at / end) * 100)} %`;
  return `${share(from)} to ${share(to)} of the run`;
}
