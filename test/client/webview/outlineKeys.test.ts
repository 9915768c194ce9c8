import { expect, test } from 'vitest';
import { type OutlineAction, outlineKey } from '../../../client/webview/steps/StepOutline';
import type { OutlineRow } from '../../../server/src/shared/lspExtensions';

/** A run with an expanded folder, a step and a collapsed folder, which contains the steps 4 and 5. */
const rows: OutlineRow[] = [row(0, 0, 5), row(1, 1, 1), row(2, 2), row(3, 1, 2, true), row(6, 0)];

test.each<[string, number, OutlineAction | undefined]>([
  ['ArrowDown', 0, { do: 'point', row: 1 }],
  ['ArrowDown', 4, { do: 'point', row: 4 }],
  ['ArrowUp', 0, { do: 'point', row: 0 }],
  ['PageDown', 1, { do: 'point', row: 4 }],
  ['PageUp', 4, { do: 'point', row: 1 }],
  ['Home', 3, { do: 'point', row: 0 }],
  ['End', 3, { do: 'point', row: 4 }],
  ['ArrowRight', 3, { do: 'fold', step: 3 }],
  ['ArrowRight', 1, { do: 'point', row: 2 }],
  ['ArrowRight', 2, { do: 'point', row: 2 }],
  ['ArrowLeft', 1, { do: 'fold', step: 1 }],
  ['ArrowLeft', 3, { do: 'point', row: 0 }],
  ['ArrowLeft', 2, { do: 'point', row: 1 }],
  ['ArrowLeft', 4, { do: 'point', row: 4 }],
  ['Enter', 4, { do: 'go', step: 6 }],
  ['Enter', 9, undefined],
  ['x', 0, undefined],
])('%s at row %i', (key, at, action) => {
  expect(outlineKey({ key, at, total: rows.length, row: index => rows[index], page: 3 })).toEqual(action);
});

test('the parent of a row may be too far above to be known', () => {
  const known = (index: number) => (index === 2 ? rows[2] : undefined);
  expect(outlineKey({ key: 'ArrowLeft', at: 2, total: 5, row: known, page: 3 })).toEqual({ do: 'out', step: 2 });
});

function row(step: number, depth: number, holds = 0, folded = false): OutlineRow {
  return { step, depth, holds, folded, title: '', icon: 'tools', lane: 0, outcome: 'ok', marks: [] };
}
