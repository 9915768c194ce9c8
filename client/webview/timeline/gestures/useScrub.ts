import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import type { Scene } from '../scene';
import { scrubber } from './scrubber';

type Handler = (event: PointerEvent) => void;

/**
 * Makes an element drag the playhead.
 *
 * @param trackLeft the left edge of the track, in window pixels
 */
export function useScrub(
  scene: Scene,
  trackLeft: () => number,
): Record<`onPointer${'Down' | 'Move' | 'Up' | 'Cancel'}`, Handler> {
  const replay = useReplayModel();
  const scrub = useMemo(() => scrubber(replay), [replay]);
  const held = useRef<{ left: number; x: number; frame?: number } | undefined>(undefined);

  const to = (x: number) => {
    const { end } = replay.timeline.shown();
    const at = Math.min(Math.max(0, scene.scale.value.at(x)), end);
    scene.scrubPosition.value = at;
    scrub(at);
  };
  // Keeps scrolling while held beyond an end of the view.
  const goOn = () => {
    const { current } = held;
    if (!current) return;
    const { width, density } = scene.scale.value;
    const beyond = Math.min(0, current.x) + Math.max(0, current.x - width);
    if (beyond !== 0) {
      replay.timeline.pan((beyond * 0.2) / density);
      to(Math.min(Math.max(0, current.x), width));
    }
    current.frame = requestAnimationFrame(goOn);
  };
  const end = () => {
    if (held.current?.frame !== undefined) cancelAnimationFrame(held.current.frame);
    held.current = undefined;
    scene.scrubPosition.value = undefined;
    scene.isDragging.value = false;
  };
  useEffect(() => end, []);
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const left = trackLeft();
      held.current = { left, x: event.clientX - left };
      scene.isDragging.value = true;
      to(event.clientX - left);
      held.current.frame = requestAnimationFrame(goOn);
    },
    onPointerMove(event) {
      if (!held.current) return;
      held.current.x = event.clientX - held.current.left;
      to(held.current.x);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
