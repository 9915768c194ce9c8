import type { Point } from './curves';

/** The zoom and pan of the graph of agents in its panel: the scale of the drawing, and the position of its origin. */
export interface ViewTransform extends Point {
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const LARGEST = 3;
const SMALLEST = 0.1;
/** The maximum automatic enlargement. */
const ENLARGED = 1.15;

/** Fits the whole drawing, centred. */
export function fitAll(drawing: Size, panel: Size): ViewTransform {
  return centred(drawing, panel, Math.min(panel.width / drawing.width, panel.height / drawing.height, ENLARGED));
}

function centred(drawing: Size, panel: Size, wanted: number): ViewTransform {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  return { x: (panel.width - drawing.width * scale) / 2, y: (panel.height - drawing.height * scale) / 2, scale };
}

/** Zooms by a factor around a point of the panel, which stays in place. */
export function zoomAround(view: ViewTransform, factor: number, around: Point): ViewTransform {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * factor));
  const by = scale / view.scale;
  return { x: around.x - (around.x - view.x) * by, y: around.y - (around.y - view.y) * by, scale };
}

/** Pans as little as necessary to show a box of the drawing; returns the same view if it is visible. */
export function panToReveal(view: ViewTransform, box: Point & Size, panel: Size): ViewTransform {
  const by = {
    x: shift(view.x + (box.x - box.width / 2) * view.scale, box.width * view.scale, panel.width),
    y: shift(view.y + (box.y - box.height / 2) * view.scale, box.height * view.scale, panel.height),
  };
  return by.x === 0 && by.y === 0 ? view : { ...view, x: view.x + by.x, y: view.y + by.y };
}

/** Limits panning so that part of the drawing stays in the panel. */
export function clampView(view: ViewTransform, drawing: Size, panel: Size): ViewTransform {
  const rest = 40;
  return {
    scale: view.scale,
    x: Math.min(panel.width - rest, Math.max(rest - drawing.width * view.scale, view.x)),
    y: Math.min(panel.height - rest, Math.max(rest - drawing.height * view.scale, view.y)),
  };
}

const BESIDE = 40;

function shift(from: number, size: number, panel: number): number {
  if (from < BESIDE / 2) return BESIDE - from;
  if (from + size > panel - BESIDE / 2) return Math.max(BESIDE - from, panel - BESIDE - size - from);
  return 0;
}
