import { describe, expect, test } from 'vitest';
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { workspaceScope } from '../../../server/src/features/symbols/featureScope';
import { nameAt } from '../../../server/src/features/symbols/findNames';
import { rename } from '../../../server/src/features/symbols/rename';
import type { SymbolName } from '../../../server/src/model/symbol';
import { asked } from '../drawnFeature';
import { build, counts, refusal, renamed } from './renamed';
import { FILES, pathOf, searchIn } from './searchedWorkspace';

function nameIn(path: string, at: string, files = FILES): SymbolName {
  const { analysis, position } = asked(path, at, files);
  const found = nameAt(analysis, position);
  if (!found) throw new Error(`no name at ${at}`);
  return found.name;
}

test('an agent in a message, a log, a registry, a copy of it and a fenced block', () => {
  const before = counts(build, FILES);
  expect(Object.keys(before)).toHaveLength(5);
  const after = renamed(build, 'builder-2');
  expect(counts({ kind: 'agent', text: 'builder-2' }, after)).toEqual(before);
  expect(counts(build, after)).toEqual({});
  // Prose stays, and so does what only looks alike.
  expect(after['specs/005/.workflow/index.md']).toContain('| `builder-2` |');
  expect(after['specs/005/.workflow/index.md']).toContain('| 2026-06-11 | builder-2 | build it | as build says |');
  expect(after['specs/005/.workflow/index.md']).toContain(
    '### From builder-2\n\n- build is done\n- Ready for: builder-2',
  );
  expect(after['specs/005/.workflow/plan.return.json']).toContain('### From builder-2\\n\\n- build is done');
  expect(after['docs/notes.md']).toContain('The agent build of wf_1 wrote');
  expect(after['docs/notes.md']).toContain('>     "from": "builder-2"');
  expect(after['messages/later.jsonl']?.split('\n')).toHaveLength(
    FILES['messages/later.jsonl']?.split('\n').length ?? 0,
  );
  expect(after['messages/first.json']).toContain('go on, build"');
});

test.each<[string, string, string, Record<string, number>]>([
  [
    'messages/later.jsonl',
    '"wf¦_1"',
    'wf_one',
    { 'messages/first.json': 1, 'messages/later.jsonl': 3, 'docs/notes.md': 1 },
  ],
  ['tools/results.jsonl', '"t_000¦0000001"', 't_abcdefghij', { 'tools/calls.jsonl': 1, 'tools/results.jsonl': 1 }],
  ['io/events.jsonl', '"trip¦-7"', 'trip "8"', { 'io/events.jsonl': 3, 'io/plan.request.json': 1 }],
  ['messages/later.jsonl', '"cp¦_1"', 'cp\\1', { 'messages/later.jsonl': 1 }],
  ['messages/later.jsonl', '"ms¦g_2"', 'été 💥', { 'messages/later.jsonl': 1 }],
  ['tools/calls.jsonl', '"snoo¦ze"', 'nap', { 'tools/catalogue.json': 1, 'tools/calls.jsonl': 1 }],
  [
    'specs/005/.workflow/index.md',
    'ID**: 005¦-invites',
    '006-invites',
    {
      'specs/005/.workflow/index.md': 1,
      'specs/005/.workflow/plan.input.json': 1,
      'specs/005/.workflow/plan.return.json': 1,
    },
  ],
])('%s at %s to %s', (path, at, to, files) => {
  const name = nameIn(path, at);
  const { of: _, ...bare } = name;
  expect(counts({ ...bare, text: to }, renamed(name, to))).toEqual(files);
});

test.each<[string, string, string]>([
  ['"pr\\xFCfer"', 'checker', 'checker'],
  ['"\\x70r\\u00fcfer" # who', 'checker', 'checker # who'],
  ["'prüfer'", 'checker', "'checker'"],
  ['>-\n    prüfer', 'checker', 'checker'],
  ['|-\n    prüfer', 'no', '"no"'],
])('in YAML as %j to %s', (written, to, wanted) => {
  const yaml = (name: string) =>
    `id: msg_2\nfrom: conductor\nto: ${name}\nintent: idea\npayload:\n  confidence: 0.9\n  needsReview: false\n`;
  const files = { 'a.yaml': yaml(written) };
  const name: SymbolName = { kind: 'agent', text: 'prüfer' };
  expect(counts(name, files)).toEqual({ 'a.yaml': 1 });
  expect(renamed(name, to, files)).toEqual({ 'a.yaml': yaml(wanted) });
});

describe('says why not', () => {
  test.each<[SymbolName, string, string]>([
    [build, ' ', "A name can't be empty."],
    [build, 'a\nb', 'A name has no line breaks and no control characters.'],
    [build, 'a\u202eb', 'A name has no line breaks and no control characters.'],
    [build, '{agent}', "`{agent}` can't be a name: it is too long, or a placeholder."],
    [build, 'x'.repeat(10_000), `\`${'x'.repeat(58)}…\` can't be a name: it is too long, or a placeholder.`],
    [build, 'build', '`build` is the name already.'],
    [build, 'fix', '`fix` is already used in `later.jsonl`.'],
    [build, 'a b', '`a b` is not allowed in `index.md`: it must be one word of letters, digits, dots and dashes.'],
    [build, '`a`', '`` `a` `` is not allowed in `index.md`: it would be read as Markdown.'],
    [
      build,
      'x'.repeat(90),
      `\`${'x'.repeat(58)}…\` is not allowed in \`index.md\`: it must have at most 80 characters.`,
    ],
    [{ kind: 'agent', text: 'other' }, 'a|b', "`a|b` can't be a name: it is too long, or a placeholder."],
    [{ kind: 'message', text: 'msg_1' }, 'msg_2', '`msg_2` is already used in `later.jsonl`.'],
    [
      { kind: 'call', text: 't_0000000001' },
      'call-1',
      '`call-1` is not allowed in `calls.jsonl`: it must be t_ followed by ten lower-case letters or digits.',
    ],
    [
      { kind: 'tool', text: 'snooze', of: 'calendar' },
      'suggest_slots',
      '`suggest_slots` is already used in `catalogue.json`.',
    ],
  ])('%j to %j', (name, to, refused) => expect(refusal(name, to)).toBe(refused));

  test('an agent that a protocol names for good', () => {
    expect(refusal({ kind: 'agent', text: 'calendar' }, 'diary')).toMatch(
      /^`diary` is not allowed in `\w+\.jsonl?`: it must be one of /,
    );
  });

  test('a file that is too large, but only where the name stands in it', () => {
    const sizes = { 'messages/later.jsonl': 60e6 };
    expect(refusal(build, 'x', FILES, { sizes })).toBe(
      '`build` occurs in `later.jsonl`, which is too large to be edited.',
    );
    expect(refusal({ kind: 'trace', text: 'trip-7' }, 'x', FILES, { sizes })).toBe('renamed');
  });
});

test('one spelling for two that differ in case', () => {
  const files = { ...FILES, 'messages/case.json': FILES['messages/first.json']?.replace('"build"', '"Build"') ?? '' };
  const after = renamed({ kind: 'agent', text: 'Build' }, 'build', files);
  expect(after['messages/case.json']).toBe(FILES['messages/first.json']);
});

test('a tool may have the name of one of another agent', () => {
  const after = renamed({ kind: 'tool', text: 'suggest_slots', of: 'calendar' }, 'snooze_all');
  expect(counts({ kind: 'tool', text: 'snooze_all', of: 'calendar' }, after)).toEqual({
    'tools/calls.jsonl': 1,
    'tools/catalogue.json': 1,
  });
});

test('a writer that escapes all but ASCII goes on to', () => {
  const text = (FILES['messages/first.json'] ?? '').replace('"build"', '"caf\\u00e9"');
  const after = renamed({ kind: 'agent', text: 'café' }, 'thé', { 'a.json': `${text}` });
  expect(after['a.json']).toContain('"nextAgent": "caf\\u00e9"'.replace('caf', 'th'));
});

test('changes are said what they are, and what may be another is to be confirmed', () => {
  const event =
    '{"event":"tool_call_start","trace_id":"t","timestamp":"2026-06-15T06:00:00Z","details":{"tool":"snooze"},"status":"pending"}';
  const search = searchIn({ ...FILES, 'io/more.jsonl': event });
  const result = rename({ kind: 'tool', text: 'snooze', of: 'calendar' }, 'nap', workspaceScope(search), {
    annotates: true,
  });
  const { changeAnnotations = {}, documentChanges = [] } = result as WorkspaceEdit;
  const confirmed = documentChanges.flatMap(change =>
    'edits' in change
      ? change.edits.map(edit => {
          const { annotationId = '' } = edit as TextEdit & { annotationId?: string };
          return [pathOf(change.textDocument.uri), changeAnnotations[annotationId]?.needsConfirmation];
        })
      : [],
  );
  expect(confirmed.sort()).toEqual([
    ['io/more.jsonl', true],
    ['tools/calls.jsonl', false],
    ['tools/catalogue.json', false],
  ]);
});

test('what the editor offers to change is the name, without quotes and escapes', () => {
  const files = { 'a.json': (FILES['messages/first.json'] ?? '').replace('"build"', '"b\\"u"') };
  const { analysis, position } = asked('a.json', '"b\\¦"u"', files);
  const { name, range } = nameAt(analysis, position) ?? {};
  expect(name?.text).toBe('b"u');
  expect(range && range.end.character - range.start.character).toBe(4);
  const beside = asked('a.json', '"next¦Agent"', files);
  expect(nameAt(beside.analysis, beside.position)).toBeUndefined();
});
