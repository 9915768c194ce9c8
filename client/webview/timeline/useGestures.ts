import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { type Hit, hitTest } from './laneLayout';
import type { TimelineState } from './timelineState';

/** Handles clicks, drags, the wheel and touch gestures on the agents' lanes of the timeline. */
export function useGestures(
  scene: TimelineState,
  track: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): void {
  const replay = useReplayModel();
  useEffect(() => {
    const { current: element } = track;
    if (!element) return;
    const ended = new AbortController();
    const { signal } = ended;
    const hears = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      hear: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, hear, { signal, passive: false });
    const drag = dragging(replay, scene, () => scroller.current);
    const placeOf = (event: MouseEvent) => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    hears('pointerdown', event => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      drag.down(event.pointerId, placeOf(event), event.shiftKey);
    });
    hears('pointermove', event => {
      const place = placeOf(event);
      if (!drag.move(event.pointerId, place)) point(scene, place, event, element);
    });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      hears(name, event => {
        const { wasDragged } = drag.up(event.pointerId);
        if (name === 'pointerup' && event.button === 0 && !wasDragged)
          click(replay, hitAt(scene, placeOf(event)), event.shiftKey);
      });
    }
    hears('pointerleave', () => (scene.hovered.value = undefined));
    hears('dblclick', event => doubleClick(replay, hitAt(scene, placeOf(event))));
    // If all lanes fit, the wheel scrolls the surroundings.
    hears('wheel', event => wheel(replay, scene, event, placeOf(event).x));
    // The bar under the pointer may have moved.
    const forget = () => (scene.hovered.value = undefined);
    scroller.current?.addEventListener('scroll', forget, { signal });
    return () => ended.abort();
  }, []);
}

function hitAt(
  { timeline, layout, scale, scrollTop }: TimelineState,
  { x, y }: { x: number; y: number },
): Hit | undefined {
  return timeline.value && hitTest(timeline.value, layout.value, scale.value, x, y + scrollTop.value);
}

function point(
  scene: TimelineState,
  place: { x: number; y: number },
  { clientX, clientY }: PointerEvent,
  element: HTMLElement,
): void {
  const hit = hitAt(scene, place);
  const before = scene.hovered.value;
  element.classList.toggle('on-bar', hit !== undefined);
  if (before?.hit.bar === hit?.bar) return;
  scene.hovered.value = hit && { hit, x: clientX, y: clientY };
}

function click({ folded, goTo, compareStateWith }: ReplayModel, hit: Hit | undefined, withShift: boolean): void {
  if (!hit) return;
  if (withShift) compareStateWith(hit.bar.step);
  else if (hit.onChevron) folded.toggle(hit.bar.step);
  else goTo(hit.bar.step);
}

function doubleClick({ timeline }: ReplayModel, hit: Hit | undefined): void {
  if (!hit) timeline.showAll();
  else if (hit.bar.count > 1) timeline.show(hit.bar);
}

function wheel({ timeline }: ReplayModel, { scale, hovered }: TimelineState, event: WheelEvent, x: number): void {
  const { density, width } = scale.value;
  const unit =
    event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? width : 1;
  const [across, down] = [event.deltaX * unit, event.deltaY * unit];
  if (event.ctrlKey || event.metaKey) {
    // A pinch on a touchpad arrives as small wheel steps with Ctrl.
    const strength = Math.abs(down) < 40 ? 0.01 : 0.002;
    timeline.zoom(Math.exp(Math.min(Math.max(-1, down * strength), 1)), scale.value.at(x));
  } else if (event.shiftKey || Math.abs(across) > Math.abs(down)) {
    timeline.pan((across || down) / density);
  } else return;
  hovered.value = undefined;
  event.preventDefault();
}

interface Point {
  x: number;
  y: number;
}

/** The minimum distance of a drag, in pixels. */
const DRAG = 4;

function dragging(replay: ReplayModel, scene: TimelineState, scroller: () => HTMLElement | null) {
  const fingers = new Map<number, Point>();
  let began: Point | undefined;
  let wasDragged = false;
  let chosenFrom: number | undefined;

  function pan(from: Point, to: Point): void {
    replay.timeline.pan((from.x - to.x) / scene.scale.value.density);
    const element = scroller();
    if (element) element.scrollTop += from.y - to.y;
  }

  /** Pinch: the content stays between the fingers. */
  function pinch(id: number, from: Point, to: Point): void {
    const [other] = [...fingers].filter(([one]) => one !== id).map(([, place]) => place);
    if (!other) return;
    const apart = (place: Point) => Math.max(20, Math.abs(place.x - other.x));
    replay.timeline.zoom(apart(from) / apart(to), scene.scale.value.at((to.x + other.x) / 2));
  }

  function choose(x: number): void {
    if (chosenFrom === undefined) return;
    const { end } = replay.timeline.shown();
    const at = Math.min(Math.max(0, scene.scale.value.at(x)), end);
    scene.selection.value = { from: Math.min(chosenFrom, at), to: Math.max(chosenFrom, at) };
  }

  return {
    down(id: number, place: Point, withShift: boolean) {
      fingers.set(id, place);
      if (fingers.size > 1) {
        wasDragged = true;
        return;
      }
      began = place;
      wasDragged = false;
      chosenFrom = withShift ? Math.max(0, scene.scale.value.at(place.x)) : undefined;
    },
    /**
     * Handles a pointer move.
     *
     * @returns whether something is being dragged
     */
    move(id: number, place: Point): boolean {
      const before = fingers.get(id);
      if (!before || !began) return false;
      wasDragged ||= Math.hypot(place.x - began.x, place.y - began.y) > DRAG;
      if (!wasDragged) return true;
      scene.isDragging.value = true;
      scene.hovered.value = undefined;
      if (fingers.size > 1) pinch(id, before, place);
      else if (chosenFrom !== undefined) choose(place.x);
      else pan(before, place);
      fingers.set(id, place);
      return true;
    },
    up(id: number): { wasDragged: boolean } {
      fingers.delete(id);
      if (fingers.size === 0) {
        const chosen = scene.selection.value;
        scene.selection.value = undefined;
        scene.isDragging.value = false;
        chosenFrom = undefined;
        if (chosen) void loopOver(replay, chosen);
      }
      return { wasDragged };
    },
  };
}

/** Repeats the steps between two positions on the axis. */
async function loopOver(
  { timeline, answers, player, announcement }: ReplayModel,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const axis = timeline.axis.value;
  try {
    const [first, last] = await Promise.all([
      answers.ask('stepAt', { axis, at: from }),
      answers.ask('stepAt', { axis, at: to }),
    ]);
    player.loop.value = { from: Math.min(first, last), to: Math.max(first, last) };
    announcement.value = t`Loop from step ${Math.min(first, last) + 1} to ${Math.max(first, last) + 1}.`;
  } catch {
    // The run is gone, or being read again: nothing to repeat.
  }
}
