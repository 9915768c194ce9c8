import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-types';
import { closedFileDiagnostics } from '../../server/src/features/closedFileDiagnostics';
import { diagnostics, worstItems } from '../../server/src/features/diagnostics';
import type { Severity } from '../../server/src/model/schema';
import type { FileRecord, RunProblem } from '../../server/src/runs/reading/fileRecord';
import { runsEverything } from '../kit/amount';
import { analyseText } from '../kit/analyseText';
import { asPython } from '../kit/asPython';
import { indexFiles } from '../kit/indexFiles';
import { memoryAccess } from '../kit/memoryAccess';
import { log, message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';

const URI = 'file:///work/a.jsonl';
const CLIENT = { hasJsonService: true, opensDocs: false };

const good = message(1);
const error = message(2, { confidence: 7 });
const warning = message(3, { from: 'me' });
const info = message(4).replace('"priority":1', '"priority":1,"extra":2');
const all = message(5, { from: 'me', confidence: 7 }).replace('"priority":1', '"priority":1,"extra":2');

const ofRun = (severity: Severity, ...path: string[]): RunProblem => ({
  rule: 'some/rule',
  severity,
  message: 'x',
  path,
});

/** The diagnostics of a closed log, and how many of its lines were read for them. */
function closed(lines: readonly string[], limit: number, inRuns: FileRecord['inRuns'] = {}) {
  const text = log(...lines);
  const record = indexFiles({ 'a.jsonl': text }).record(URI);
  if (!record) throw new Error('no record');
  const access = memoryAccess(new Map([[URI, text]]));
  let linesRead = 0;
  const counting = {
    ...access,
    line(...args: Parameters<typeof access.line>) {
      linesRead++;
      return access.line(...args);
    },
  };
  const work = closedFileDiagnostics(
    { ...record, inRuns, checkedTo: { offset: text.length, line: lines.length, tail: '', starts: [] } },
    { access: counting, context: testContext(), client: CLIENT, limit },
  );
  for (;;) {
    const { done, value } = work.next();
    if (done) return { items: value ?? [], linesRead: () => linesRead };
  }
}

const outline = (items: readonly Diagnostic[]) =>
  items.map(({ range, severity, code }) => `${range.start.line} ${code ?? 'notice'} ${severity}`);

describe('a closed log', () => {
  test('has the diagnostics that it has when open, with any limit', () => {
    const lines = [info, all, warning, good, '{"id": ', error, all];
    const open = analyseText('a.jsonl', log(...lines));
    for (let limit = 1; limit <= 12; limit++)
      expect(closed(lines, limit).items).toEqual(diagnostics(open, CLIENT, limit));
  });

  test.runIf(runsEverything)('lists the worst, also where problems of runs turn out to be none', () => {
    const runProblem = fc.constantFrom(
      ofRun('error', 'timestamp'),
      ofRun('warning', 'id'),
      ofRun('info', 'intent'),
      // At the same place as the problem of the schema, if there is one.
      ofRun('error', 'payload', 'confidence'),
      ofRun('warning', 'payload', 'confidence'),
    );
    const line = fc.record({
      text: fc.constantFrom(good, error, warning, info, all, '{"id": '),
      own: fc.uniqueArray(runProblem, { maxLength: 2 }),
    });
    const some = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 20 }), (lines, limit) => {
        const texts = lines.map(({ text }) => text);
        const inRuns = Object.fromEntries(
          lines.flatMap(({ own }, index) => (own.length > 0 ? [[`line ${index + 1}`, own]] : [])),
        );
        const whole = closed(texts, 1000, inRuns).items;
        const rated = whole.map(item => ({ item, severity: NAMES[item.severity ?? 0] as Severity }));
        const wanted = worstItems(rated, limit).map(({ item }) => item);
        const { items } = closed(texts, limit, inRuns);
        const isCut = whole.length > limit;
        expect(outline(items).slice(0, 1)).toEqual(isCut ? ['0 notice 3'] : outline(whole).slice(0, 1));
        expect(isCut ? items.slice(1) : items).toEqual(wanted);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['as many lines as it lists', Array.from({ length: 300 }, () => error), 10, 10],
    ['the lines with errors first', [...Array.from({ length: 300 }, () => warning), error, all, error], 10, 10],
    [
      'no line with lesser problems once errors fill the list',
      [info, warning, ...Array.from({ length: 9 }, () => error)],
      9,
      9,
    ],
    ['all of them within the limit', [good, error, warning, info, good], 3, 3],
  ])('is read again for %s', (_, lines, limit, wanted) => {
    const { items, linesRead } = closed(lines, limit);
    expect(linesRead()).toBe(wanted);
    expect(items.filter(({ code }) => code)).toHaveLength(limit);
  });

  test('counts what it did not read by its records', () => {
    const lines = [...Array.from({ length: 300 }, () => warning), error, all, error];
    expect(closed(lines, 10).items[0]?.message).toMatch(/^295 more problems /);
    expect(closed(lines, 10, { 'line 300': [ofRun('info', 'id')] }).items[0]?.message).toMatch(/^296 more problems /);
  });
});

const NAMES: readonly (Severity | undefined)[] = [undefined, 'error', 'warning', 'info'];

test('another closed file has a notice, too', () => {
  const uri = 'file:///work/a.json';
  const text = `[${[warning, error, warning].join(',\n')}]`;
  const record: FileRecord = { uri, entries: [], changedAt: 0, size: text.length };
  const access = memoryAccess(new Map([[uri, text]]));
  const work = closedFileDiagnostics(record, { access, context: testContext(), client: CLIENT, limit: 2 });
  work.next();
  const { value } = work.next();
  expect(outline(value ?? [])).toEqual(['0 notice 3', '0 agent-message/unknown-agent 2', '1 schema/maximum 1']);
});

test.each([
  ['a.json', asPython(JSON.parse(good))],
  ['a.jsonl', `${asPython(JSON.parse(good))}\n`],
])('a closed %s as Python prints it has the syntax error that it has when open', (name, text) => {
  const uri = `file:///work/${name}`;
  const record = indexFiles({ [name]: text }).record(uri);
  if (!record) throw new Error('no record');
  const access = memoryAccess(new Map([[uri, text]]));
  const client = { ...CLIENT, hasJsonService: false };
  const checked = name.endsWith('l')
    ? {
        checks: { 'line 1': { problems: { error: 1, warning: 0, info: 0 }, rules: ['syntax'] } },
        checkedTo: { offset: text.length, line: 1, tail: '', starts: [] },
      }
    : {};
  const work = closedFileDiagnostics({ ...record, ...checked }, { access, context: testContext(), client, limit: 10 });
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value).toEqual(diagnostics(analyseText(name, text), client, 10));
  expect(step.value).toEqual([expect.objectContaining({ code: 'syntax' })]);
});
