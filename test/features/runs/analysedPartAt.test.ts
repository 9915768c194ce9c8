import { expect, test, vi } from 'vitest';
import { analysedPartAt, partAt } from '../../../server/src/features/runs/stepsOfFile';
import * as json from '../../../server/src/text/json/parseJson';
import { analyseText } from '../../kit/analyseText';
import { message } from '../../kit/runsClient';

const event = (n: number) =>
  `{"timestamp": "2026-07-01T09:00:00Z", "agent": "planner", "event": "tool_end", "detail": {"step": [${n}, "é\\n"]}}`;
const list = (make: (n: number) => string, count: number) =>
  Array.from({ length: count }, (_, n) => make(n)).join(',\n');
const response = `{"status": "success", "result": {}, "error": null, "trace": [\n${list(event, 1500)}\n], "timestamp": "2026-07-01T09:00:00Z"}`;

test.each([
  ['an envelope with a large array', 'response.json', response],
  ['elements of a root array', 'array.json', `[\n${list(message, 20)}\n]`],
  ['a byte order mark before', 'mark.json', `\uFEFF${response}`],
])('the place in %s is the one that the whole text tells', (_, name, text) => {
  const analysis = analyseText(name, text);
  const { file } = analysis;
  let known = 0;
  for (const line of [0, 1, 2, 19, 20, file.lines.length - 1]) {
    const { length } = file.lines[line] ?? '';
    for (let character = 0; character <= length; character += 3) {
      const place = analysedPartAt(analysis, { line, character });
      if (!place) continue;
      known++;
      expect(place).toEqual(partAt(file, { line, character }));
    }
  }
  expect(known).toBeGreaterThan(50);
});

test('to find a place in an envelope of many elements, one of them is read', () => {
  const analysis = analyseText('response.json', response);
  const location = vi.spyOn(json, 'jsonLocationAt');
  expect(analysedPartAt(analysis, { line: 1400, character: 40 })?.path.slice(0, 2)).toEqual(['trace', 1399]);
  expect(location.mock.calls.map(([text]) => text.length < 200)).toEqual([true]);
  location.mockRestore();
});
