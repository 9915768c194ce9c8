import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LaneLayout, Scale } from '../laneLayout';
import type { Palette } from './palette';

/**
 * Redraws a canvas in the next frame whenever the data of the drawing change.
 *
 * @param look reads the data of the drawing from signals; if it returns undefined, the canvas stays as it is
 * @param draw draws on a cleared canvas
 */
export function useCanvas<Seen extends CanvasSize>(
  canvas: RefObject<HTMLCanvasElement | null>,
  look: () => Seen | undefined,
  draw: (context: CanvasRenderingContext2D, seen: Seen) => void,
): void {
  useEffect(() => {
    let seen: Seen | undefined;
    let frame: number | undefined;
    const paint = () => {
      frame = undefined;
      const context = canvas.current && seen && cleared(canvas.current, seen);
      if (!context || !seen) return;
      draw(context, seen);
    };
    const stop = effect(() => {
      seen = look();
      frame ??= requestAnimationFrame(paint);
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, []);
}

/** The size of a canvas in CSS pixels, which every drawing needs. */
export interface CanvasSize {
  width: number;
  height: number;
}

function cleared(canvas: HTMLCanvasElement, { width, height }: CanvasSize): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  const ratio = devicePixelRatio;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

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
