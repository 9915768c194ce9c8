import { describe, expect, test } from 'vitest';
import { documentText } from '../../../server/src/features/associationEdit';
import { toOneLine } from '../../../server/src/features/formatting';
import { arrayToLog, logToArray, prettyJson } from '../../../server/src/features/refactorings/refactorings';
import { analyseText, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { envelopeIn, fileWithCursor, inEachFileKind } from '../../kit/inEachFileKind';
import { filesAfter, refactoringAt, refactoringsAt, saidAfter } from './refactored';

const artifactReturn = `{
  "success": true|,
  "artifacts": [{"path": "a.md", "operation": "overwrite", "content": "# A\\n"}],
  "state_updates": {"document_availability": {"a.md": "present"}, "count": 1.0},
  "next_recommendation": "proceed"
}`;

describe('an envelope is replaced where it stands', () => {
  test.each(inEachFileKind(artifactReturn))('in $name', file => {
    const files = { [file.name]: file.text, 'a.md': '' };
    const action = refactoringAt(files, 'Convert to an agent output', { path: file.name, position: file.position });
    expect(action.kind).toBe('refactor.rewrite.agentEnvelopes');
    expect(action.title).toMatch(/ \(2 notes\)$/);
    const after = filesAfter(files, action.edit ?? {})[file.name] ?? '';
    expect(envelopeIn(file, after)).toEqual({
      success: true,
      summary: 'Done.',
      artifacts: [{ path: 'a.md', operation: 'update', content: '# A\n' }],
      notes: ['state_updates.document_availability: {"a.md":"present"}', 'state_updates.count: 1.0'],
      recommendation: 'proceed',
    });
    expect(problemsIn(analyseText(file.name, after)).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(saidAfter(action)).toContain('there is no registry to write them to');
  });

  test('with the layout of the file, and what stood on one line on one', () => {
    const text =
      '{\n\t"success": true,\n\t"artifacts": [{"path":"a.md","operation":"create","content":""}],\n\t"state_updates": {},\n\t"next_recommendation": "retry",\n\t"n": {"a":1.50}\n}\n';
    const action = refactoringAt({ 'a.json': text }, 'Convert to an agent output', { path: 'a.json' });
    expect(filesAfter({ 'a.json': text }, action.edit ?? {})['a.json']).toBe(
      '{\n\t"success": true,\n\t"summary": "Done.",\n\t"artifacts": [\n\t\t{"path":"a.md","operation":"create","content":""}\n\t],\n\t"notes": [\n\t\t"n: {\\"a\\":1.50}"\n\t],\n\t"recommendation": "retry"\n}\n',
    );
  });

  test('a line without blanks stays without', () => {
    const text = '{"success":true,"artifacts":[],"state_updates":{},"next_recommendation":"proceed"}';
    const action = refactoringAt({ 'a.jsonl': text }, 'Convert to an agent output', { path: 'a.jsonl' });
    expect(filesAfter({ 'a.jsonl': text }, action.edit ?? {})['a.jsonl']).toBe(
      '{"success":true,"summary":"Done.","artifacts":[],"recommendation":"proceed"}',
    );
  });

  test.each([
    [
      'agent-envelopes:/workflow-primitives/artifact-return.schema.json',
      'agent-envelopes:/agent-protocol/output.schema.json',
    ],
    ['../s/workflow-primitives/artifact-return.schema.json', '../s/agent-protocol/output.schema.json'],
  ])('its $schema %s follows', ($schema, other) => {
    const text = JSON.stringify({ $schema, success: true, next_recommendation: 'proceed' });
    const action = refactoringAt({ 'a.json': text }, 'Convert to an agent output', { path: 'a.json' });
    const after = filesAfter({ 'a.json': text }, action.edit ?? {})['a.json'] ?? '';
    expect(JSON.parse(after)).toMatchObject({ $schema: other });
    expect(recognisedKinds(analyseText('a.json', after))).toEqual(['agent-protocol/output']);
  });

  test('what would be lost is asked about first, where the client can', () => {
    const text = '{\n  // why\n  "success": true, "success": false,\n  "next_recommendation": "retry"\n}';
    const action = refactoringAt({ 'a.jsonc': text }, 'Convert to an agent output', { path: 'a.jsonc' });
    const description = 'Its comments are not kept. "success" occurs twice: only the last one is kept.';
    expect(Object.values(action.edit?.changeAnnotations ?? {})).toEqual([
      { label: 'Something is not kept', needsConfirmation: true, description },
    ]);
    expect(saidAfter(action)).toContain(description);
    const client = { creates: false, renames: false, confirms: false };
    const plain = refactoringAt({ 'a.jsonc': text }, 'Convert to an agent output', { path: 'a.jsonc', client });
    expect(plain.edit).toHaveProperty('changes');
  });
});

const index = `# Feature Index: 005

## Document Availability

| Document | Status |
|----------|--------|
| a.md | absent |

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
`;

describe('the registry', () => {
  const text = JSON.stringify({
    success: true,
    artifacts: [],
    state_updates: {
      document_availability: { 'a.md': 'present' },
      decisions_log: [{ timestamp: '2026-06-01T10:00:00Z', agent: 'x', decision: 'd', rationale: 'r' }],
    },
    next_recommendation: 'proceed',
  });

  test.each([
    ['beside the envelope', 'specs/005/.workflow/return.json', 'specs/005/.workflow/index.md'],
    ['of its feature', 'specs/005/returns/return.json', 'specs/005/.workflow/index.md'],
    ['in the folder of the workflow', 'specs/005/return.json', 'specs/005/.workflow/index.md'],
  ])('%s is changed by the same edit', (_, path, registry) => {
    const files = { [path]: text, [registry]: index };
    const action = refactoringAt(files, 'Convert to an agent output', { path });
    const after = filesAfter(files, action.edit ?? {});
    expect(Object.keys(after).sort()).toEqual([path, registry].sort());
    expect(after[registry]).toBe(
      index
        .replace('absent', 'present')
        .replace(/(\|-+)+\|\n$/, line => `${line.trimEnd()}\n| 2026-06-01T10:00:00Z | x | d | r |\n`),
    );
    expect(JSON.parse(after[path] ?? '')).not.toHaveProperty('notes');
    expect(saidAfter(action)).toContain(`in ${registry}.`);
  });

  test('of an example in Markdown it stays', () => {
    const files = { 'specs/005/a.md': `\`\`\`json\n${text}\n\`\`\`\n`, 'specs/005/.workflow/index.md': index };
    const asked = { path: 'specs/005/a.md', position: { line: 1, character: 0 } };
    const action = refactoringAt(files, 'Convert to an agent output', asked);
    expect(Object.keys(filesAfter(files, action.edit ?? {}))).toEqual(['specs/005/a.md']);
  });

  test('of another feature it stays', () => {
    const files = { 'specs/006/return.json': text, 'specs/005/.workflow/index.md': index };
    const action = refactoringAt(files, 'Convert to an agent output', { path: 'specs/006/return.json' });
    expect(Object.keys(filesAfter(files, action.edit ?? {}))).toEqual(['specs/006/return.json']);
  });
});

test('what is superseded is converted as a whole, and offered for each of its problems', () => {
  const text =
    '{"success": true, "summary": "S", "artifacts": [], "recommendation": "proceed", "next_recommendation": "proceed"}';
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const superseded = { range, message: 'm', code: 'agent-protocol/superseded' };
  const context = { diagnostics: [superseded, { range, message: 'n', code: 'other' }], triggerKind: 2 as const };
  const [action, ...others] = refactoringsAt({ 'a.json': text }, { path: 'a.json', context });
  expect(others).toEqual([]);
  expect(action).toMatchObject({
    kind: 'quickfix',
    diagnostics: [superseded],
    title: 'Update everything that is superseded',
  });
  expect(filesAfter({ 'a.json': text }, action?.edit ?? {})['a.json']).toBe(
    '{"success": true, "summary": "S", "artifacts": [], "recommendation": "proceed"}',
  );
});

test.each<[string, Record<string, string>, string]>([
  ['a.json', {}, 'create'],
  ['a.json', { 'b.md': '' }, 'update'],
  ['a.jsonl', {}, 'update'],
])('a file that was to be overwritten is created where there is none: in %s beside %j', (path, beside, operation) => {
  const files: Record<string, string> = {
    [path]:
      '{"success": true, "summary": "S", "artifacts": [{"path": "b.md", "operation": "overwrite", "content": "B"}], "recommendation": "proceed"}',
    ...beside,
  };
  const action = refactoringAt(files, 'Update everything that is superseded', { path });
  expect(filesAfter(files, action.edit ?? {})[path]).toBe(files[path]?.replace('overwrite', operation));
});

const call =
  '{"call_id": "t_8h3v5n0q6d", "agent": "calendar", "tool": "x", "args": {"n": 0.0}, "ts": "2026-06-01T07:30:01Z", "confirm_required": false}';
const failed = '{"call_id": "t_8h3v5n0q6d", "ok": false, "result": null, "error": "n is too small", "latency_ms": 1}';
const quarantined = (n: string) =>
  `{"quarantined_at": "2026-06-01T12:00:00Z", "reason": "n is too small", "errors": [{"instancePath": "/args/n", "message": "n is too small"}], "call": ${call.replace('0.0', n)}}\n`;

describe('quarantine', () => {
  test.each([
    ['in the same log', { 'tools/log.jsonl': `${call}\n${failed}\n` }, 'tools/log.jsonl', 1],
    [
      'in a log beside it',
      { 'tools/calls.jsonl': `${call}\n`, 'tools/results.jsonl': failed },
      'tools/results.jsonl',
      0,
    ],
    ['in a file beside it', { 'tools/c.json': prettyJson(call), 'tools/r.json': failed }, 'tools/r.json', 0],
  ])('the call of a failed result, %s', (_, files, path, line) => {
    const action = refactoringAt(files as Record<string, string>, 'Quarantine the call that failed', {
      path,
      position: { line, character: 3 },
    });
    const after = filesAfter(files as Record<string, string>, action.edit ?? {});
    expect(Object.keys(after)).toEqual(['tools/errors/quarantine_calls.jsonl']);
    const written = after['tools/errors/quarantine_calls.jsonl'] ?? '';
    expect(toOneLine(written)).toBe(toOneLine(quarantined('0.0')));
    expect(written.match(/\n/g)).toHaveLength(1);
  });

  test('of several calls of one id the last before the result', () => {
    const calls = ['0.0', '1', '2', '3'].map(n => call.replace('0.0', n));
    const files = { 'l.jsonl': [calls[0], calls[1], failed, calls[2], failed, calls[3]].join('\n') };
    const numbers = [2, 4].map(line => {
      const action = refactoringAt(files, 'Quarantine the call that failed', {
        path: 'l.jsonl',
        position: { line, character: 0 },
      });
      return JSON.parse(filesAfter(files, action.edit ?? {})['errors/quarantine_calls.jsonl'] ?? '').call.args.n;
    });
    expect(numbers).toEqual([1, 2]);
  });

  test.each([
    ['', ''],
    ['{"a": 1}\n', '{"a": 1}\n'],
    ['{"a": 1}', '{"a": 1}\n'],
  ])('a log that is there goes on: %j', (before, then) => {
    const files = { 'l.jsonl': `${call}\n${failed}\n`, 'errors/quarantine_calls.jsonl': before };
    const action = refactoringAt(files, 'Quarantine the call that failed', {
      path: 'l.jsonl',
      position: { line: 1, character: 0 },
    });
    expect(filesAfter(files, action.edit ?? {})['errors/quarantine_calls.jsonl']).toBe(then + quarantined('0.0'));
  });

  test('a call with errors, at their places; not one without', () => {
    const files = { 'c.jsonl': call.replace('"calendar"', '"kalendar"') };
    const action = refactoringAt(files, 'Quarantine this call', { path: 'c.jsonl' });
    const after = filesAfter(files, action.edit ?? {})['errors/quarantine_calls.jsonl'] ?? '';
    expect(JSON.parse(after).errors).toEqual([
      { instancePath: '/agent', message: expect.stringContaining('kalendar') },
    ]);
    expect(refactoringsAt({ 'c.jsonl': call }, { path: 'c.jsonl' }).map(({ title }) => title)).not.toContain(
      'Quarantine this call',
    );
  });

  test('repaired it gets a file of its own, and its line stays', () => {
    const line = quarantined('0.0').replace('n is too small"}', 'must be >= 5"}');
    const files = { 'tools/errors/quarantine_calls.jsonl': line, 'tools/errors/t_8h3v5n0q6d.call.json': '' };
    const action = refactoringAt(files, 'Repair the call', { path: 'tools/errors/quarantine_calls.jsonl' });
    const after = filesAfter(files, action.edit ?? {});
    expect(after).toEqual({
      'tools/errors/t_8h3v5n0q6d.call-2.json': expect.stringContaining('"args": {\n    "n": 5\n  },\n'),
    });
    expect(saidAfter(action)).toBe('"args.n" was 0.0 and is 5 now.');
  });
});

describe('files', () => {
  test.each([
    [
      'a block',
      'a.md',
      '# A\n\n```json\n{"|call_id": "",\n "ok": true}\n```\n\nAfter.\n',
      'a.result.json',
      '{"call_id": "",\n "ok": true}\n',
      '# A\n\n[a.result.json](a.result.json)\n\nAfter.\n',
    ],
    [
      'in a quote',
      'a (b).md',
      '> ```json\n> {|"call_id": "t_8h3v5n0q6d",\n> "ok": true}\n> ```\n',
      't_8h3v5n0q6d.result.json',
      '{"call_id": "t_8h3v5n0q6d",\n"ok": true}\n',
      '> [t_8h3v5n0q6d.result.json](t_8h3v5n0q6d.result.json)\n',
    ],
    [
      'a log',
      'a (b).md',
      '- x\n  ```jsonl\n  {"call_id": "t_8h3v5n0q6d", |"ok": true}\n  {"x": 1}\n  ```\n- y',
      'a (b).result.jsonl',
      '{"call_id": "t_8h3v5n0q6d", "ok": true}\n{"x": 1}\n',
      '- x\n  [a (b).result.jsonl](a%20%28b%29.result.jsonl)\n- y',
    ],
  ])('%s of Markdown goes into a file, and a link to it stays', (_, name, text, file, content, left) => {
    const drawn = fileWithCursor(
      name,
      text.replace('"ok": true', '"ok": true, "result": null, "error": null, "latency_ms": 1.0'),
    );
    const more = (one: string) =>
      one.replace('"ok": true', '"ok": true, "result": null, "error": null, "latency_ms": 1.0');
    const files = { [name]: drawn.text };
    const action = refactoringAt(files, 'Extract the block to a file, and link it', {
      path: name,
      position: drawn.position,
    });
    expect(filesAfter(files, action.edit ?? {})).toEqual({ [name]: left, [file]: more(content) });
    expect(action.command?.arguments).toEqual([
      {
        said: '',
        show: `file:///work/${encodeURIComponent(file).replace(/[()]/g, sign => (sign === '(' ? '%28' : '%29'))}`,
      },
    ]);
  });

  test('a line of a log gets a copy over several lines', () => {
    const files = { 'a.jsonl': `42\n${failed}\n` };
    const action = refactoringAt(files, 'Copy to a new file', {
      path: 'a.jsonl',
      position: { line: 1, character: 0 },
    });
    expect(filesAfter(files, action.edit ?? {})).toEqual({
      't_8h3v5n0q6d.result.json': `${JSON.stringify(JSON.parse(failed), undefined, 2)}\n`,
    });
  });

  test('an envelope is appended to a log beside it, or to a new one, when that is asked for', () => {
    const files = { 'c.json': prettyJson(call), 'l.jsonl': '{}', 'm.md': '' };
    const context = { only: ['refactor.move.agentEnvelopes'] };
    const all = refactoringsAt(files, { path: 'c.json', context });
    expect(all.map(({ title }) => title)).toEqual(['Append to l.jsonl', 'Append to a new log, c.jsonl']);
    expect(all.map(({ edit }) => filesAfter(files, edit ?? {}))).toEqual([
      { 'l.jsonl': `{}\n${call}\n` },
      { 'c.jsonl': `${call}\n` },
    ]);
    expect(
      refactoringsAt(files, { path: 'c.json', context: { only: ['refactor'] } }).map(({ kind }) => kind),
    ).not.toContain('refactor.move.agentEnvelopes');
  });

  test.each([
    [[], ['Copy to a new file', 'Convert to a JSON array']],
    [[''], ['Copy to a new file', 'Convert to a JSON array']],
    [['refactor'], ['Copy to a new file', 'Convert to a JSON array']],
    [['refactor.extract'], ['Copy to a new file']],
    [['refactor.rewrite.agentEnvelopes.log'], ['Convert to a JSON array']],
    [['quickfix', 'source.fixAll'], []],
    [['refactor.rewriteOther'], []],
  ])('only what is asked for: %j', (only, titles) => {
    const context = only.length > 0 ? { only } : {};
    expect(refactoringsAt({ 'a.jsonl': call }, { path: 'a.jsonl', context }).map(({ title }) => title)).toEqual(titles);
  });

  test('a client that can make no files is offered none', () => {
    const client = { creates: false, renames: false, confirms: false };
    expect(
      refactoringsAt(
        { 'a.jsonl': `${call}\n${failed}` },
        { path: 'a.jsonl', position: { line: 1, character: 0 }, client },
      ),
    ).toEqual([]);
  });
});

describe('logs and arrays', () => {
  const array = `${prettyJson(`[${call}, ${failed}]`)}\n`;
  const log = `${call}\n${failed}\n`;

  test('an array becomes a log, under the name of one, and back', () => {
    const there = refactoringAt({ 'a.json': array }, 'Convert to JSONL, an envelope a line', { path: 'a.json' });
    expect(there.kind).toBe('refactor.rewrite.agentEnvelopes.log');
    expect(filesAfter({ 'a.json': array }, there.edit ?? {})).toEqual({ 'a.json': null, 'a.jsonl': log });
    const back = refactoringAt({ 'a.jsonl': log, 'a.json': '' }, 'Convert to a JSON array', { path: 'a.jsonl' });
    expect(filesAfter({ 'a.jsonl': log }, back.edit ?? {})).toEqual({ 'a.jsonl': null, 'a-2.json': array });
  });

  test('digits and escapes stay as they are', () => {
    const text = '[{"n": 12345678901234567890, "m": 1.0, "s": "\\u00e9\\/"}]';
    expect(arrayToLog(text)).toBe('{"n": 12345678901234567890, "m": 1.0, "s": "\\u00e9\\/"}\n');
  });

  test.each(['{"a": 1}', '[]', '42', '', '[{"a": 1}', '[{"a": 1} {"b": 2}]', '[{"a": 1}]]', '[{"a": 1,}]'])(
    'not of %j',
    text => {
      expect(arrayToLog(text)).toBeUndefined();
    },
  );

  test('not of a log with a broken line, nor of a file that is none of ours', () => {
    const titles = (files: Record<string, string>, path: string) =>
      refactoringsAt(files, { path }).map(({ title }) => title);
    expect(titles({ 'a.jsonl': `${log}{"torn` }, 'a.jsonl')).not.toContain('Convert to a JSON array');
    expect(titles({ 'a.json': '[{"a": 1}]' }, 'a.json')).toEqual([]);
    expect(logToArray(['', ' '])).toBeUndefined();
  });
});

test.each(['100%.jsonl', '100%.json', '100%.md', '%E0%A4%A.jsonl'])(
  'a file that is called %s, unescaped, is no trouble',
  path => {
    const message = '{"from": "build", "to": "fix", "payload": {"confidence": 0.5, "needsReview": true}}';
    const text = path.endsWith('.md') ? `\`\`\`json\n${message}\n\`\`\`\n` : `${message}\n${message}\n`;
    const position = { line: path.endsWith('.md') ? 1 : 0, character: 3 };
    const files = { [path]: path.endsWith('.json') ? message : text, 'index.md': '# Feature Index: 005-a\n' };
    const titles = refactoringsAt(files, {
      path,
      position,
      context: { only: ['refactor', 'refactor.move.agentEnvelopes'] },
    }).map(({ title }) => title);
    expect(titles.some(title => /file of its own|to a file|new log/.test(title))).toBe(true);
    expect(documentText(`agent-envelopes:/${path}`, [])).toBeUndefined();
  },
);
