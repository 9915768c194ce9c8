import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { authoringFamilies as ownFamilies } from '../../../server/src/families/authoringFamilies';
import type { Disk } from '../../../server/src/model/disk';
import type { Severity } from '../../../server/src/model/schema';
import { defineRunRule } from '../../../server/src/rules/defineRule';
import { withRunProblems } from '../../../server/src/runs/runRules/withRunProblems';
import { atPointer } from '../../../server/src/text/pointer';
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
