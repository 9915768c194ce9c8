import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { createChecker } from '../../../server/src/features/fixes/checkAndFixFiles';
import type { Analysis } from '../../../server/src/model/analysis';
import { isTooLongForRunRules, withRunProblems } from '../../../server/src/runs/runRules/withRunProblems';
import { eighth, sixteenth } from '../../kit/amount';
import { memoryFile, problemsIn } from '../../kit/analyseText';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { testContext } from '../../kit/testContext';
import { CALL } from './runFindingsIn';

const text = { type: 'string' };
const kind = (type: string, rest: Record<string, unknown> = {}) => ({
  schema: {
    type: 'object',
    required: ['msg', 'job'],
    properties: { msg: { const: type }, job: text, after: text, run: text, at: text, state: text, shift: text },
  },
  tells: { id: '/job', run: '/run', time: '/at' },
  ...rest,
});

/** All that a declaration can say about several envelopes. */
const DECLARED = {
  id: 'shifts',
  tellBy: '/msg',
  kinds: {
    opened: kind('shift-opened'),
    begun: kind('job-begun'),
    moved: kind('job-moved'),
    done: kind('job-done'),
    asked: kind('job-asked', { side: 'ask' }),
    answered: kind('job-answered', { side: 'answer' }),
    closed: kind('shift-closed'),
  },
  order: [
    { begins: ['opened'], next: { closed: ['opened'] }, resetBy: ['closed'] },
    {
      name: 'job',
      by: { begun: '/job', moved: '/job', done: '/job' },
      begins: ['begun'],
      next: { begun: ['moved', 'done'] },
      after: { done: ['moved'] },
      ends: ['done'],
      closedBy: ['closed'],
    },
    { by: { moved: '/job' }, state: '/state', next: { on: ['on', 'off'], off: [] } },
  ],
  rules: {
    'begun-twice': { of: ['begun', 'asked'], unique: '/job' },
    'known-job': { refers: '/after', to: { begun: '/job' }, message: '{/msg} refers to nothing' },
    'time-back': { advances: '/at' },
    'answer-done': { of: ['answered'], answers: '/job', as: { asked: 'done' } },
  },
};

const families = familiesWithDeclared(DECLARED);
const context = testContext({ families, files: {} });

const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const anyLine = fc.record({
  msg: fc.constantFrom(...Object.values(DECLARED.kinds).map(({ schema }) => schema.properties.msg.const)),
  job: fc.constantFrom('a', 'b', 'c'),
  after: optional(fc.constantFrom('a', 'b', 'z')),
  run: optional(fc.constantFrom('r', 's')),
  at: optional(
    fc.constantFrom('2026-06-01T10:00:00Z', '2026-06-01T11:00:00Z', '2026-06-01T10:30:00', '2026-06-01T12:00:00+02:00'),
  ),
  state: optional(fc.constantFrom('on', 'off')),
});
const anyLog = fc.array(anyLine, { minLength: 2, maxLength: 14 }).map(lines => lines.map(line => JSON.stringify(line)));

function problems(analysis: Analysis): string[] {
  return problemsIn(analysis)
    .map(({ part, rule, severity, message, span }) => [part.id, rule, severity, message, span.start].join(' '))
    .sort();
}

function judged(lines: readonly string[], files: Record<string, string> = {}): string[] {
  const around = testContext({ families, files });
  return problems(withRunProblems(analyse(memoryFile('a.jsonl', lines.join('\n')), around).analysis, around));
}

/** The same families, with rules that judge all runs of a folder together. */
const unfollowed = families.map(family => ({
  ...family,
  runRules: family.runRules.map(({ follow: _follow, ...rule }) => rule),
}));

test('a log is judged line by line as among the runs of its folder', () => {
  let found = 0;
  fc.assert(
    fc.property(anyLog, lines => {
      const alone = judged(lines);
      found += alone.length;
      const context = testContext({ families: unfollowed, files: {} });
      const analysis = analyse(memoryFile('a.jsonl', lines.join('\n')), context).analysis;
      expect(alone).toEqual(problems(withRunProblems(analysis, context)));
    }),
    { numRuns: sixteenth(600) },
  );
  expect(found).toBeGreaterThan(sixteenth(600));
});

test('logs beside other files are judged as among the runs of their folder', () => {
  const anyFiles = fc
    .tuple(anyLog, fc.array(anyLog, { minLength: 1, maxLength: 3 }), fc.array(anyLine, { maxLength: 2 }), fc.boolean())
    .map(([first, logs, documents, isNear]) => {
      // Mostly each file has jobs and runs of its own.
      const apart = (line: string, at: number) =>
        isNear ? line : line.replace(/"(job|after|run)":"(\w)"/g, `"$1":"$2${at}"`);
      return Object.fromEntries([
        ...[first, ...logs].map((log, at) => [`log${at}.jsonl`, log.map(line => apart(line, at)).join('\n')]),
        ...documents.map((line, at) => [`${at === 0 ? 'a' : 'z'}.json`, apart(JSON.stringify(line), at + 9)]),
        ['calls.jsonl', `${CALL}\n`],
      ]) as Record<string, string>;
    });
  const counts = { shown: 0, ofEach: 0 };
  fc.assert(
    fc.property(anyFiles, files => {
      const [own, together] = [families, unfollowed].map(all => {
        const context = testContext({ families: all, files });
        const check = createChecker({ contextOf: () => context });
        const edited = testContext({ families: all, files });
        return Object.entries(files).map(([path, text]) => ({
          checked: check({ uri: `file:///work/${path}`, path, text }).problems.map(
            ({ rule, message, range }) => `${JSON.stringify(range)} ${rule} ${message}`,
          ),
          shown: problems(withRunProblems(analyse(memoryFile(path, text), edited).analysis, edited)),
        }));
      });
      counts.shown += (own ?? []).reduce((sum, { shown }) => sum + shown.length, 0);
      counts.ofEach += Object.keys(files).length;
      expect(own).toEqual(together);
    }),
    { numRuns: eighth(200) },
  );
  expect(counts.shown).toBeGreaterThan(counts.ofEach);
});

test('a log that grows, or is edited, is judged as from scratch', () => {
  const anyEdit = fc.tuple(fc.constantFrom('append', 'replace', 'insert', 'remove', 'note'), fc.nat(), anyLine);
  fc.assert(
    fc.property(anyLog, fc.array(anyEdit, { minLength: 1, maxLength: 8 }), (log, edits) => {
      const lines = [...log];
      let last = analyse(memoryFile('a.jsonl', lines.join('\n')), context);
      withRunProblems(last.analysis, context);
      for (const [how, at, line] of edits) {
        const written = JSON.stringify(line);
        const index = at % lines.length;
        if (how === 'append') lines.push(written);
        else if (how === 'replace') lines[index] = written;
        else if (how === 'insert') lines.splice(index, 0, written);
        else if (how === 'remove' && lines.length > 2) lines.splice(index, 1);
        else lines[index] = (lines[index] ?? '').replace('{', '{"shift": "late", ');
        last = analyse(memoryFile('a.jsonl', lines.join('\n')), context, last.cache);
        expect(problems(withRunProblems(last.analysis, context))).toEqual(judged(lines));
      }
    }),
    { numRuns: sixteenth(200) },
  );
});

test('a log of 50,000 lines is judged to its last line, by what has to be seen of the whole run only in a short one', () => {
  const job = (at: number) => [
    { msg: 'job-begun', job: `j${at}` },
    { msg: 'job-moved', job: `j${at}`, state: 'on' },
    { msg: 'job-done', job: `j${at}` },
  ];
  const lines = [{ msg: 'shift-opened', job: '' }, ...Array.from({ length: 17_000 }, (_, at) => job(at)).flat()];
  const last = { msg: 'job-moved', job: 'j16999', after: 'nothing', state: 'off' };
  const log = [...lines, last].map(line => JSON.stringify(line));
  const analysis = analyse(memoryFile('a.jsonl', log.join('\n')), context).analysis;
  expect(problemsIn(withRunProblems(analysis, context)).map(({ part, message }) => `${part.id} ${message}`)).toEqual([
    'line 51002 "moved" of job "j16999" comes after the end, "done" (line 51001); it begins anew with "begun".',
    'line 51002 job-moved refers to nothing',
  ]);
  expect(isTooLongForRunRules(analysis, context)).toBe(false);
  const calls = analyse(memoryFile('b.jsonl', [...log, CALL, CALL].join('\n')), context).analysis;
  const rules = problemsIn(withRunProblems(calls, context)).map(({ part, rule }) => `${part.id} ${rule}`);
  expect(rules.filter(one => !one.includes(' schema/'))).toEqual([
    'line 51002 shifts/order',
    'line 51002 shifts/known-job',
  ]);
  expect(isTooLongForRunRules(calls, context)).toBe(true);
});
