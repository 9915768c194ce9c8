import type { LaneLayout } from '../layout/laneLayout';
import type { Scale } from '../layout/scale';
import type { Palette } from './palette';
import type { CanvasSize } from './useCanvas';

/** A drawn gap. */
export interface GapBox {
  left: number;
  right: number;
  took: string;
}

/** The input of all drawings of the lanes. */
export interface Picture extends CanvasSize {
  palette: Palette;
  scale: Scale;
  layout: LaneLayout;
  /** Omitted idle times, in pixels of the track. */
  gaps: readonly GapBox[];
  /** The scroll offset of the lanes. */
  scrollTop: number;
}
