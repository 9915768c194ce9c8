import { stripComments } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import type { CodeActionContext } from 'vscode-languageserver-types';
import { codeActions, resolveCodeAction } from '../../../server/src/features/fixes/codeActions';
import type { Analysis } from '../../../server/src/model/analysis';
import type { Range } from '../../../server/src/model/text';
import { rangeOf } from '../../../server/src/parts/positions';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { envelopeIn, inEachFileKind } from '../../kit/inEachFileKind';
import { testContext } from '../../kit/testContext';

const call = (more: string) =>
  `{"call_id": "t_0123456789", "agent": "fin", "tool": "pay", "ts": "2026-06-01T10:00:00Z", "confirm_required": false, ${more}}`;
const message = (more: string) =>
  `{"id": "m", "timestamp": "2026-06-01T10:00:00Z", "from": "build", "to": "fix", "intent": "bug", "context": {"project": "p", "domain": "d", "priority": 1}, "payload": {"input": 12345678901234567890, "output": 1.0, "confidence": 0.95, "needsReview": false}${more}}`;
/** Over several lines, as people write it. */
const pretty = (json: string) =>
  json
    .replace(/^\{/, '{\n  ')
    .replace(/, (?="(?!project|domain|prior|out|confidence|need))/g, ',\n  ')
    .replace(/\}$/, '\n}');

const client = { opensDocs: false, takesSnippets: false, resolves: false, now: () => Date.UTC(2026, 5, 1, 10) };
const actions = (
  analysis: Analysis,
  range: Range,
  asked: Partial<CodeActionContext> = {},
  more: Partial<typeof client> = {},
) =>
  codeActions(analysis, range, {
    context: testContext(),
    client: { ...client, ...more },
    asked: { diagnostics: [], ...asked },
  });

interface Fixing {
  json: string;
  title: string;
  rule: string;
  /** What of the text is replaced by what; nothing else may differ. */
  was: string;
  is: string | RegExp;
}

const fixings: Fixing[] = [
  {
    json: message(', "handoff": "review"'),
    title: 'Put it into an object as "nextAgent"',
    rule: 'schema/type',
    was: '"review"',
    is: /\{\s*"nextAgent":\s*"review",\s*"instructions":\s*""\s*\}/,
  },
  {
    json: message(', "handoff": "Look at the quoting."'),
    title: 'Put it into an object as "instructions"',
    rule: 'schema/type',
    was: '"Look at the quoting."',
    is: /\{\s*"nextAgent":\s*"conductor",\s*"instructions":\s*"Look\s*at\s*the\s*quoting\."\s*\}/,
  },
  { json: call('"agrs": {}'), title: 'Rename to "args"', rule: 'schema/required', was: '"agrs"', is: '"args"' },
  {
    json: call('"args": {}, "extra": [1]'),
    title: 'Remove "extra"',
    rule: 'schema/additionalProperties',
    was: ', "extra": [1]',
    is: '',
  },
  {
    json: call('"args": {}').replace('"agent": "fin", ', ''),
    title: 'Add "agent"',
    rule: 'schema/required',
    was: '"tool"',
    is: '"agent": "comms", "tool"',
  },
  {
    json: message('').replace('"build"', '"biuld"'),
    title: 'Change to "build"',
    rule: 'agent-message/unknown-agent',
    was: '"biuld"',
    is: '"build"',
  },
  { json: message('').replace(':00Z', ':00'), title: 'Add Z, for UTC', rule: '', was: ':00"', is: ':00Z"' },
  {
    json: message(', "handof": {"nextAgent": "review", "instructions": "i"}'),
    title: 'Rename to "handoff"',
    rule: 'schema/unknown-property',
    was: '"handof"',
    is: '"handoff"',
  },
  {
    json: message('').replace('"priority": 1', '"priority": "1"'),
    title: 'Change to 1',
    rule: '',
    was: '"1"',
    is: '1',
  },
  {
    json: message('').replace('"project": "p"', '"project": 12345678901234567890'),
    title: 'Change to "12345678901234567000"',
    rule: 'schema/type',
    was: '"project": 12345678901234567890',
    is: '"project": "12345678901234567890"',
  },
  {
    json: message('').replace('"needsReview": false', '"needsReview": "true"'),
    title: 'Change to true',
    rule: 'schema/type',
    was: '"true"',
    is: 'true',
  },
  {
    json: message('').replace('"project": "p", ', '').replace('"id": "m"', '"id": "m", "project": "p"'),
    title: 'Move to "context"',
    rule: 'schema/unknown-property',
    was: '"project":"p","timestamp":"2026-06-01T10:00:00Z","from":"build","to":"fix","intent":"bug","context":{',
    is: '"timestamp":"2026-06-01T10:00:00Z","from":"build","to":"fix","intent":"bug","context":{"project":"p",',
  },
  {
    json: message(', "mood": "good"'),
    title: 'Remove "mood"',
    rule: 'schema/unknown-property',
    was: ', "mood": "good"',
    is: '',
  },
  {
    json: message('').replace('"confidence": 0.95', '"confidence": 95'),
    title: 'Change to 0.95',
    rule: 'schema/maximum',
    was: '95',
    is: '0.95',
  },
  {
    json: message('').replace('"confidence": 0.95', '"confidence": "97.5 %"'),
    title: 'Change to 0.975',
    rule: 'schema/type',
    was: '"97.5%"',
    is: '0.975',
  },
  {
    json: message('').replace('"needsReview": false', '"needsReview": "yes"'),
    title: 'Change to true',
    rule: 'schema/type',
    was: '"yes"',
    is: 'true',
  },
  {
    json: call('"args": {}').replace('false', '"No"'),
    title: 'Change to false',
    rule: 'schema/type',
    was: '"No"',
    is: 'false',
  },
  {
    json: call('"args": {}').replace('t_0123456789', 'T 1'),
    title: 'Write a new id',
    rule: 'schema/pattern',
    was: '"T1"',
    is: /"t_[a-z0-9]{10}"/,
  },
  {
    json: message('').replace('2026-06-01T10:00:00Z', '2024/01/15 10:30:00'),
    title: 'Change to "2024-01-15T10:30:00Z"',
    rule: 'schema/format',
    was: '"2024/01/15 10:30:00"',
    is: '"2024-01-15T10:30:00Z"',
  },
  {
    json: message('').replace('2026-06-01T10:00:00Z', '2024/13/15 10:30:00'),
    title: 'Insert the current time',
    rule: 'schema/format',
    was: '"2024/13/15 10:30:00"',
    is: '"2026-06-01T10:00:00Z"',
  },
  {
    json: message('').replace('2026-06-01T10:00:00Z', 'soon'),
    title: 'Insert the current time',
    rule: 'schema/format',
    was: '"soon"',
    is: '"2026-06-01T10:00:00Z"',
  },
];

const all = fixings.flatMap(one => [one, { ...one, json: pretty(one.json), was: one.was, is: one.is }]);

describe.each(all)('$title in $json', ({ json, title, rule, was, is }) => {
  test.each(inEachFileKind(`|${json}`))('$name', file => {
    const analysis = analyseText(file.name, file.text);
    const problem = problemsIn(analysis).find(({ fixes }) => fixes.some(fix => fix.title === title));
    if (!problem)
      throw new Error(
        `no such fix, but ${problemsIn(analysis).map(one => `${one.message} ${one.fixes.map(fix => fix.title)}`)}`,
      );
    if (rule) expect(problem.rule).toBe(rule);
    const range = rangeOf(problem.part, problem.span);
    const action = actions(analysis, range).find(one => one.title === title);
    const edits = action?.edit?.changes?.[analysis.file.uri] ?? [];
    const changed = applyEdits(file.text, edits);
    envelopeIn(file, changed);
    const left = problemsIn(analyseText(file.name, changed));
    expect(left.map(({ rule, message }) => [rule, message])).not.toContainEqual([problem.rule, problem.message]);
    expect(left.length).toBeLessThan(problemsIn(analysis).length);
    // Only white space and line prefixes may come with what is added.
    const bare = (text: string) => text.replace(/[\s>]/g, '');
    const parts = bare(file.text).split(bare(was));
    expect(parts).toHaveLength(2);
    if (typeof is === 'string') expect(bare(changed)).toBe(parts.join(bare(is)));
    else {
      expect(bare(changed).startsWith(parts[0] ?? '')).toBe(true);
      expect(bare(changed).slice(parts[0]?.length)).toMatch(is);
    }
    expect(changed.startsWith(file.text.slice(0, 5))).toBe(true);
    for (const one of edits) expect(one.range.end.line - one.range.start.line).toBeLessThanOrEqual(1);
  });
});

test('a property that is added stands on a line of its own where the others do, with their indentation', () => {
  const json = '{\n    "call_id": "t_0123456789",\n    "agent": "fin",\n    "tool": "pay",\n    "args": {}\n}';
  const quoted = `> \`\`\`json\n> ${json.replaceAll('\n', '\n> ')}\n> \`\`\``;
  const analysis = analyseText('a.md', quoted);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const action = actions(analysis, range).find(one => one.title === 'Add "confirm_required"');
  const changed = applyEdits(quoted, action?.edit?.changes?.[analysis.file.uri] ?? []);
  expect(changed).toBe(quoted.replace('"args": {}', '"args": {},\n>     "confirm_required": true'));
});

test.each([
  ['{\n  "mood": 1,\n  "call_id"', '{\n  "call_id"'],
  ['{ "mood": 1, "call_id"', '{ "call_id"'],
  ['{"mood": 1, "call_id"', '{"call_id"'],
])('the first property goes, and not what is before it: %j', (before, after) => {
  const text = call('"args": {}').replace('{"call_id"', before);
  const analysis = analyseText('a.json', text);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const action = actions(analysis, range).find(one => one.title === 'Remove "mood"');
  expect(applyEdits(text, action?.edit?.changes?.[analysis.file.uri] ?? [])).toBe(text.replace(before, after));
});

test.each([
  '{\n  // one\n  "a": 1, // a, b\n  // two\n  "mood": 2, // three\n  "ts": "x"\n}',
  '{\n  // one, two\n  "a": 1 /* a, b */, // three\n  "mood": 2 // four\n}',
])('a property goes with its own comma beside comments: %j', before => {
  const text = before.replace(
    /"a"/,
    '"call_id": "t_0123456789", "agent": "fin", "tool": "pay", "args": {}, "deadline_ms"',
  );
  const analysis = analyseText('a.jsonc', text);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const action = actions(analysis, range).find(one => one.title === 'Remove "mood"');
  const after = applyEdits(text, action?.edit?.changes?.[analysis.file.uri] ?? []);
  expect(after.match(/\/\/.*|\/\*.*?\*\//g)).toEqual(text.match(/\/\/.*|\/\*.*?\*\//g));
  const { mood: _, ...others } = JSON.parse(stripComments(text));
  expect(JSON.parse(stripComments(after))).toEqual(others);
});

test('an action knows the problem it mends as the diagnostics say it, and only where it is', () => {
  const text = message('').replace('"build"', '"biuld"');
  const analysis = analyseText('a.json', text);
  const at = (character: number) => ({ start: { line: 0, character }, end: { line: 0, character } });
  const [action] = actions(analysis, at(text.indexOf('biuld')));
  expect(action?.diagnostics?.[0]).toMatchObject({ code: 'agent-message/unknown-agent', source: 'agent-envelopes' });
  expect(action?.diagnostics?.[0]).not.toHaveProperty('codeDescription');
  // It may be an agent that nobody told us of.
  expect(action?.isPreferred).toBe(false);
  expect(actions(analysis, at(2))).toEqual([]);
});

const request = (more: string) => `{"goal": "g", "task": "Find x", ${more}}`;

describe('an unknown property goes where the protocol has it', () => {
  const movedIn = (text: string, title: string) => {
    const analysis = analyseText('a.jsonc', text, { association: 'agent-io/request' });
    const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const action = actions(analysis, all).find(one => one.title === title);
    return action && applyEdits(text, action.edit?.changes?.[analysis.file.uri] ?? []);
  };

  test.each([
    ['into an object that is there', '"metadata": {}, "trace_id": "t"', '"metadata": {"trace_id": "t"}'],
    ['into an object that is made for it', '"trace_id": "t-1"', '"metadata": {"trace_id": "t-1"}'],
    [
      'with its digits',
      '"metadata": {"trace_id": "t"}, "timeout_seconds": 1.50',
      '"metadata": {"trace_id": "t", "timeout_seconds": 1.50}',
    ],
  ])('%s', (_, before, after) => {
    expect(movedIn(request(before), 'Move to "metadata"')).toBe(request(after));
  });

  test('with its lines', () => {
    const before =
      '{\n  "goal": "g",\n  "task": "Find x",\n  "tags": {\n    "team": "travel"\n  },\n  "metadata": {\n    "trace_id": "t"\n  }\n}';
    const after =
      '{\n  "goal": "g",\n  "task": "Find x",\n  "metadata": {\n    "trace_id": "t",\n    "tags": {\n      "team": "travel"\n    }\n  }\n}';
    expect(movedIn(before, 'Move to "metadata"')).toBe(after);
  });

  test('as the only property that an object has', () => {
    expect(movedIn('{ "trace_id": "t" }', 'Move to "metadata"')).toMatch(
      /^\{\s*"metadata": \{\s*"trace_id": "t"\s*\}\s*\}$/,
    );
  });

  test.each([
    ['where it is taken', request('"metadata": {"trace_id": "t"}, "trace_id": "u"')],
    ['where it is of another type', request('"metadata": {}, "trace_id": {}')],
    ['where something else stands', request('"metadata": 1, "trace_id": "t"')],
    ['beside a comment', request('"metadata": {}, /* of the run */ "trace_id": /* as given */ "t"')],
  ])('not %s', (_, text) => {
    expect(movedIn(text, 'Move to "metadata"')).toBeUndefined();
  });
});

describe('what is asked for', () => {
  const text = message(', "issues": []')
    .replace(':00Z', ':00')
    .replace('"id": "m", ', '')
    .replace('"from": "build", "to": "fix"', '"to": "fix", "from": "build"')
    .replace('"priority": 1', '"priority": "1"');
  const whole = { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } };
  const kindsOf = (asked: Partial<CodeActionContext>) => [
    ...new Set(actions(analyseText('a.json', text), whole, asked).map(({ kind }) => kind)),
  ];

  test.each<[string[] | undefined, string[]]>([
    [undefined, ['quickfix', 'refactor.rewrite.agentEnvelopes.sort']],
    [['quickfix'], ['quickfix']],
    [['refactor'], ['refactor.rewrite.agentEnvelopes.sort']],
    [['source'], ['source.fixAll.agentEnvelopes', 'source.sortProperties.agentEnvelopes']],
    [['source.fixAll'], ['source.fixAll.agentEnvelopes']],
    [['source.fixAll.agentEnvelopes'], ['source.fixAll.agentEnvelopes']],
    [['source.fixAll.eslint'], []],
    [['source.fix'], []],
    [['source.organizeImports'], []],
  ])('%j', (only, kinds) => {
    expect(kindsOf(only ? { only } : {})).toEqual(kinds);
  });

  test('nothing but fixes, where the cursor only moves', () => {
    expect(kindsOf({ triggerKind: 2 })).toEqual(['quickfix']);
  });

  test('the problems that the client speaks of, where it speaks of ours', () => {
    const analysis = analyseText('a.json', text);
    const titles = (asked: Partial<CodeActionContext>) =>
      actions(analysis, whole, { only: ['quickfix'], ...asked }).map(one => one.title);
    const [one] = actions(analysis, whole).find(({ title }) => title === 'Change to 1')?.diagnostics ?? [];
    expect(titles({})).toContain('Add Z, for UTC');
    expect(titles({ diagnostics: one ? [one] : [] })).toEqual(['Change to 1']);
    expect(titles({ diagnostics: one ? [{ ...one, source: 'json' }] : [] })).toContain('Add Z, for UTC');
  });

  test('all of a file at once, with what is certain alone', () => {
    const [action, ...others] = actions(analyseText('a.json', text), whole, { only: ['source.fixAll'] });
    expect(others).toEqual([]);
    expect(applyEdits(text, action?.edit?.changes?.['file:///work/a.json'] ?? [])).toBe(
      text.replace(':00"', ':00Z"').replace('"1"', '1'),
    );
    expect(actions(analyseText('a.json', message('')), whole, { only: ['source.fixAll'] })).toEqual([]);
  });
});

describe('the same problem all over the file', () => {
  const line = message('').replace('1}', '"1"}');
  const text = `${line}\n${message('')}\n${line}\n`;
  const first = {
    start: { line: 0, character: line.indexOf('"1"') },
    end: { line: 0, character: line.indexOf('"1"') },
  };
  const title = 'Fix all 2 of schema/enum in this file';

  test('is fixed at once', () => {
    const action = actions(analyseText('a.jsonl', text), first).find(one => one.title === title);
    expect(applyEdits(text, action?.edit?.changes?.['file:///work/a.jsonl'] ?? [])).toBe(text.replaceAll('"1"', '1'));
    expect(action?.isPreferred).not.toBe(true);
    expect(actions(analyseText('a.jsonl', line), first).map(one => one.title)).not.toContain(
      expect.stringContaining('Fix all'),
    );
  });

  test('later, where the client can ask for it then', () => {
    const analysis = analyseText('a.jsonl', text);
    const action = actions(analysis, first, {}, { resolves: true }).find(one => one.title === title);
    if (!action) throw new Error('no action');
    expect(action.edit).toBeUndefined();
    const sent = JSON.parse(JSON.stringify(action));
    const resolved = resolveCodeAction(sent, sent.data, analysis, testContext());
    expect(applyEdits(text, resolved.edit?.changes?.['file:///work/a.jsonl'] ?? [])).toBe(text.replaceAll('"1"', '1'));
  });
});

test('the one fix that is certain is the preferred one', () => {
  const text = message('')
    .replace(':00Z', ':00')
    .replace('"build"', '"biuld"')
    .replace('"needsReview"', '"needs_review"');
  const all = { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } };
  const preferred = actions(analyseText('a.json', text), all).filter(one => one.isPreferred);
  expect(preferred.map(({ title }) => title)).toEqual(['Add Z, for UTC', 'Rename to "needsReview"']);
});
