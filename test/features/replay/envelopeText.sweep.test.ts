import { expect, test } from 'vitest';
import { envelopeText, envelopeTextLines } from '../../../server/src/features/replay/envelopeTextLines';
import { fastest } from '../../kit/timing';
import { showing, shown } from './envelopeShown';

test('two megabytes are laid out once, and soon', () => {
  const text = JSON.stringify({ long: 'x'.repeat(2_000_000), list: Array.from({ length: 50_000 }, () => 1) });
  expect(shown(text).rows[1]).toHaveLength(2001);
  const replay = showing({ text, lang: 'json' });
  const scrolled = fastest(3, () => {
    for (let from = 0; from < 900; from += 9) envelopeText(replay, { step: 0, envelope: 0, from, count: 40 });
  });
  const laidOut = fastest(3, () => envelopeTextLines(text));
  expect(scrolled / 100).toBeLessThan(laidOut / 2 + 0.5);
  expect(laidOut / fastest(3, () => JSON.parse(text))).toBeLessThan(50);
});
