import { describe, expect, test } from 'vitest';
import { inferCommand } from '../../../server/src/cli/commands/infer';
import { readProtocol } from '../../kit/declaredProtocols';
import { exampleOf } from '../../kit/examples';
import { folder, run } from '../run';

const lines = Array.from({ length: 12 }, (_, n) =>
  JSON.stringify({ job_id: `j-${n}`, asked_by: 'ann', goal_text: `Step\u202e ${n}`, status: n % 2 ? 'open' : 'done' }),
);
const files = {
  'logs/jobs.jsonl': `${lines.join('\n')}\n`,
  'logs/reply.json': JSON.stringify(exampleOf('toolcall/result')),
  'logs/x.agent-protocol.json': '{"id": "x", "kinds": {}}',
  'empty/a.md': '# Nothing\n',
};

const infer = (args: string[], cwd = folder(files)) => run(['infer', ...args], { cwd, commands: [inferCommand()] });

describe('agent-envelopes infer', () => {
  test('writes a declaration, and each guess with its support beside', async () => {
    const { code, out, err } = await infer(['logs', '--id', 'jobs']);
    expect(code).toBe(0);
    const declaration = JSON.parse(out);
    expect(declaration.id).toBe('jobs');
    expect(readProtocol(declaration).faults).toEqual([]);
    expect(err).toMatchInlineSnapshot(`
      "agent-envelopes: 1 envelope left out: toolcall/result is built in.
      agent-envelopes: inferred "jobs" from 12 samples:
      envelope: 12 of 12 samples: the same properties
        job_id, asked_by, goal_text, status: always there (12 of 12)
        status: 2 words that repeat (12 of 12)
        signature: any 3 of 4 signs (12 of 12)
        tells id: /job_id (12 of 12)
        tells agent: /asked_by (12 of 12)
        tells status: /status (12 of 12)
        status: words that say how it went (12 of 12)
      "
    `);
  });

  test('takes the id from the path', async () => {
    const { out } = await infer(['logs/jobs.jsonl']);
    expect(JSON.parse(out).id).toBe('jobs');
  });

  test('says so where there is nothing to infer from', async () => {
    const { code, out, err } = await infer(['empty']);
    expect({ code, out, err }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "agent-envelopes: no objects to infer a protocol from.
      ",
        "out": "",
      }
    `);
    expect((await infer(['logs/reply.json'])).err).toContain('1 envelope left out: toolcall/result is built in.');
  });

  test('names a file whose objects are too long to infer from, with their size', async () => {
    const long = (name: string) => JSON.stringify({ job_id: name, text: '-'.repeat(5_100_000) });
    const cwd = folder({ ...files, 'logs/long.json': long('a'), 'logs/two.jsonl': `${long('b')}\n${long('c')}\n` });
    const { code, err } = await infer(['logs', '--id', 'jobs'], cwd);
    expect(code).toBe(0);
    expect(err.split('\n').filter(line => line.includes('MB'))).toEqual([
      'agent-envelopes: logs/long.json is left out, or in part: an object of 5.1 MB is too long to infer from; the longest that is used has 5 MB.',
      'agent-envelopes: logs/two.jsonl is left out, or in part: an object of 5.1 MB is too long to infer from; the longest that is used has 5 MB.',
    ]);
    expect(err).toContain('inferred "jobs" from 12 samples');
  });

  test('refuses wrong usage, and tells what could not be read', async () => {
    expect((await infer([])).code).toBe(2);
    expect((await infer(['logs', '--id', 'toolcall'])).err).toContain('"--id toolcall" can\'t be used: it is taken');
    expect((await infer(['logs', '--id', '../x'])).err).toContain('it must begin with a letter');
    const { code, out, err } = await infer(['logs', 'gone.json']);
    expect(code).toBe(2);
    expect(err).toContain('gone.json: ');
    expect(JSON.parse(out).kinds).toBeDefined();
  });
});
