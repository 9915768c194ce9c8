import { effect, untracked } from '@preact/signals';
import type { ReplayModel } from '../model/replayModel';
import type { Scene } from './scene';

/** Scrolls to the shown step and its lane whenever it changes. Returns a function that stops this. */
export function keepStepInView(replay: ReplayModel, scene: Scene, scroller: () => HTMLElement | null): () => void {
  let across = -1;
  let down = -1;
  return effect(() => {
    const { step, place, found, lane } = scene.current.value;
    const held = scene.isDragging.value;
    if (held || scene.size.value.width === 0) return;
    untracked(() => {
      if (place && across !== step) {
        across = step;
        replay.timeline.reveal(place);
      }
      if (lane !== undefined && down !== step) {
        down = step;
        revealLane(scene, scroller(), lane, found?.bar.row ?? 0);
      }
    });
  });
}

function revealLane({ layout, size, scrollTop }: Scene, scroller: HTMLElement | null, lane: number, row: number): void {
  if (!scroller) return;
  const { top, height } = layout.value.bar(lane, row);
  const around = 8;
  if (top - around < scrollTop.value) scroller.scrollTop = top - around;
  else if (top + height + around > scrollTop.value + size.value.height) {
    scroller.scrollTop = top + height + around - size.value.height;
  }
}
