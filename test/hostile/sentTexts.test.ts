import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SendAnswer, SendingSummary } from '../../server/src/shared/lspExtensions';
import { everyFourth } from '../kit/amount';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { answers, traceCollector } from '../kit/traceCollector.mjs';
import { unplainCharacters } from '../kit/unplainCharacters';
import { commandInProcess } from './commandInProcess';
import { commandsIn, steering, TERMINAL_PAYLOADS } from './printedText';
import { PAYLOADS } from './renderedLinks';

const SAID = [...TERMINAL_PAYLOADS, ...PAYLOADS, '$(zap)'].join(' ');
const RUN = log(message(1), message(2, { from: SAID, to: SAID, next: SAID }));
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** What a collector answers, that is not to be trusted. */
const ANSWERS: [about: string, status: number, body: string, headers?: Record<string, string>][] = [
  ['an error', 400, JSON.stringify({ message: SAID })],
  ['an error that begins like a command', 400, JSON.stringify({ message: `::error::evil\n${SAID}` })],
  ['an error as text', 400, SAID, { 'content-type': 'text/plain' }],
  ['an error of 10 MB', 400, JSON.stringify({ message: 'evil '.repeat(2_000_000) })],
  ['an error that nests deeply', 400, `{"message":${DEEP}}`],
  ['an error with prototypes', 400, '{"__proto__":{"message":"evil"},"toString":1,"message":{"toString":"evil"}}'],
  ['a redirect', 307, '', { location: 'http://evil.example/[x](command:evil)%1b[2J' }],
  ['a redirect to no address', 302, '', { location: 'command:evil' }],
  ['a demand for credentials', 401, JSON.stringify({ error: SAID }), { 'www-authenticate': '[x](command:evil)' }],
  ['rejected spans', 200, JSON.stringify({ partialSuccess: { rejectedSpans: '2', errorMessage: SAID } })],
  ['more rejected spans than there are', 200, '{"partialSuccess":{"rejectedSpans":1e308,"errorMessage":"evil"}}'],
  ['a number of rejected spans that is none', 200, '{"partialSuccess":{"rejectedSpans":{},"errorMessage":["evil"]}}'],
  ['a success that is none', 200, '\u0000\u001b[2J::error::evil'],
  ['a success that nests deeply', 200, `{"partialSuccess":${DEEP}}`],
];

const run = commandInProcess();

async function collectorWith(status: number, body: string, headers: Record<string, string> = {}) {
  const collector = await traceCollector(Array.from({ length: 9 }, () => answers(status, body, headers)));
  onTestFinished(collector.close);
  return collector.address;
}

function folderWithRun() {
  const folder = temporaryFolder({ 'run.jsonl': RUN });
  onTestFinished(folder.dispose);
  return folder;
}

test.each(everyFourth(ANSWERS))(
  'the command line says in lines what a collector answered: %s',
  async (_, status, body, headers) => {
    const args = ['replay', 'wf_1', 'run.jsonl', '--to', await collectorWith(status, body, headers)];
    const { code, out, err } = await run(args, { cwd: folderWithRun().path });
    expect(code).toBeOneOf([0, 1, 2]);
    expect(err).not.toMatch(/defect|\bat .*\.js:\d/);
    expect(err.split('\n').length).toBeLessThan(5);
    expect(err.length).toBeLessThan(2000);
    expect([...commandsIn(err), ...steering(err), ...steering(out)]).toEqual([]);
  },
);

describe('the server does, too', () => {
  const folder = temporaryFolder({ 'run.jsonl': RUN });
  let server: RunsClient;
  beforeAll(async () => {
    server = await startRunsServer([folder.uri]);
    await server.read();
  });
  afterAll(() => {
    server.kill('SIGKILL');
    folder.dispose();
  });

  test.each(everyFourth(ANSWERS))('%s', async (_, status, body, headers) => {
    const [root] = await server.roots();
    const redaction = { paths: true, emails: true, secrets: true, fields: [] };
    const prepared = await server.ask<SendingSummary>('agentEnvelopes/sending/prepare', { run: root?.run, redaction });
    expect(unplainCharacters(prepared.text)).toEqual([]);
    // A document in JSON, as it is sent.
    const preview = await server.ask<string>('agentEnvelopes/sending/preview', { id: prepared.id });
    expect(JSON.parse(preview)).toHaveProperty('resourceSpans');
    const address = await collectorWith(status, body, headers);
    const { text } = await server.ask<SendAnswer>('agentEnvelopes/sending/send', {
      id: prepared.id,
      address,
      headers: '',
    });
    expect(unplainCharacters(text)).toEqual([]);
    expect(text.length).toBeLessThan(700);
    expect(server.errors).toEqual([]);
  });
});
