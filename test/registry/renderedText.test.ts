import { expect, test } from 'vitest';
import { renderedText, valueText } from '../../server/src/registry/renderedText';

test.each([
  ['in\\_progress', 'in_progress'],
  ['*in_progress*', 'in_progress'],
  ['__in_progress__', 'in_progress'],
  ['~~resolved~~', 'resolved'],
  ['**2** / 10', '2 / 10'],
  ['clarifying <!-- waits for Ann -->', 'clarifying'],
  ['**`a_b`**', 'a_b'],
  ['***_x_***', 'x'],
  ['`` `a` ``', '`a`'],
  ['`a\\_b` or `*c*`', 'a\\_b or *c*'],
])('%s is shown as %s', (text, shown) => {
  expect(renderedText(text)).toBe(shown);
});

test.each([
  'in_progress',
  'src/*.ts, test/*.ts',
  'specs/*/x_*.md',
  '**/*.md',
  'a * b * c',
  '2 ~ 3',
  '`open',
  '<b>',
  'a\\|b',
])('%s is shown as it is', text => {
  expect(renderedText(text)).toBe(text);
});

test('a dash is an empty value', () => {
  expect(['-', '**—**', '\\-', '<!-- later -->', 'a - b'].map(valueText)).toEqual(['', '', '', '', 'a - b']);
});

test('long texts of marks are read in linear time', () => {
  const start = performance.now();
  for (const mark of ['*', '_', '`', '~', '<!--', ' *a', ' `a', ' _a', '\\'])
    for (let i = 0; i < 50; i++) renderedText(mark.repeat(2000 / mark.length));
  expect(performance.now() - start).toBeLessThan(3000);
});
