import { describe, expect, test } from 'vitest';
import { hintedParts, inlayHints } from '../../../server/src/features/runs/inlayHints';
import { stepsOfFile } from '../../../server/src/features/runs/stepsOfFile';
import type { Range } from '../../../server/src/model/text';
import type { InlayHintSettings } from '../../../server/src/shared/lspExtensions';
import { analyseText } from '../../kit/analyseText';
import { indexFiles } from '../../kit/indexFiles';
import { inEachFileKind } from '../../kit/inEachFileKind';

const ALL: InlayHintSettings = { elapsed: true, confidence: true, tool: true };
const WHOLE: Range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };

/** The text with its hints where an editor shows them, in angle brackets. */
function shownIn(
  files: Record<string, string>,
  { name, range = WHOLE, shown = {} }: { name: string; range?: Range; shown?: Partial<InlayHintSettings> },
): string {
  const text = files[name] ?? '';
  const analysis = analyseText(name, text);
  const parts = new Set(hintedParts(analysis, range));
  const steps = stepsOfFile(indexFiles(files), `file:///work/${name}`, parts);
  const hints = inlayHints(analysis, range, { steps, shown: { ...ALL, ...shown } });
  const rows = text.split('\n');
  for (const { position, label } of hints.toReversed()) {
    const row = rows[position.line] ?? '';
    rows[position.line] = `${row.slice(0, position.character)}<${label}>${row.slice(position.character)}`;
  }
  return rows.join('\n');
}

function message(time: string, confidence: number, run = 'wf_1'): string {
  return `{"id": "msg_${time}", "timestamp": "2026-06-01T${time}Z", "from": "plan", "to": "build", "context": {"workflowId": "${run}"}, "payload": {"confidence": ${confidence}, "needsReview": false}}`;
}

const log = [message('10:00:00', 0.95), '', message('10:08:00', 0.6), message('10:07:58', 0.2)].join('\n');

function hintsIn(text: string): string[] {
  return [...text.matchAll(/(\S+)<(.+?)>/g)].map(([, before, label]) => `${before} ${label}`);
}

test('the time since the step before, and what follows from a confidence', () => {
  expect(hintsIn(shownIn({ 'log.jsonl': log }, { name: 'log.jsonl' }))).toEqual([
    '0.95 proceed',
    '"2026-06-01T10:08:00Z" +2 s',
    '0.6 ask, or have it reviewed',
    '"2026-06-01T10:07:58Z" +8 min',
    '0.2 stop and ask the user',
  ]);
});

test('the step before may be in another file', () => {
  const files = { 'a.json': message('10:00:00', 0.9), 'b.json': message('11:05:00', 0.9) };
  expect(hintsIn(shownIn(files, { name: 'b.json' }))).toEqual(['"2026-06-01T11:05:00Z" +1 h 5 min', '0.9 proceed']);
});

test('of two runs in a log each has its own time', () => {
  const text = [message('10:00:00', 0.9), message('10:00:01', 0.9, 'wf_2'), message('10:00:09', 0.9)].join('\n');
  expect(hintsIn(shownIn({ 'log.jsonl': text }, { name: 'log.jsonl', shown: { confidence: false } }))).toEqual([
    '"2026-06-01T10:00:09Z" +9 s',
  ]);
});

test('the tool that a result belongs to', () => {
  const files = {
    'calls.jsonl':
      '{"call_id": "t_0123456789", "agent": "calendar", "tool": "detect_conflicts", "args": {}, "ts": "2026-06-01T10:00:00Z", "confirm_required": false}',
    'results.jsonl':
      '{"call_id": "t_0123456789", "ok": true, "result": {}, "error": null, "latency_ms": 3}\n{"call_id": "t_9999999999", "ok": true, "result": {}, "error": null, "latency_ms": 3}',
  };
  expect(hintsIn(shownIn(files, { name: 'results.jsonl' }))).toEqual(['"t_0123456789" calendar.detect_conflicts']);
  expect(hintsIn(shownIn(files, { name: 'calls.jsonl' }))).toEqual([]);
});

describe.each([
  ['elapsed', /\+|−/],
  ['confidence', /proceed|ask/],
  ['tool', /calendar/],
] as const)('the switch %s', (name, label) => {
  test('takes away only its own', () => {
    const files = { 'log.jsonl': log };
    const [all, less] = [{}, { [name]: false }].map(shown => hintsIn(shownIn(files, { name: 'log.jsonl', shown })));
    expect(less).toEqual(all?.filter(hint => !label.test(hint.slice(hint.indexOf(' ')))));
  });
});

test.each([
  ['log.jsonl', log, 'line 3'],
  ['array.json', `[${log.replace('\n\n', '\n,\n').replace(/\n(?=[^\n]*$)/, ',\n')}]`, '1'],
])('only what is asked for is looked at, in %s', (name, text, part) => {
  const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 500 } };
  expect(hintsIn(shownIn({ [name]: text }, { name, range }))).toHaveLength(2);
  const parts = hintedParts(analyseText(name, text), range);
  expect(parts).toEqual([part]);
  const steps = stepsOfFile(indexFiles({ [name]: text }), `file:///work/${name}`, new Set(parts));
  expect(steps.map(step => step.part)).toEqual([part]);
});

// Registries and examples in documents are no steps, but a confidence means the same everywhere.
test.each(inEachFileKind(`|${message('10:00:00', 0.75)}`))('in $name after the number', ({ name, text }) => {
  expect(hintsIn(shownIn({ [name]: text }, { name }))).toEqual(['0.75 proceed, and note the assumptions']);
});

test('a confidence that is none means nothing, and broken text does no harm', () => {
  expect(hintsIn(shownIn({ 'a.json': message('10:00:00', 7) }, { name: 'a.json' }))).toEqual([]);
  for (let end = 1; end < log.length; end += 31) {
    const text = log.slice(0, end);
    expect(() => shownIn({ 'log.jsonl': text }, { name: 'log.jsonl' })).not.toThrow();
  }
});

test('of a line of many envelopes the first hundred behind the start of the range', () => {
  const element = message('10:00:00', 0.95);
  const text = `[${Array(500).fill(element).join(',')}]`;
  const analysis = analyseText('a.json', text);
  const within = (start: number, end: number): Range => ({
    start: { line: 0, character: start },
    end: { line: 0, character: end },
  });
  const partsIn = (start: number, end: number) =>
    hintedParts(analysis, within(start, end)).map(id => analysis.parts.findIndex(({ part }) => part.id === id));
  const first = partsIn(0, text.length);
  expect([first.length, first[0], first.at(-1)]).toEqual([100, 0, 99]);
  const behind = partsIn(300 * (element.length + 1) + 2, text.length);
  expect([behind.length, behind[0], behind.at(-1)]).toEqual([100, 300, 399]);
  const [before, ...others] = partsIn(300 * (element.length + 1) + 2, 301 * (element.length + 1) + 2);
  expect([before, others]).toEqual([300, [301]]);
  expect(inlayHints(analysis, WHOLE, { steps: [], shown: ALL })).toHaveLength(100);
});
