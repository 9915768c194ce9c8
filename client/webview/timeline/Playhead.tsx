import { useLayoutEffect, useRef } from 'preact/hooks';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { stepText } from './barTexts';
import { useScrub } from './gestures/useScrub';
import type { Scene } from './scene';
import './Playhead.css';

/** The line at the shown step, with a handle for dragging. */
export function Playhead({ scene }: { scene: Scene }) {
  const replay = useReplayModel();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  const scrub = useScrub(scene, () => box.current?.getBoundingClientRect().left ?? 0);
  const { step, overview } = replay;
  const steps = overview.value?.run.steps ?? 0;
  const { place } = scene.current.value;
  // Until the position of a step is known, the line stays in place.
  shown.current = scene.scrubPosition.value ?? place?.from ?? shown.current;
  const at = shown.current;
  useLayoutEffect(() => {
    replay.timeline.playhead.value = at;
  }, [at]);
  const x = scene.scale.value.x(at);
  const isSeen = x >= 0 && x <= scene.size.value.width;
  return (
    <div ref={box} class="timeline-over" style={{ width: `${scene.size.value.width}px` }}>
      <div
        class={isSeen ? 'playhead' : 'playhead away'}
        data-testid="playhead"
        role="slider"
        tabIndex={0}
        aria-label="Step"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps)}
        aria-valuenow={step.value + 1}
        aria-valuetext={stepText(step.value, steps, scene.view.value)}
        style={{ transform: `translateX(${Math.round(Math.min(Math.max(0, x), scene.size.value.width))}px)` }}
        onKeyDown={event => press(event, replay)}
        {...scrub}
      />
    </div>
  );
}

const PAGE = 10;

function press(event: KeyboardEvent, replay: ReplayModel): void {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const last = (replay.overview.value?.run.steps ?? 1) - 1;
  const step = replay.step.value;
  const wanted: Record<string, number> = {
    ArrowRight: step + 1,
    ArrowUp: step + 1,
    ArrowLeft: step - 1,
    ArrowDown: step - 1,
    PageUp: step + PAGE,
    PageDown: step - PAGE,
    Home: 0,
    End: last,
  };
  if (!Object.hasOwn(wanted, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  replay.goTo(wanted[event.key] as number);
}
