import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampView, fitAll, panToReveal, zoomAround } from '../../../client/webview/graph/viewTransform';

const panel = { width: 400, height: 300 };

test('a small drawing is centred and not enlarged', () => {
  expect(fitAll({ width: 100, height: 100 }, panel)).toEqual({ x: 142.5, y: 92.5, scale: 1.15 });
});

test('a drawing of any size fits the view', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3900 }), fc.integer({ min: 1, max: 2900 }), (width, height) => {
      const { x, y, scale } = fitAll({ width, height }, panel);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-9);
      expect(x + width * scale).toBeLessThanOrEqual(panel.width + 1e-9);
      expect(y + height * scale).toBeLessThanOrEqual(panel.height + 1e-9);
    }),
  );
});

test('zooming keeps the point under the pointer', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(300), fc.double({ min: 0.2, max: 5, noNaN: true }), (x, y, factor) => {
      const view = { x: 17, y: -20, scale: 1 };
      const now = zoomAround(view, factor, { x, y });
      expect((x - now.x) / now.scale).toBeCloseTo((x - view.x) / view.scale);
      expect((y - now.y) / now.scale).toBeCloseTo((y - view.y) / view.scale);
      expect(now.scale).toBeLessThanOrEqual(3);
    }),
  );
});

test('reveals a node with the smallest move', () => {
  const view = { x: 0, y: 0, scale: 1 };
  const box = { x: 200, y: 150, width: 80, height: 30 };
  expect(panToReveal(view, box, panel)).toBe(view);
  const moved = panToReveal(view, { ...box, x: 900 }, panel);
  expect(moved).toEqual({ x: 400 - 40 - 940, y: 0, scale: 1 });
  expect(panToReveal(moved, { ...box, x: 900 }, panel)).toBe(moved);
});

test('a corner of the drawing stays visible', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -9999, max: 9999 }), (x, y) => {
      const drawing = { width: 500, height: 200 };
      const view = clampView({ x, y, scale: 0.5 }, drawing, panel);
      expect(view.x).toBeLessThanOrEqual(panel.width - 40);
      expect(view.x + drawing.width * 0.5).toBeGreaterThanOrEqual(40);
      expect(view.y).toBeLessThanOrEqual(panel.height - 40);
      expect(view.y + drawing.height * 0.5).toBeGreaterThanOrEqual(40);
    }),
  );
});
