import type { LaneLayout } from '../layout/laneLayout';
import type { Scale } from '../layout/scale';
import type { Palette } from './palette';
import type { CanvasSize } from './useCanvas';

/** A gap as it is drawn. */
export interface GapBox {
  left: number;
  right: number;
  took: string;
}

/** What the drawings of the lanes rest on. */
export interface Picture extends CanvasSize {
  palette: Palette;
  scale: Scale;
  layout: LaneLayout;
  /** Where idle time is left out: pixels of the track. */
  gaps: readonly GapBox[];
  /** How far the lanes are scrolled. */
  scrollTop: number;
}
