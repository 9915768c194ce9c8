import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { familiesWithSnippets as ownFamilies } from '../../../server/src/families/familiesWithSnippets';
import { createChecker } from '../../../server/src/features/fixes/checkAndFixFiles';
import type { Disk } from '../../../server/src/model/disk';
import type { Severity } from '../../../server/src/model/schema';
import { defineRunRule } from '../../../server/src/rules/defineRule';
import { withRunProblems } from '../../../server/src/runs/runRules/withRunProblems';
import { atPointer } from '../../../server/src/text/jsonPointer';
import { analyseText, analyseWithRunRules, memoryFile, problemsIn } from '../../kit/analyseText';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';
import { CALL, STRAY, said } from './runFindingsIn';

describe('problems of runs', () => {
  test('are sorted among the others of their part', () => {
    const broken = CALL.replace('"ts": "2026-06-01T10:00:00Z"', '"ts": 1');
    const rules = problemsIn(analyseWithRunRules('a.jsonl', `${CALL}\n${broken}`)).map(
      ({ part, rule }) => `${part.id} ${rule}`,
    );
    const [duplicate, time] = ['line 2 toolcall/duplicate-call', 'line 2 schema/type'].map(one => rules.indexOf(one));
    expect(duplicate).toBeGreaterThanOrEqual(0);
    expect(time).toBeGreaterThan(duplicate as number);
  });

  test('are not added to an invalid part', () => {
    expect(said(analyseWithRunRules('a.jsonl', `${CALL}\n${CALL.slice(0, -2)}`))).toEqual([]);
    expect(said(analyseWithRunRules('a.jsonl', `${CALL}\n${CALL}`))).toEqual(['line 2 toolcall/duplicate-call']);
  });

  test('are cached while the siblings are the same', () => {
    const analysis = analyseText('results.jsonl', `${STRAY}\n${STRAY.replace('zz"', 'aa"')}`);
    const beside = (texts: Record<string, string>) => withRunProblems(analysis, testContext({ files: texts }));
    const first = beside({ 'calls.jsonl': CALL.replaceAll('aaaaaaaaaa', 'zzzzzzzzzz') });
    expect(said(first)).toEqual(['line 2 toolcall/result-without-call']);
    expect(beside({ 'calls.jsonl': CALL.replaceAll('aaaaaaaaaa', 'zzzzzzzzzz') })).toBe(first);
    expect(said(beside({ 'calls.jsonl': CALL }))).toEqual([]);
  });

  test('are suppressed by their own file', () => {
    const told = (list: string) =>
      `{"id": "msg_1", ${list}"from": "build", "to": "fix", "payload": {"confidence": 0.95}}`;
    const twice = (list = '') => said(analyseWithRunRules('a.jsonl', `${told('')}\n${told(list)}`));
    expect(twice()).toEqual(['line 2 agent-message/duplicate-id']);
    expect(twice('"$ignore": ["agent-message/duplicate-id"], ')).toEqual([]);
    expect(twice('"$ignore": ["schema/enum"], ')).toEqual(['line 2 agent-message/duplicate-id']);
    const commented = `[\n${told('')},\n// agent-envelopes-disable-next-line agent-message/*\n${told('')}]`;
    expect(said(analyseWithRunRules('a.jsonc', commented))).toEqual([]);
  });

  test('have the configured severity', () => {
    const said = (severity: Severity | 'off') => {
      const context = { ...testContext(), severities: new Map([['toolcall/duplicate-call', severity]]) };
      const { analysis } = analyse(memoryFile('a.jsonl', `${CALL}\n${CALL}`), context);
      const found = problemsIn(withRunProblems(analysis, context));
      return found.filter(({ rule }) => rule === 'toolcall/duplicate-call').map(one => one.severity);
    };
    expect(said('error')).toEqual(['error']);
    expect(said('off')).toEqual([]);
  });

  test('wait for the disk', () => {
    const { disk, folders } = memoryWorkspace({ 'calls.jsonl': CALL });
    const asked: string[] = [];
    const unread: Disk = {
      ...disk,
      text(uri) {
        asked.push(uri);
        return undefined;
      },
    };
    const analysis = analyseText('results.jsonl', `${STRAY}\n${STRAY}`);
    expect(withRunProblems(analysis, { ...testContext(), workspace: { folders, disk: unread } })).toBe(analysis);
    expect(asked).toEqual(['file:///work/calls.jsonl']);
  });

  describe('are found anew only if an edit changes what a rule looked at:', () => {
    const lines = [CALL, CALL.replaceAll('aaaaaaaaaa', 'bbbbbbbbbb')];
    let checks = 0;
    const counting = defineRunRule({
      id: 'toolcall/counted',
      severity: 'info',
      check({ steps }) {
        checks++;
        for (const step of steps) step.ask(({ value }) => atPointer(value(), '/deadline_ms') === 7);
      },
    });
    const families = ownFamilies.map(family =>
      family.id === 'toolcall' ? { ...family, runRules: [counting] } : family,
    );

    test.each<[string, (line: string) => string, number]>([
      ['an argument', line => line.replace('"args": {', '"args": {"more": 1'), 0],
      ['the answer to a question', line => line.replace('{', '{"deadline_ms": 7, '), 1],
      ['a value with the same answer', line => line.replace('{', '{"deadline_ms": 8, '), 0],
      ['an id', line => line.replaceAll('bbbbbbbbbb', 'cccccccccc'), 1],
      ['a line', line => `${line}\n${line}`, 1],
    ])('%s', (_, edit, expected) => {
      const context = testContext({ files: {}, families });
      const [first = '', second = ''] = lines;
      const before = analyse(memoryFile('a.jsonl', lines.join('\n')), context);
      withRunProblems(before.analysis, context);
      const edited = [first, edit(second)].join('\n');
      expect(edited).not.toBe(lines.join('\n'));
      checks = 0;
      withRunProblems(analyse(memoryFile('a.jsonl', edited), context, before.cache).analysis, context);
      expect(checks).toBe(expected);
    });
  });

  describe('of a folder that is checked file by file', () => {
    /** Checks all files of a folder; counts the texts that the disk was asked for, and the runs that a rule looked at. */
    const checkedFolder = (texts: Record<string, string>, { counts = true, edited = '' } = {}) => {
      const asked: string[] = [];
      let looks = 0;
      const counted = defineRunRule({ id: 'agent-message/counted', severity: 'info', check: () => looks++ });
      const families = ownFamilies.map(family =>
        family.id === 'agent-message' ? { ...family, runRules: [...family.runRules, counted] } : family,
      );
      const { disk, folders } = memoryWorkspace(texts);
      const noting: Disk = {
        ...disk,
        text(uri) {
          asked.push(uri);
          return disk.text(uri);
        },
        ...(counts && { changes: () => 0 }),
      };
      const context = { ...testContext({ families }), workspace: { folders, disk: noting } };
      const check = createChecker({ contextOf: () => context });
      const problems = Object.entries(texts).map(([path, text]) => {
        const uri = `file:///work/${encodeURIComponent(path)}`;
        return check({ uri, path, text: path === edited ? text.replace(/msg_\d+/, 'msg_1') : text }).problems;
      });
      return { asked, looks, said: problems.map(some => some.map(({ rule }) => rule)) };
    };

    /** A message of one run. */
    const message = (id: number, minute: number) =>
      JSON.stringify({
        id: `msg_${id}`,
        from: 'build',
        to: 'fix',
        timestamp: new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString(),
        context: { workflowId: 'w', project: 'p' },
        payload: { confidence: 1 },
      });
    /** Files of one message each, the last of which repeats the id of the first. */
    const messages = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`m ${index}.json`, message(index % (count - 1), index)]),
      );

    const empty = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.json`, '{}']));

    test.each([3, 40, 101])('of %i files each is read and judged once', count => {
      const { asked, looks, said } = checkedFolder(messages(count));
      expect(asked).toHaveLength(count);
      expect(new Set(asked).size).toBe(count);
      expect(looks).toBe(1);
      expect(said.flat().filter(rule => rule === 'agent-message/duplicate-id')).toHaveLength(1);
    });

    test.each<[string, Parameters<typeof checkedFolder>[0], string?]>([
      ['few files', messages(9)],
      ['a file that is edited in between', messages(9), 'm 4.json'],
      ['more files than are judged together', { ...messages(3), ...empty(99) }],
      ['a log among them', { ...messages(3), 'log.jsonl': `${CALL}\n${STRAY}\n${CALL}` }],
      ['a log beside files without an envelope', { 'a.json': '{}', 'log.jsonl': `${CALL}\n${STRAY}\n${CALL}` }],
      ['a byte order mark', { ...messages(3), 'mark.json': `\uFEFF${message(1, 9)}` }],
      ['a fault of syntax', { ...messages(3), 'fault.json': message(1, 9).slice(0, -1) }],
      ['an answer without its request', { 'a.json': CALL, 'b.json': STRAY, 'c.json': STRAY }],
    ])('has the same problems as file by file: %s', (_, texts, edited = '') => {
      expect(checkedFolder(texts, { edited }).said).toEqual(checkedFolder(texts, { edited, counts: false }).said);
      expect(checkedFolder(texts, { edited }).said.flat()).not.toEqual([]);
    });
  });

  test('read no siblings without an envelope', () => {
    const { folders } = memoryWorkspace();
    const never: Disk = {
      list: () => expect.unreachable(),
      text: () => expect.unreachable(),
      whenLoaded: () => undefined,
    };
    const context = { ...testContext(), workspace: { folders, disk: never } };
    const texts = { 'a.json': '{"a": 1}', 'a.jsonl': '{"a": 1}\n2', 'a.md': `\`\`\`jsonl\n${CALL}\n${CALL}\n\`\`\`` };
    for (const [name, text] of Object.entries(texts)) {
      const { analysis } = analyse(memoryFile(name, text), context);
      expect(withRunProblems(analysis, context)).toBe(analysis);
    }
  });

  test('a sibling log that has grown', () => {
    const results = `${STRAY.replace('zzzzzzzzzz', 'aaaaaaaaaa')}\n${STRAY}`;
    const seen = (calls: string) =>
      said(analyseWithRunRules('results.jsonl', results, { files: { 'grown.jsonl': calls } }));
    const before = `${CALL}\n`;
    expect(seen(before)).toEqual(['line 2 toolcall/result-without-call']);
    expect(seen(`${before}${CALL.replace('aaaaaaaaaa', 'zzzzzzzzzz')}\n`)).toEqual([]);
    expect(seen(before)).toEqual(['line 2 toolcall/result-without-call']);
  });

  test.each(['calls.ndjson', 'calls.NDJSON', 'calls.jsonl'])('a call may be told in %s', name => {
    const calls = CALL.replaceAll('aaaaaaaaaa', 'zzzzzzzzzz');
    const seen = (texts: Record<string, string>) =>
      said(analyseWithRunRules('a.jsonl', `${CALL}\n${STRAY}`, { files: texts }));
    expect(seen({ [name]: calls })).toEqual([]);
    expect(seen({ [`${name}.txt`]: calls })).toEqual(['line 2 toolcall/result-without-call']);
  });

  test('do not report missing envelopes unless all siblings can be read', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`z${index}.json`, '{}']));
    const log = `${CALL}\n${STRAY}`;
    expect(said(analyseWithRunRules('a.jsonl', log, { files: {} }))).toEqual(['line 2 toolcall/result-without-call']);
    expect(said(analyseWithRunRules('a.jsonl', log, { files: many }))).toEqual([]);
  });

  test('among many siblings, those of the same stem come first', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}.json`, '{}']));
    const request = '{"goal": "g", "task": "Find it", "metadata": {"trace_id": "a"}}';
    const response = '{"status": "success", "result": 1, "metadata": {"trace_id": "b"}, "trace": []}';
    const files = { ...many, 'z.request.json': request };
    expect(said(analyseWithRunRules('z.response.json', response, { files }))).toEqual([
      'root agent-io/response-of-another-trace',
    ]);
  });
});
