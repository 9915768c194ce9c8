import { describe, expect, test } from 'vitest';
import { searchCommand } from '../../../server/src/cli/commands/search';
import { noRequest } from '../noRequest';
import { folder, run } from '../run';
import { message } from './runsCommands';

const said = (output: string) => ({ payload: { input: 'x', output, confidence: 0.95, needsReview: false } });
const files = {
  'logs/one.jsonl':
    message('wf_one.1', 'vision', 'build', said('The disk is full')) +
    message('wf_one.2', 'build', 'audit', said('A full stop')),
  'logs/two.jsonl': message('wf_two.3', 'vision', 'nobody', said('Nothing\u001b[2J\u202e is full')),
};

function search(args: string[], around: { cwd?: string; tty?: boolean } = {}) {
  const command = searchCommand({
    request: noRequest,
  });
  return run(['search', ...args], { cwd: folder(files), ...around, commands: [command] });
}

describe('agent-envelopes search', () => {
  test('writes a line for each match, the newest run first', async () => {
    const { code, out, err } = await search(['full']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "logs/two.jsonl:1:238 wf_two · Nothing [2J is full: Nothing [2J is full
      logs/one.jsonl:2:217 wf_one · A full stop: A full stop
      logs/one.jsonl:1:228 wf_one · The disk is full: The disk is full
      "
    `);
  });

  test('words may begin with one that is excluded', async () => {
    const { code, out } = await search(['-disk full', 'logs/one.jsonl']);
    expect(code).toBe(0);
    expect(out).toBe('logs/one.jsonl:2:217 wf_one · A full stop: A full stop\n');
  });

  test('as JSON', async () => {
    const { code, out } = await search(['"full stop"', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      results: [
        {
          run: 'wf_one',
          step: 'wf_one.2',
          file: 'logs/one.jsonl',
          range: { start: { line: 1, character: 216 }, end: { line: 1, character: 225 } },
          field: 'payload.output',
          text: 'A full stop',
        },
      ],
      total: 1,
    });
  });

  test('says how many are left out', async () => {
    const { out, err } = await search(['full', '--limit', '1']);
    expect(out.trim().split('\n').length).toBe(1);
    expect(err).toBe('agent-envelopes: 2 more matches; see them with --limit 3.\n');
    expect(JSON.parse((await search(['full', '--limit', '1', '--format', 'json'])).out)).toMatchObject({ total: 3 });
  });

  test('colours the words on a terminal', async () => {
    expect((await search(['disk'], { tty: true })).out).toContain('\u001b[31mdisk\u001b[39m');
  });

  const codes: [args: string[], code: number, err: string][] = [
    [['nowhere'], 1, ''],
    [['"unclosed'], 1, 'a quotation mark is not closed'],
    [['"full'], 0, ''],
    [['full', 'logs/two.jsonl'], 0, ''],
    [['disk', 'logs/two.jsonl'], 1, ''],
    [['full agent:build'], 0, ''],
    [['full -stop agent:build'], 1, ''],
    [['full', 'missing'], 2, 'missing'],
    [[], 2, 'needs words'],
    [[' '], 2, 'needs words'],
    [['agent:build'], 2, 'no words'],
    [['full status:'], 2, '"status:" has no value.'],
    [['full confidence<'], 2, '"confidence<" has no value.'],
    [['full confidence<0'], 2, '"confidence<0" is not finished.'],
    [['full -confidence>0'], 1, ''],
    [['full - stop'], 1, ''],
    [['full status = failed'], 2, '"status =" has a space before its operator.'],
    [['full agent!=build'], 2, 'write -agent:build.'],
    [['full status:nonsense'], 2, 'nonsense'],
    [['full', '--limit', '0'], 2, '--limit'],
  ];
  test('nothing found with a key that is none says so', async () => {
    const ended = await search(['full colour:red']);
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(/^agent-envelopes: There is no key "colour".*To look for the text, put it in quotes\./);
    expect((await search(['full "colour:red"'])).err).toBe('');
  });

  test.each(codes)('%j ends with %i', async (args, code, text) => {
    const { err, ...ended } = await search(args);
    expect(ended.code).toBe(code);
    expect(err).toContain(text);
  });
});
