import type { Point } from './curves';

/** A graph as it is drawn: every place in pixels, before it is scaled. */
export interface GraphLayout {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** There is so much of it that counts are left out. */
  isDense: boolean;
}

export interface PlacedNode extends Point {
  width: number;
  height: number;
  /** Its name, as much as there is room for. */
  shown: string;
}

export interface PlacedEdge {
  /** From the border of one node to that of the other. */
  points: Point[];
  /** Undefined where there is no room for one. */
  label?: PlacedLabel;
  /** It leads to who was there before. */
  back: boolean;
}

/** A label beside its line. */
export interface PlacedLabel extends Point {
  /** Which end of its text is there: the one that is nearer to the line. */
  anchor: 'start' | 'middle' | 'end';
}

export type Direction = 'across' | 'down';
