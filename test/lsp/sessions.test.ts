import { expect, onTestFinished, test } from 'vitest';
import type { ReplayAt, SessionsAnswer } from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { startServer } from '../kit/lspClient';
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
    server
      .ask<ReplayAt>('agentEnvelopes/replay/at', { uri: home.uriOf(file) })
      .then(({ runs }) => runs.map(run => run.steps).join());
  return {
    ...server,
    home,
    include: (...files: string[]) =>
      server.ask('agentEnvelopes/replay/files', { files: files.map(file => ({ uri: home.uriOf(file) })) }),
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

test('sessions are listed where the user allows it, and say what they are about', async () => {
  const home = temporaryFolder({
    '.claude/projects/-work-shop/a.jsonl': log(claudeRequest('Mend it')),
    '.claude/projects/-work-shop/b.jsonl': 'broken',
    'secret.jsonl': log(claudeRequest('Not listed')),
  });
  const server = await startServer({
    env: { HOME: home.path, USERPROFILE: home.path, CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' },
  });
  onTestFinished(() => {
    server.kill();
    home.dispose();
  });
  const folders = [home.pathOf('.claude/projects'), home.pathOf('.codex/sessions')];
  expect(await server.ask('agentEnvelopes/sessions', { isAllowed: false })).toEqual({ folders, sessions: [] });
  const { sessions } = await server.ask<SessionsAnswer>('agentEnvelopes/sessions', { isAllowed: true });
  const [a, b] = ['a', 'b'].map(name => sessions.find(session => session.name === name));
  expect(a).toEqual({
    uri: home.uriOf('.claude/projects/-work-shop/a.jsonl'),
    name: 'a',
    project: '-work-shop',
    facts: ['being written', 'Claude Code', '1 KB'],
    isLive: true,
  });
  const files = [a, b, { uri: home.uriOf('secret.jsonl') }].map(session => ({ uri: session?.uri }));
  expect(await server.ask('agentEnvelopes/sessions/summaries', { files })).toEqual([
    { title: 'Mend it', project: '/work/shop' },
    null,
    null,
  ]);
  expect(await server.stop()).toBe(0);
});

test.runIf(runsEverything)(
  'sessions of agents whose readers are declarations say what they are about, too',
  async () => {
    const thread = {
      v: 1,
      id: 'T-1',
      created: 1,
      messages: [{ role: 'user', messageId: 0, content: [{ type: 'text', text: 'Look around' }] }],
    };
    const home = temporaryFolder({
      '.local/share/goose/sessions/g1.jsonl': [
        { working_dir: '/work/shop', description: 'Mend it', message_count: 1 },
        { role: 'user', created: 1, content: [{ type: 'text', text: 'Mend it' }] },
      ]
        .map(line => JSON.stringify(line))
        .join('\n'),
      '.local/share/amp/threads/T-1.json': JSON.stringify(thread, undefined, 2),
      ...stored(STORED),
    });
    const server = await startServer({
      env: { HOME: home.path, USERPROFILE: home.path, CODEX_HOME: '', CLAUDE_CONFIG_DIR: '', XDG_DATA_HOME: '' },
    });
    onTestFinished(() => {
      server.kill();
      home.dispose();
    });
    const { sessions } = await server.ask<SessionsAnswer>('agentEnvelopes/sessions', { isAllowed: true });
    const files = sessions.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(files.map(({ name, facts }) => `${name}: ${facts[1]}`)).toEqual([
      'T-1: Amp',
      'g1: Goose',
      'ses_1: OpenCode',
    ]);
    const summaries = await server.ask('agentEnvelopes/sessions/summaries', {
      files: files.map(({ uri }) => ({ uri })),
    });
    expect(summaries).toEqual([
      { title: 'Look around' },
      { title: 'Mend it', project: '/work/shop' },
      { title: 'Mend it', project: '/work/shop' },
    ]);
  },
);

const created = (second: number) => ({ created: 1_790_000_000_000 + second * 1000 });
const inSession = { sessionID: 'ses_1', messageID: 'msg_1' };
const STORED = {
  'session/p1/ses_1.json': {
    id: 'ses_1',
    projectID: 'p1',
    directory: '/work/shop',
    title: 'Mend it',
    time: created(0),
  },
  'message/ses_1/msg_1.json': { id: 'msg_1', sessionID: 'ses_1', role: 'user', time: created(1) },
  'part/msg_1/prt_1.json': { id: 'prt_1', ...inSession, type: 'text', text: 'Mend it, please' },
  'message/ses_2/msg_2.json': { id: 'msg_2', sessionID: 'ses_2', role: 'user', time: created(2) },
};
const stored = (files: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, value]) => [
      `.local/share/opencode/storage/${path}`,
      JSON.stringify(value, undefined, 2),
    ]),
  );

test('a session of OpenCode is a file for each message and each part: it is listed, and read while it is included', async () => {
  const server = await serverBeside(stored(STORED));
  const session = '.local/share/opencode/storage/session/p1/ses_1.json';
  await server.include(session);
  await server.has(session, '3');
  for (const [path, text] of Object.entries(
    stored({
      'message/ses_1/msg_3.json': { id: 'msg_3', sessionID: 'ses_1', role: 'assistant', time: created(3) },
      'part/msg_3/prt_3.json': { id: 'prt_3', sessionID: 'ses_1', messageID: 'msg_3', type: 'text', text: 'Done' },
    }),
  ))
    server.home.write(path, text);
  await server.include(session);
  await server.has(session, '5');
  await server.include();
  await server.has(session, '');
});

test('a window without a folder shows sessions, too', async () => {
  const home = temporaryFolder({ 's1.jsonl': log(claudeRequest('Mend it')) });
  const server = await startRunsServer([]);
  onTestFinished(() => {
    server.kill();
    home.dispose();
  });
  const uri = home.uriOf('s1.jsonl');
  await server.ask('agentEnvelopes/replay/files', { files: [{ uri }] });
  const { runs } = await server.until(
    () => server.ask<ReplayAt>('agentEnvelopes/replay/at', { uri }),
    found => found.runs.length === 1,
  );
  expect(runs[0]).toMatchObject({ id: 's1', title: 'Mend it' });
});
