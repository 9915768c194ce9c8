import { describe, expect, test } from 'vitest';
import type { CodeActionContext } from 'vscode-languageserver-types';
import { codeActions } from '../../server/src/features/codeActions';
import type { Analysis } from '../../server/src/model/analysis';
import type { Range } from '../../server/src/model/text';
import { rangeOf } from '../../server/src/parts/place';
import { analysed, problemsIn } from '../kit/analysed';
import { applied } from '../kit/applied';
import { contextOf } from '../kit/context';
import { envelopeIn, inEachFile } from '../kit/inEachFile';

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
    context: contextOf(),
    client: { ...client, ...more },
    asked: { diagnostics: [], ...asked },
  });

interface Fixing {
  json: string;
  title: string;
  rule: string;
  /** What of the text is replaced by what; nothing else may differ. */
  was: string;
  is: string;
}

const fixings: Fixing[] = [
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
];

const all = fixings.flatMap(one => [one, { ...one, json: pretty(one.json), was: one.was, is: one.is }]);

describe.each(all)('$title in $json', ({ json, title, rule, was, is }) => {
  test.each(inEachFile(`|${json}`))('$name', file => {
    const analysis = analysed(file.name, file.text);
    const problem = problemsIn(analysis).find(({ fixes }) => fixes.some(fix => fix.title === title));
    if (!problem)
      throw new Error(
        `no such fix, but ${problemsIn(analysis).map(one => `${one.message} ${one.fixes.map(fix => fix.title)}`)}`,
      );
    if (rule) expect(problem.rule).toBe(rule);
    const range = rangeOf(problem.part, problem.span);
    const action = actions(analysis, range).find(one => one.title === title);
    const edits = action?.edit?.changes?.[analysis.file.uri] ?? [];
    const changed = applied(file.text, edits);
    envelopeIn(file, changed);
    const left = problemsIn(analysed(file.name, changed));
    expect(left.map(({ rule, message }) => [rule, message])).not.toContainEqual([problem.rule, problem.message]);
    expect(left.length).toBeLessThan(problemsIn(analysis).length);
    // Only white space and line prefixes may come with what is added.
    const bare = (text: string) => text.replace(/[\s>]/g, '');
    expect(bare(changed)).toBe(bare(file.text).replace(bare(was), bare(is)));
    expect(changed.startsWith(file.text.slice(0, 5))).toBe(true);
    for (const one of edits) expect(one.range.end.line - one.range.start.line).toBeLessThanOrEqual(1);
  });
});

test('a property that is added stands on a line of its own where the others do, with their indentation', () => {
  const json = '{\n    "call_id": "t_0123456789",\n    "agent": "fin",\n    "tool": "pay",\n    "args": {}\n}';
  const quoted = `> \`\`\`json\n> ${json.replaceAll('\n', '\n> ')}\n> \`\`\``;
  const analysis = analysed('a.md', quoted);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const action = actions(analysis, range).find(one => one.title === 'Add "confirm_required"');
  const changed = applied(quoted, action?.edit?.changes?.[analysis.file.uri] ?? []);
  expect(changed).toBe(quoted.replace('"args": {}', '"args": {},\n>     "confirm_required": false'));
});

test('an action knows the problem it mends as the diagnostics say it, and only where it is', () => {
  const text = message('').replace('"build"', '"biuld"');
  const analysis = analysed('a.json', text);
  const at = (character: number) => ({ start: { line: 0, character }, end: { line: 0, character } });
  const [action] = actions(analysis, at(text.indexOf('biuld')));
  expect(action?.diagnostics?.[0]).toMatchObject({ code: 'agent-message/unknown-agent', source: 'agent-envelopes' });
  expect(action?.diagnostics?.[0]).not.toHaveProperty('codeDescription');
  // It may be an agent that nobody told us of.
  expect(action?.isPreferred).toBe(false);
  expect(actions(analysis, at(2))).toEqual([]);
});
