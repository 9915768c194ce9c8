import { describe, expect, test } from 'vitest';
import { certainFix, fixAll } from '../../../server/src/features/fixes/fixAll';
import type { FixPlan, Rule } from '../../../server/src/model/rule';
import { defineRule } from '../../../server/src/rules/defineRule';
import { atPointer } from '../../../server/src/text/jsonPointer';
import { applyChanges } from '../../../server/src/text/lines';
import { analyseText, memoryFile, problemsIn } from '../../kit/analyseText';
import { type TestSettings, testContext } from '../../kit/testContext';

const SCHEMA = '"$schema": "agent-envelopes:/agent-protocol/output.schema.json"';
const fixedText = (name: string, text: string, settings: TestSettings & { rule?: string } = {}) => {
  const { rule, ...more } = settings;
  const analysis = analyseText(name, text, more);
  const { changes, applied: done, file } = fixAll(analysis.file, testContext(more), rule === undefined ? {} : { rule });
  const after = applyChanges(text, changes, file.eol);
  return { after, done: done.map(({ rule, title }) => `${rule}: ${title}`) };
};

describe('what is done unasked', () => {
  test.each<[string, string, TestSettings?]>([
    [
      '{"status": "sucess", "result": 1, "error": null, "metadata": {"trace_id": "t"}}',
      '{"status": "success", "result": 1, "error": null, "metadata": {"trace_id": "t"}}',
    ],
    [
      `{${SCHEMA}, "succes": true, "summary": "x", "artifacts": [], "recommendation": "proceed"}`,
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed"}`,
    ],
    [
      `{${SCHEMA}, "success": "true", "summary": "x", "artifacts": [], "next_recommendation": "proceed"}`,
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed"}`,
    ],
    [
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "notes": null, "recommendation": "proceed", "state_updates": {}}`,
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed"}`,
    ],
    [
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "timestamp": "2026-06-01 12:00:00.5"}',
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "timestamp": "2026-06-01T12:00:00.5Z"}',
    ],
    [
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [{"path": "/work/a.md", "operation": "update", "content": "x"}], "recommendation": "proceed"}`,
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [{"path": "a.md", "operation": "update", "content": "x"}], "recommendation": "proceed"}`,
      { files: { 'a.md': 'y' } },
    ],
  ])('%s', (text, after, settings = {}) => {
    expect(fixedText('out/a.json', text, settings).after).toBe(after);
    expect(fixedText('out/a.json', after, settings)).toEqual({ after, done: [] });
  });
});

describe('what is not', () => {
  test.each<[string, string, TestSettings?]>([
    [
      'updates that say something',
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "state_updates": {"a": 1}, "recommendation": "proceed"}`,
    ],
    [
      'one of two that differ',
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "next_recommendation": "retry", "recommendation": "proceed"}`,
    ],
    [
      'one of several words',
      `{${SCHEMA}, "success": false, "summary": "x", "artifacts": [], "recommendation": "proceed"}`,
    ],
    ['what is missing', `{${SCHEMA}, "success": true, "summary": "x", "artifacts": []}`],
    [
      'an agent that may be one of yours',
      '{"id": "m", "timestamp": "2026-06-01T10:00:00Z", "from": "biuld", "to": "fix", "intent": "bug", "context": {"project": "p", "domain": "d", "priority": 1}, "payload": {"input": 1, "output": 1, "confidence": 0.95, "needsReview": false}}',
    ],
    [
      'a path of another root',
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [{"path": "/home/ann/a.md", "operation": "update", "content": "x"}], "recommendation": "proceed"}`,
      { files: ['a.md'] },
    ],
    [
      'a slip that would bring up another problem',
      '{"status": "eror", "result": 1, "error": null, "metadata": {"trace_id": "t"}}',
    ],
    [
      'two slips for one name',
      `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed", "note": ["a"]}`,
    ],
  ])('%s', (_, text, settings = {}) => {
    const { after, done } = fixedText('out/a.json', text, settings);
    expect([after, done]).toEqual([text, []]);
    expect(problemsIn(analyseText('out/a.json', text, settings)).length).toBeGreaterThan(0);
  });
});

test('a zone only where no other is near', () => {
  const time = (at: string) =>
    `{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "timestamp": "${at}"}`;
  const zones = (name: string, text: string) => fixedText(name, text).done.filter(one => /without-zone/.test(one));
  expect(zones('a.json', time('2026-06-01T12:00:00'))).toHaveLength(1);
  expect(zones('a.jsonl', `${time('2026-06-01T12:00:00')}\n${time('2026-06-01T12:00:00+02:00')}\n`)).toEqual([]);
});

test('of two slips of one name only one becomes it', () => {
  const text = `{${SCHEMA}, "succes": true, "sucess": false, "summary": "x", "artifacts": [], "recommendation": "proceed"}`;
  const { after } = fixedText('a.json', text);
  expect(Object.keys(JSON.parse(after))).toHaveLength(6);
  expect(after.match(/"success"/g)).toHaveLength(1);
});

test('one rule alone', () => {
  const text = `{${SCHEMA}, "success": "true", "summary": "x", "artifacts": [], "next_recommendation": "proceed"}`;
  expect(fixedText('a.json', text, { rule: 'agent-protocol/superseded' })).toEqual({
    after: text.replace('next_recommendation', 'recommendation'),
    done: ['agent-protocol/superseded: Rename to "recommendation"'],
  });
});

test('all lines of a log, each by what differs in it; the others and broken ones stay', () => {
  const line = `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "next_recommendation": "proceed"}`;
  const text = ['', line, '{"torn', '42', line, ''].join('\r\n');
  const analysis = analyseText('a.jsonl', text);
  const { changes } = fixAll(analysis.file, testContext());
  expect(changes.map(({ range, text: written }) => [range.start.line, range.end.line, written])).toEqual([
    [1, 1, ''],
    [4, 4, ''],
  ]);
  expect(applyChanges(text, changes, '\r\n')).toBe(text.replaceAll('next_', ''));
});

test('a registry; of the examples in blocks around it, in quotes and lists, what is asked for', () => {
  const json = `{ ${SCHEMA}, "success": true,\n  "summary": "x", "artifacts": [],\n  "notes": null,\n  "next_recommendation": "proceed" }`;
  const block = (prefix: string) => `\`\`\`json\n${json}\n\`\`\``.replace(/^/gm, prefix);
  const registry =
    '# Feature Index: 005\n\n## Metadata\n\n- **Feature ID**: 005\n- **Branch**: b\n- **Created**: 2026/1/2\n\n## Workflow Status\n\n| Workflow | Status | Timestamp | Last Run |\n|---|---|---|---|\n| specify | Completd | - | - |\n';
  const text = `${registry}\n${block('> ')}\n\n- item\n\n${block('  ')}\n`;
  const unasked = fixedText('specs/005/index.md', text).after;
  expect(unasked).toContain('**Created**: 2026-01-02');
  expect(unasked.slice(unasked.indexOf('> ```'))).toBe(text.slice(text.indexOf('> ```')));
  expect(fixedText('specs/005/index.md', unasked)).toEqual({ after: unasked, done: [] });
  const { after } = fixedText('specs/005/index.md', unasked, { rule: 'agent-protocol/superseded' });
  expect(after).not.toContain('next_recommendation');
  expect(after).toContain('>   "notes": null,\n>   "recommendation": "proceed" }');
});

test('a zone that tells whose clock another time is of stays', () => {
  const mixed =
    '{"status": "success", "result": 1, "trace": [{"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-15T11:00:00+02:00", "details": {}, "status": "success"}], "metadata": {"trace_id": "t"}, "timestamp": "2026-06-15T11:00:02"}';
  expect(fixedText('a.json', mixed).done).toEqual([]);
  expect(fixedText('a.json', mixed.replace('11:00:02', '11:00:02+02:00')).done).toHaveLength(2);
});

test('what has a certain fix has one alone', () => {
  const fixes = [
    { title: 'a', do: 'remove', path: ['a'], certain: true },
    { title: 'b', do: 'remove', path: ['b'], certain: true },
  ] as const;
  expect(certainFix({ fixes })).toBeUndefined();
  expect(certainFix({ fixes: fixes.slice(1) })).toBe(fixes[1]);
});

test('a key that stands twice goes where both say the same, digit by digit', () => {
  const at = (...members: string[]) =>
    `{${SCHEMA}, "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed", ${members.join(', ')}}`;
  const same = at('"trace": {"n": 12345678901234567890}', '"trace": {"n": 12345678901234567890}');
  const other = at('"trace": {"n": 12345678901234567890}', '"trace": {"n": 12345678901234567891}');
  expect(fixedText('a.json', same).after).toBe(at('"trace": {"n": 12345678901234567890}'));
  expect(fixedText('a.json', other).after).toBe(other);
});

describe('a step is kept only where less is wrong after it', () => {
  const summary = (value: unknown) => String(atPointer(value, '/summary') ?? '');
  /** A rule against a word of the summary, found a number of times, whose fix writes another word. */
  const against = (word: string, times: number, fixed?: string) =>
    defineRule({
      id: `agent-protocol/no-${word}`,
      severity: 'warning',
      check({ value }, report) {
        if (!summary(value).startsWith(word)) return;
        const fixes = fixed === undefined ? [] : [set(fixed)];
        for (let time = 0; time < times; time++) report({ path: ['summary'], message: `${word} ${time}`, fixes });
      },
    });
  const set = (value: string, property = 'summary'): FixPlan => ({
    title: `Write ${value}`,
    do: 'set',
    path: [property],
    value,
    certain: true,
  });

  test.each<[string, string, Rule[]]>([
    ['the same problem is there again', 'a', [against('a', 1, 'a ')]],
    ['another problem takes its place', 'a', [against('a', 1, 'b'), against('b', 1)]],
    ['another rule has more to say, though in all less is said', 'a', [against('a', 2, 'b'), against('b', 1)]],
    ['nothing else comes up', 'c', [against('a', 1, 'c'), against('b', 1)]],
  ])('%s', (_, expected, rules) => {
    const { families, ...rest } = testContext();
    const context = {
      ...rest,
      families: families.map(family => (family.id === 'agent-protocol' ? { ...family, rules } : family)),
    };
    const text = `{${SCHEMA}, "success": true, "summary": "a", "artifacts": [], "recommendation": "proceed"}`;
    const { changes, file } = fixAll(memoryFile('a.json', text), context);
    expect(JSON.parse(applyChanges(text, changes, file.eol))).toMatchObject({ summary: expected });
  });

  test('a fix that mends nothing is left out, though those beside it mend', () => {
    const rule = (id: string, property: string, fixed: string) =>
      defineRule({
        id: `agent-protocol/${id}`,
        severity: 'warning',
        check({ value }, report) {
          const found = String(atPointer(value, `/${property}`));
          if (found.startsWith('a')) report({ path: [property], message: id, fixes: [set(fixed, property)] });
        },
      });
    const rules = [rule('mends', 'summary', 'b'), rule('mends-nothing', 'error', 'a ')];
    const { families, ...rest } = testContext();
    const context = {
      ...rest,
      families: families.map(family => (family.id === 'agent-protocol' ? { ...family, rules } : family)),
    };
    const text = `{${SCHEMA}, "success": true, "summary": "a", "artifacts": [], "recommendation": "proceed", "error": "a"}`;
    const { changes, file } = fixAll(memoryFile('a.json', text), context);
    expect(JSON.parse(applyChanges(text, changes, file.eol))).toMatchObject({ summary: 'b', error: 'a' });
  });
});
