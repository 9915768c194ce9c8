import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barLabels, barTooltip, stepText } from '../../../client/webview/timeline/barTexts';
import { fitText } from '../../../client/webview/timeline/canvas/drawLabels';
import { blend, contrast, type Rgb, readableOn } from '../../../client/webview/timeline/canvas/palette';
import type { StepView, TimelineBar } from '../../../server/src/shared/lspExtensions';

const bar: TimelineBar = {
  step: 4,
  count: 1,
  from: 4,
  to: 5,
  row: 0,
  outcome: 'failed',
  marks: ['error', 'retry'],
  label: '5 · fix',
  confidence: 0.62,
};
const view: StepView = {
  step: 4,
  title: '2 files',
  icon: 'comment',
  agent: 'build',
  peer: 'review',
  lane: 0,
  outcome: 'failed',
  marks: [],
  time: '10:46:12',
  took: '6 min',
  kind: 'k',
  kindTitle: 'k',
  place: { even: { from: 4, to: 5 }, time: { from: 0, to: 0 }, active: { from: 0, to: 0 } },
  depth: 0,
  lanes: { agent: 0, kind: 0, service: 0 },
  envelopes: [],
  copies: [],
  problems: [],
  why: false,
};

describe('labels, the longest first', () => {
  test.each<[what: string, more: Partial<TimelineBar>, labels: string[]]>([
    ['of a step', {}, ['5 · fix · 0.62', '5 · fix', '5']],
    ['of a step that hides others', { hides: 1200 }, ['5 · fix · 0.62 (+1,200)', '5 · fix · 0.62', '5 · fix', '5']],
    [
      'of a step with more facts',
      { files: 2, took: '6 min', usage: '648 tokens' },
      [
        '5 · fix · 0.62 · 2 files · 6 min · 648 tokens',
        '5 · fix · 0.62 · 2 files · 6 min',
        '5 · fix · 0.62 · 2 files',
        '5 · fix · 0.62',
        '5 · fix',
        '5',
      ],
    ],
    ['of several', { count: 1200 }, ['1,200 steps', '1,200']],
  ])('%s', (_, more, labels) => {
    expect(barLabels({ ...bar, ...more })).toEqual(labels);
  });

  test('a step has at least its number as a label', () => {
    const { label, confidence, ...rest } = bar;
    expect(new Set(barLabels(rest))).toEqual(new Set(['5']));
  });
});

describe('a text that fits', () => {
  const texts = ['5 · a rather long title · 0.62', '5 · a rather long title', '5'];
  const widthOf = (text: string) => text.length * 6;
  test.each<[room: number, text: string | undefined]>([
    [500, '5 · a rather long title · 0.62'],
    [140, '5 · a rather long title'],
    [90, '5 · a rather l…'],
    [60, '5 · a rat…'],
    [40, '5'],
    [6, '5'],
    [5, undefined],
    [-3, undefined],
  ])('in %d pixels', (room, text) => {
    expect(fitText(texts, room, widthOf)).toBe(text);
  });

  test('is never wider than its space, and never cuts a character', () => {
    const title = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(title, fc.integer({ min: 0, max: 400 }), (title, room) => {
        const text = fitText([`${title}!!`, title, '7'], room, widthOf);
        expect(text === undefined || (widthOf(text) <= room && !/\p{Surrogate}/u.test(text))).toBe(true);
      }),
    );
  });
});

test('the label of the playhead', () => {
  expect(stepText(4, 7, view)).toBe('step 5 of 7: build, 2 files, 10:46:12');
  // Ignores the details of another step.
  expect(stepText(3, 7, view)).toBe('step 4 of 7');
  expect(stepText(4, 7, undefined)).toBe('step 5 of 7');
});

describe('the tooltip of a bar', () => {
  test('contains all details of a step', () => {
    expect(barTooltip(bar, ['agent', 'lane'], view)).toEqual({
      title: '5 · 2 files',
      rows: [
        ['agent', 'build'],
        ['to', 'review'],
        ['time', '10:46:12'],
        ['took', '6 min'],
        ['outcome', 'failed'],
        ['confidence', '0.62'],
        ['marks', 'failed, retry'],
      ],
    });
  });

  test('contains the facts of the bar while the details are requested', () => {
    const { title, rows } = barTooltip({ ...bar, marks: [] }, ['agent', 'lane'], { ...view, step: 9 });
    expect(title).toBe('5 · fix');
    expect(rows.map(([name]) => name)).toEqual(['agent', 'outcome', 'confidence']);
  });

  test('contains the number of steps, and the notable ones among them', () => {
    expect(barTooltip({ ...bar, count: 1200 }, ['agent', 'build'], undefined)).toEqual({
      title: '1,200 steps from step 5 on',
      rows: [
        ['agent', 'build'],
        ['among them', 'failed, retry'],
        ['', 'Double-click to see them apart'],
      ],
    });
  });
});

describe('colours', () => {
  const [dark, light]: Rgb[] = [
    [17, 17, 17],
    [255, 255, 255],
  ] as Rgb[] as [Rgb, Rgb];
  test.each<[ground: Rgb, text: Rgb | undefined]>([
    [[220, 220, 170], dark],
    [[101, 45, 144], light],
    [[0, 0, 0], light],
    [[255, 255, 255], dark],
  ])('on %j, the more readable one', (ground, text) => {
    expect(readableOn(ground, dark as Rgb, light as Rgb)).toEqual(text);
  });

  test('one of the two text colours has a contrast of at least 4.5 on any background', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(part, part, part), ground => {
        const text = readableOn(ground, dark as Rgb, light as Rgb);
        expect(contrast(ground, text)).toBeGreaterThan(4.3);
      }),
    );
  });

  test('black on white has a contrast of 21, as in WCAG', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });

  test('blends two colours', () => {
    expect(blend([255, 0, 100], [0, 100, 100], 0.25)).toEqual([64, 75, 100]);
  });
});
