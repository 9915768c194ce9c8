import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { timelineViewport } from '../../../client/webview/model/timelineViewport';
import type { ReplayOverview } from '../../../server/src/shared/lspExtensions';

function viewOf(extent = { even: 1000, time: 60_000 }) {
  return timelineViewport(signal({ extent } as ReplayOverview));
}

describe('the visible range', () => {
  test('is everything at first; zooming keeps one position in place', () => {
    const view = viewOf();
    expect(view.shown()).toEqual({ from: 0, to: 1000, end: 1000 });
    view.zoom(0.5, 200);
    expect(view.shown()).toMatchObject({ from: 100, to: 600 });
  });

  test.each<[string, number | undefined, { from: number; to: number }]>([
    ['keeps the position of the playhead', 300, { from: 200, to: 600 }],
    ['around the middle if the playhead is not visible', 950, { from: 300, to: 700 }],
    ['around the middle while the playhead is unknown', undefined, { from: 300, to: 700 }],
  ])('zooming by keys: %s', (_, playhead, shown) => {
    const view = viewOf();
    view.show({ from: 100, to: 900 });
    view.playhead.value = playhead;
    view.zoomAtPlayhead(0.5);
    expect(view.shown()).toMatchObject(shown);
  });

  test('is never smaller than some steps, nor larger than the run', () => {
    const view = viewOf();
    view.zoom(1e-9, 500);
    expect(view.shown().to - view.shown().from).toBe(3);
    view.zoom(1e9, 500);
    expect(view.range.value).toBeUndefined();
  });

  test('can be set; a range that is too small is widened around its middle', () => {
    const view = viewOf();
    view.show({ from: 100, to: 200 });
    expect(view.shown()).toMatchObject({ from: 100, to: 200 });
    view.show({ from: 500, to: 501 });
    expect(view.shown()).toMatchObject({ from: 499, to: 502 });
    view.show({ from: -5, to: 2000 });
    expect(view.range.value).toBeUndefined();
  });

  test('panning ends at the ends of the run', () => {
    const view = viewOf();
    view.show({ from: 100, to: 200 });
    view.pan(5000);
    expect(view.shown()).toMatchObject({ from: 900, to: 1000 });
    view.pan(-5000);
    expect(view.shown()).toMatchObject({ from: 0, to: 100 });
  });

  test.each<[what: string, place: { from: number; to: number }, shown: { from: number; to: number }]>([
    ['in view', { from: 150, to: 151 }, { from: 100, to: 200 }],
    ['after it', { from: 200, to: 202 }, { from: 151, to: 251 }],
    ['before it', { from: 98, to: 100 }, { from: 49, to: 149 }],
    ['partly in view', { from: 195, to: 205 }, { from: 150, to: 250 }],
    ['at the end of the run', { from: 999, to: 1000 }, { from: 900, to: 1000 }],
    ['longer than the visible range, its start in view', { from: 110, to: 900 }, { from: 100, to: 200 }],
    ['longer than the visible range, starting before it', { from: 50, to: 900 }, { from: 45, to: 145 }],
    ['longer than the visible range, starting at its end', { from: 195, to: 900 }, { from: 190, to: 290 }],
  ])('a position %s is revealed', (_, place, shown) => {
    const view = viewOf();
    view.show({ from: 100, to: 200 });
    view.reveal(place);
    expect(view.shown()).toMatchObject(shown);
  });

  test('revealing the same range again moves nothing', () => {
    const view = viewOf();
    view.show({ from: 100, to: 200 });
    for (const place of [
      { from: 400, to: 401 },
      { from: 300, to: 990 },
      { from: 700, to: 749 },
    ]) {
      view.reveal(place);
      const shown = view.shown();
      view.reveal(place);
      expect(view.shown()).toEqual(shown);
    }
  });
});
