import { expect, onTestFinished, test } from 'vitest';
import { REPLAY_AT, REPLAY_FILES, type ReplayAt } from '../../server/src/shared/protocol';
import { log, message, startRunsServer } from '../kit/runsClient';
import { claudeRequest } from '../kit/sessionLines';
import { temporaryFolder } from '../kit/temporaryFolder';

async function serverBeside(files: Parameters<typeof temporaryFolder>[0]) {
  const [workspace, home] = [temporaryFolder({ 'a.json': message(1) }), temporaryFolder(files)];
  const server = await startRunsServer([workspace.uri]);
  onTestFinished(() => {
    server.kill();
    workspace.dispose();
    home.dispose();
  });
  const steps = (file: string) =>
    server.ask<ReplayAt>(REPLAY_AT, { uri: home.uriOf(file) }).then(({ runs }) => runs.map(run => run.steps).join());
  return {
    ...server,
    home,
    include: (...files: string[]) =>
      server.ask(REPLAY_FILES, { files: files.map(file => ({ uri: home.uriOf(file) })) }),
    has: (file: string, wanted: string) =>
      server.until(
        () => steps(file),
        found => found === wanted,
      ),
  };
}

test('a file outside of all folders is read while it is included, with the logs of its sub-agents', async () => {
  const server = await serverBeside({
    's1.jsonl': log(claudeRequest('Mend it'), claudeRequest('And test it')),
    's1/subagents/agent-a.jsonl': log(claudeRequest('Look around', { agent: 'a' })),
    's1/other/b.jsonl': log(claudeRequest('No part of it')),
    's2.jsonl': log(claudeRequest('Another', { session: 's2' })),
  });
  await server.has('s1.jsonl', '');
  await server.include('s1.jsonl');
  await server.has('s1.jsonl', '3');
  server.home.append('s1.jsonl', log(claudeRequest('And this')));
  server.home.write('s1/subagents/agent-c.jsonl', log(claudeRequest('Look there', { agent: 'c' })));
  await server.include('s1.jsonl');
  await server.has('s1.jsonl', '5');
  expect(await server.outline()).toHaveLength(2);
  await server.refresh();
  await server.has('s1.jsonl', '5');
  await server.include('s2.jsonl');
  await server.has('s2.jsonl', '1');
  await server.has('s1.jsonl', '');
  await server.include();
  await server.has('s2.jsonl', '');
  expect(await server.outline()).toEqual(['wf_1: msg_1']);
});
