import type { LaneLayout } from './laneLayout';
import type { Palette } from './palette';
import type { Scale } from './scale';
import type { Drawn } from './useDrawing';

/** What the drawings of the lanes rest on. */
export interface Picture extends Drawn {
  palette: Palette;
  scale: Scale;
  layout: LaneLayout;
  /** How far the lanes are scrolled. */
  scrollTop: number;
}
