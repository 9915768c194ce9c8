import type { Point } from './curves';

/** The layout of a graph: positions in pixels, before scaling. */
export interface GraphLayout {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** The graph is so large that counts are omitted. */
  isDense: boolean;
}

export interface PlacedNode extends Point {
  width: number;
  height: number;
  /** Its name, shortened to the available width. */
  shown: string;
}

export interface PlacedEdge {
  /** From one node's border to the other's. */
  points: Point[];
  /** Undefined if there is no room. */
  label?: PlacedLabel;
  /** It leads back to an earlier node. */
  back: boolean;
}

/** A label beside its line. */
export interface PlacedLabel extends Point {
  /** The end of the text at this point: the one nearer to the line. */
  anchor: 'start' | 'middle' | 'end';
}

export type Direction = 'across' | 'down';
