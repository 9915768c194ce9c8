import { appendFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRequest } from '../../../server/src/cli/commands/runs';
import { folder } from '../run';
import { exported, files, message, runs } from './runsCommands';

/** Times are told in this machine's zone. */
function withoutTime(text: string): string {
  return text.replace(/(\d{4}-\d\d-\d\d )?\d\d:\d\d:/g, '#:').replace(/UTC[+-][\d:]+/g, 'UTC');
}

describe('the list', () => {
  test('says of each run what it is and how it went', async () => {
    const { code, out, err } = await runs([], { cwd: folder(files) });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(withoutTime(out)).toMatchInlineSnapshot(`
      "✓ wf_one  boards: Invites
        succeeded · agent-message · #:01 · 1 s · 2 steps · vision, build

      ✓ wf_two  boards: Invites
        succeeded · agent-message · #:01 · 1 step · 1 warning · vision

      2 runs: 2 succeeded; times are in UTC
      "
    `);
  });

  test('is cut to the width of the terminal, and coloured', async () => {
    const { out } = await runs([], { cwd: folder(files), tty: true });
    const rows = out.split('\n');
    expect(rows[0]).toContain('\u001b[32m✓\u001b[39m \u001b[1mwf_');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    const plain = rows.map(row => row.replace(/\u001b\[\d+m/g, ''));
    expect(Math.max(...plain.map(row => row.length))).toBe(60);
    expect(plain[1]).toMatch(/…$/);
  });

  test('holds no control character of a file', async () => {
    const call = '{"call_id": "t_0123456789", "agent": "a", "tool": "b", "args": {}, "confirm_required": false}';
    const cwd = folder({ 'wf\u001b[2J\u0007\u202e.jsonl': call, 'b.jsonl': message('wf\n\r.1', 'a\u009b31m', 'b') });
    const { out } = await runs([], { cwd });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).toContain('wf\\u001b[2J');
  });

  test('of no runs says what is looked for', async () => {
    const { code, out } = await runs(['.'], { cwd: folder({ 'a.json': '{}' }) });
    expect(code).toBe(0);
    expect(out).toMatch(/^No workflow run was found in \.\.?\nRuns are put together from Talks, in \.json /);
  });

  test('names the reader that is declared there, and what it recognised', async () => {
    const relay = {
      id: 'relay',
      title: 'Relay',
      readOnly: true,
      kinds: {
        line: {
          signature: {
            proof: [{ all: ['/relay', { at: '/ts', type: 'number' }] }],
            evidence: [{ when: '/relay', weight: 3, onlyBeside: true }],
          },
          steps: [{ when: '/text', title: '/text' }, { ignore: true }],
        },
      },
    };
    const said = async (...lines: object[]) => {
      const log = lines.map(line => JSON.stringify(line)).join('\n');
      const { out } = await runs([], {
        cwd: folder({ 'relay.agent-protocol.json': JSON.stringify(relay), 'a.jsonl': log }),
      });
      return out.trimEnd().split('\n').at(-1);
    };
    expect(await said({ other: 1 })).toBe(
      'The reader "relay", which is declared here, recognised nothing in these files, or made no step of it.',
    );
    expect(await said({ relay: 1, text: 'hello' })).toMatch(/^The reader "relay", which is declared here, recognised /);
    expect(await said({ relay: 1, ts: 1, text: 'hello' })).toBe('1 run: 1 succeeded');
  });
});

describe('one run', () => {
  test('shows its steps', async () => {
    const { out } = await runs(['--run', 'wf_one'], { cwd: folder(files) });
    expect(withoutTime(out)).toMatchInlineSnapshot(`
      "✓ wf_one  boards: Invites
        succeeded · agent-message · #:01 UTC · 1 s · 2 steps · vision, build
        logs/one.jsonl

       1 #:01  ✓ vision → build  Output wf_one.1
       2 #:02  ✓ build → audit  Output wf_one.2
      "
    `);
  });

  test('tells the day of each step where it takes longer than one', async () => {
    const later = { timestamp: '2026-06-03T10:00:00Z' };
    const log = message('wf_days.1', 'vision', 'build') + message('wf_days.2', 'build', 'audit', later);
    const { out } = await runs(['--run', 'wf_days'], { cwd: folder({ 'a.jsonl': log }) });
    expect(out.split('\n').slice(-3)).toEqual([
      expect.stringMatching(/^ 1 2026-06-0\d \d\d:\d\d:\d\d {2}✓ vision → build /),
      expect.stringMatching(/^ 2 2026-06-0\d \d\d:\d\d:\d\d {2}✓ build → audit /),
      '',
    ]);
  });

  test('of calls is called by a few of them, and says nothing twice', async () => {
    const call = (id: string, tool: string) =>
      `{"call_id": "t_${id}", "agent": "a", "tool": "${tool}", "args": {}, "ts": "2026-06-01T10:00:0${id[0]}Z", "confirm_required": false}`;
    const result = (id: string, ok: boolean) =>
      `{"call_id": "t_${id}", "ok": ${ok}, "result": {}, "error": ${ok ? null : '"gone"'}, "latency_ms": 3}`;
    const cwd = folder({
      'calls.jsonl': [
        ...['find', 'hold', 'find', 'send', 'leave'].map((tool, i) => call(`${i}123456789`, tool)),
        ...[result('0123456789', true), result('1123456789', false), result('9123456789', true)],
      ].join('\n'),
    });
    const { out } = await runs(['--run', 'calls.jsonl'], { cwd });
    expect(withoutTime(out)).toMatchInlineSnapshot(`
      "… calls.jsonl  find, hold, send and 1 more
        unfinished · toolcall · #:00 UTC · 4 s · 6 steps · 5 errors · 1 warning · a
        calls.jsonl

       1 #:00  ✓ a  find  3 ms  1 error
       2 #:01  ✗ a  hold · gone  3 ms  1 error
       3 #:02  … a  find  1 error
       4 #:03  … a  send  1 error
       5 #:04  … a  leave  1 error
       6           ✓ t_9123456789: ok  3 ms  1 warning
      "
    `);
  });

  test('an agent that is all that a step is called is named once', async () => {
    const observations = [
      { id: 'a', type: 'AGENT', name: 'Planner', startTime: '2026-06-01T10:00:00Z', endTime: '2026-06-01T10:00:02Z' },
      { id: 'b', parentObservationId: 'a', type: 'TOOL', name: 'search', startTime: '2026-06-01T10:00:01Z' },
    ];
    const trace = JSON.stringify({ trace: { id: 't', name: 'Ask', timestamp: '2026-06-01T10:00:00Z' }, observations });
    const { out } = await runs(['--run', 't'], { cwd: folder({ 'a.json': trace }) });
    expect(withoutTime(out).split('\n').slice(-3)).toEqual([
      ' 1 #:00  ✓ Planner  2 s',
      ' 2 #:01  └─ … Planner  search',
      '',
    ]);
  });

  test('shows what is nested below what it is nested in', async () => {
    const spans = ['', '1', '2', '1'].map((parent, i) => ({
      traceId: '5b8efff798038103d269b633813fc60c',
      spanId: `000000000000000${i + 1}`,
      ...(parent && { parentSpanId: `000000000000000${parent}` }),
      name: `span ${i + 1}`,
      startTimeUnixNano: `154471266000000000${i}`,
      endTimeUnixNano: '1544712661000000000',
      attributes: [],
    }));
    const trace = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans }] }] };
    const { out } = await runs(['--run', '5b8e'], { cwd: folder({ 'trace.json': JSON.stringify(trace) }) });
    const tree = out.split('\n').slice(4, -1);
    expect(tree.map(row => row.replace(/\d\d:\d\d:\d\d/, '#'))).toEqual([
      ' 1 #  ✓ span 1  1 s',
      ' 2 #  ├─ ✓ span 2  1 s',
      ' 3 #  │  └─ ✓ span 3  1 s',
      ' 4 #  └─ ✓ span 4  1 s',
    ]);
  });

  test.each([
    ['wf_one', 'wf_one'],
    ['wf_o', 'wf_one'],
    ['agent-message/wf_two', 'wf_two'],
    ['logs/two.jsonl', 'wf_two'],
  ])('is named by %s', async (word, id) => {
    const [only, ...others] = await exported(['--run', word], { cwd: folder(files) });
    expect(only?.id).toBe(id);
    expect(others).toEqual([]);
  });

  test.each([
    ['wf_', '"wf_" is 2 runs: wf_one, wf_two.'],
    ['wf_oen', 'there is no run "wf_oen"; did you mean "wf_one"?'],
    ['zebra', 'there is no run "zebra".'],
  ])('is not named by %s', async (word, says) => {
    const { code, out, err } = await runs(['--run', word], { cwd: folder(files) });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`agent-envelopes: ${says}\n`);
  });

  test('where several have its id, those are told apart by their files', async () => {
    const call = '{"call_id": "t_0123456789", "agent": "a", "tool": "b", "args": {}, "confirm_required": false}';
    const cwd = folder({ 'x/calls.jsonl': call, 'y/calls.jsonl': call });
    const { err } = await runs(['--run', 'calls.jsonl'], { cwd });
    expect(err).toContain('"calls.jsonl" is 2 runs: x/calls.jsonl, y/calls.jsonl.\n');
    expect(await exported(['--run', 'y/calls.jsonl'], { cwd })).toMatchObject([{ files: ['y/calls.jsonl'] }]);
  });
});

describe('json', () => {
  test('has each step with its place, in order of the runs', async () => {
    const [one, two] = await exported(['logs'], { cwd: folder(files) });
    expect(one?.id).toBe('wf_one');
    expect(one?.steps[1]).toMatchObject({
      id: 'wf_one.2',
      at: '2026-06-01T10:00:02.000Z',
      agent: 'build',
      peer: 'audit',
      parent: null,
      file: 'logs/one.jsonl',
      range: { start: { line: 1, character: 0 }, end: { line: 1 } },
    });
    expect(two).toMatchObject({ id: 'wf_two', files: ['logs/two.jsonl'], problems: 1 });
  });

  test('of nothing is an empty list', async () => {
    expect(await exported([], { cwd: folder({ 'a.json': '{}' }) })).toEqual([]);
  });

  test('has what each step said where that is asked for', async () => {
    const spans = [
      {
        name: 'chat',
        context: { trace_id: 't1', span_id: 's1' },
        start_time: '2026-06-01T08:05:09Z',
        attributes: {
          'gen_ai.request.model': 'small',
          'gen_ai.usage.input_tokens': 3,
          'gen_ai.input.messages': '[{"role":"user","content":"hi"}]',
          'gen_ai.output.messages':
            '[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"look","arguments":"{\\"at\\":1}"}}]}]',
        },
      },
      { name: 'other', context: { trace_id: 't1', span_id: 's2', parent: 's1' }, start_time: '2026-06-01T08:05:10Z' },
    ];
    const cwd = folder({ 'a.json': JSON.stringify({ spans }) });
    const [run] = await exported(['--content'], { cwd });
    expect(run?.steps).toMatchObject([
      {
        model: 'small',
        tokens: { input: 3, output: null, total: 3 },
        exchange: {
          input: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
          output: [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'look', arguments: { at: 1 } }] }],
        },
      },
      { model: null, tokens: { total: null }, exchange: null },
    ]);
    const [plain] = await exported([], { cwd });
    expect(plain?.steps.map(step => 'exchange' in step)).toEqual([false, false]);
    expect((await runs(['--content'], { cwd })).err).toContain('add "--format json"');
  });

  test('has no control characters', async () => {
    const { out } = await runs(['--format=json'], { cwd: folder({ 'a.jsonl': message('\u009b\u007f.1', 'a', 'b') }) });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('the places of many lines are those of few', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => message(`wf.${i % 10}`, 'vision', 'x'.repeat(i)));
    const [wf] = await exported([], { cwd: folder({ 'a.jsonl': lines.join('\n\n') }) });
    const ends = new Map(lines.map((line, i) => [3 * i, line.length - 1]));
    expect(wf?.steps).toHaveLength(60);
    for (const { range } of wf?.steps ?? []) {
      const { start, end } = range as { start: { line: number }; end: { character: number } };
      expect(end.character).toBe(ends.get(start.line));
    }
  });
});

describe('mermaid', () => {
  test('draws the one that there is, or that is chosen', async () => {
    const drawn = await runs(['logs/two.jsonl', '--format', 'mermaid'], { cwd: folder(files) });
    expect(drawn).toMatchObject({ code: 0, out: expect.stringMatching(/^sequenceDiagram\n {2}title /) });
    expect((await runs(['--run=wf_two', '--format=mermaid'], { cwd: folder(files) })).out).toBe(drawn.out);
  });

  test('of several one has to be chosen', async () => {
    const { code, out, err } = await runs(['--format', 'mermaid'], { cwd: folder(files) });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('draws one run; choose one of these 2 by --run: wf_one, wf_two.\n');
  });
});

describe('what can not be read', () => {
  test('is named, once, and the rest is read', async () => {
    const cwd = folder({ ...files, 'x.txt': '', 'binary.jsonl': Buffer.from([0x7b, 0, 1, 2]) });
    symlinkSync('.', join(cwd, 'loop'));
    const { code, out, err } = await runs(['logs', 'gone', 'x.txt', 'binary.jsonl', 'loop/logs/one.jsonl'], { cwd });
    expect(code).toBe(2);
    expect(out).toContain('wf_one');
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^agent-envelopes: gone: does not exist/),
      expect.stringMatching(/^agent-envelopes: x\.txt: is not a file of a supported type; these end in \.json/),
      expect.stringMatching(/^agent-envelopes: binary\.jsonl: is not UTF-8 text/),
      '',
    ]);
  });

  test('zeros that a crash left are said, and hide no line', async () => {
    const [one, two, three] = ['wf.1', 'wf.2', 'wf.3'].map(id => message(id, 'vision', 'build'));
    const zeros = '\0'.repeat(64);
    const cwd = folder({ 'a.jsonl': `${one}${zeros}\n${two}${zeros}${three}` });
    const { code, err } = await runs([], { cwd });
    expect({ code, err }).toEqual({
      code: 0,
      err: 'agent-envelopes: a.jsonl: line 2 is left out: it has only zero bytes, as a crash leaves them.\n',
    });
    expect((await exported([], { cwd })).map(({ steps }) => steps.length)).toEqual([3]);
  });

  test('a second object in a line is said', async () => {
    const [one = '', two = ''] = ['wf.1', 'wf.2'].map(id => message(id, 'vision', 'build').trim());
    const { code, err } = await runs([], { cwd: folder({ 'a.jsonl': `${one}${two}\n${one} ${two}\n` }) });
    const fault =
      'line 1 has several objects, and only the first is read: put each on a line of its own, and 1 more like it.';
    expect({ code, err }).toEqual({ code: 0, err: `agent-envelopes: a.jsonl: ${fault}\n` });
  });

  test('objects of several lines in a log are said; other JSON is not', async () => {
    const spread = JSON.stringify(JSON.parse(message('wf.1', 'vision', 'build')), null, 2);
    const cwd = folder({ 'a.jsonl': `${spread}\n${spread}\n`, 'b.jsonl': '{\n  "a": 1\n}\n' });
    const { code, err } = await runs([], { cwd });
    const fault =
      'line 1 begins an object of several lines, so nothing is read; put each object on one line, or name the file .json.';
    expect({ code, err }).toEqual({ code: 0, err: `agent-envelopes: a.jsonl: ${fault}\n` });
    expect((await exported([], { cwd: folder({ 'a.json': `${spread}\n${spread}\n` }) })).length).toBe(1);
  });

  test('lines that are torn or no objects hide no others', async () => {
    const text = `42\n"text"\n${message('wf.1', 'vision', 'build')}${message('wf.2', 'vision', 'build').slice(0, 50)}`;
    const { code, err } = await runs([], { cwd: folder({ 'a.jsonl': text }) });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((await exported([], { cwd: folder({ 'a.jsonl': text }) }))[0]?.steps.length).toBeGreaterThan(0);
  });
});

describe('follow', () => {
  test('prints what arrives, and ends with 0', async () => {
    const cwd = folder(files);
    const meanwhile = [
      () => appendFileSync(join(cwd, 'logs/one.jsonl'), message('wf_one.3', 'audit', 'fix')),
      () => {},
      () => writeFileSync(join(cwd, 'new.jsonl'), message('wf_new.1', 'vision', 'build')),
      () => appendFileSync(join(cwd, 'new.jsonl'), message('wf_new.2', 'build', 'fix').slice(0, 20)),
      () => rmSync(join(cwd, 'logs/two.jsonl')),
    ];
    const { code, out, err } = await runs(['--follow'], { cwd, meanwhile });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, after = ''] = out.split(/\n\n2 runs: .*\n/);
    expect(withoutTime(after).split('\n')).toEqual([
      '#:03 wf_one 3 ✓ audit → fix  Output wf_one.3',
      '#:01 wf_new 1 ✓ vision → build  Output wf_new.1',
      '✓ wf_new is succeeded now',
      '',
    ]);
  });

  test('as json each line is an event; an answer tells its step again', async () => {
    const call =
      '{"call_id": "t_0123456789", "agent": "a", "tool": "b", "args": {}, "ts": "2026-06-01T10:00:00Z", "confirm_required": false}';
    const result = '{"call_id": "t_0123456789", "ok": true, "result": {}, "error": null, "latency_ms": 3}';
    const cwd = folder({ 'calls.jsonl': `${call}\n` });
    const meanwhile = [() => appendFileSync(join(cwd, 'calls.jsonl'), `${result}\n`)];
    const { out } = await runs(['--follow', '--format=json'], { cwd, meanwhile });
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toMatchObject([
      { event: 'runs', version: 1, runs: [{ id: 'calls.jsonl', steps: [{ outcome: 'pending' }] }] },
      { event: 'run', run: { id: 'calls.jsonl', status: 'succeeded' } },
      { event: 'step', run: 'calls.jsonl', family: 'toolcall', step: { index: 0, outcome: 'ok', durationMs: 3 } },
    ]);
  });

  test('the steps of a log that is renamed are not told again', async () => {
    const cwd = folder(files);
    const meanwhile = [
      () => renameSync(join(cwd, 'logs/one.jsonl'), join(cwd, 'logs/one.1.jsonl')),
      () => writeFileSync(join(cwd, 'logs/one.jsonl'), message('wf_one.3', 'audit', 'fix')),
    ];
    const { out } = await runs(['--follow'], { cwd, meanwhile });
    const [, after = ''] = out.split(/\n\n2 runs: .*\n/);
    expect(withoutTime(after)).toBe('#:03 wf_one 3 ✓ audit → fix  Output wf_one.3\n');
  });

  test('shows on a terminal how far it is only while it reads at first', async () => {
    const around = { cwd: folder(files), tty: true, tick: 200, meanwhile: [() => {}, () => {}] };
    const { err } = await runs(['--follow'], around);
    const shown = ['reading, now logs/one.jsonl', 'reading, now logs/two.jsonl', ''];
    expect(err).toBe(shown.map(line => `\r\u001b[2K${line}`).join(''));
  });

  test('of one run prints nothing of the others', async () => {
    const cwd = folder(files);
    const meanwhile = [
      () => appendFileSync(join(cwd, 'logs/one.jsonl'), message('wf_one.3', 'audit', 'fix')),
      () => appendFileSync(join(cwd, 'logs/two.jsonl'), message('wf_two.3', 'audit', 'fix')),
    ];
    const { out } = await runs(['--follow', '--run=wf_two'], { cwd, meanwhile });
    expect(out).toContain('Output wf_two.3');
    expect(out).not.toContain('wf_one');
  });

  test('draws nothing', () => {
    const options = new Map([
      ['follow', ''],
      ['format', 'mermaid'],
    ]);
    expect(() => readRequest({ options, operands: [] })).toThrow('"--follow" prints steps as they arrive');
  });
});
