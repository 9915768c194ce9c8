import { expect, test } from 'vitest';
import { indexFiles } from '../../kit/indexFiles';
import { familiesWhere } from '../../kit/shippedFamilies';
import { log, mappedRun } from './mappedRun';

const time = (created: number) => ({ created: 1_790_000_000_000 + created * 1000 });
const span = (start: number, end: number) => ({ start: time(start).created, end: time(end).created });
const session = {
  id: 'ses_1',
  projectID: 'p1',
  directory: '/work/app',
  title: 'Listing files',
  version: '1.2.3',
  time: { ...time(0), updated: 1 },
};
const ids = (message: string, part: string) => ({ id: `prt_${part}`, sessionID: 'ses_1', messageID: `msg_${message}` });
const user = { id: 'msg_1', sessionID: 'ses_1', role: 'user', time: time(1), agent: 'build' };
const assistant = {
  id: 'msg_2',
  sessionID: 'ses_1',
  role: 'assistant',
  parentID: 'msg_1',
  mode: 'build',
  modelID: 'model-x',
  time: { ...time(2), completed: time(9).created },
  tokens: { input: 10, output: 5, reasoning: 3, cache: { read: 70, write: 2 } },
  cost: 0.5,
};
const asked = { ...ids('1', '01'), type: 'text', text: 'Which files?' };
const started = { ...ids('2', '02'), type: 'step-start' };
const thought = { ...ids('2', '03'), type: 'reasoning', text: 'I look.', time: span(2, 3) };
const listed = {
  ...ids('2', '04'),
  type: 'tool',
  callID: 'c1',
  tool: 'bash',
  state: { status: 'completed', input: { command: 'ls' }, output: 'a.txt', title: 'List', time: span(3, 4) },
};
const missed = {
  ...ids('2', '05'),
  type: 'tool',
  callID: 'c2',
  tool: 'read',
  state: { status: 'error', input: { filePath: 'b.txt' }, error: 'no such file', time: span(4, 5) },
};
const answered = { ...ids('2', '06'), type: 'text', text: 'One file.', time: span(6, 7) };
const finished = { ...ids('2', '07'), type: 'step-finish', tokens: assistant.tokens, cost: assistant.cost };
const parts = [started, thought, listed, missed, answered, finished];

test('an exported session', () => {
  const text = JSON.stringify({
    info: session,
    messages: [
      { info: user, parts: [asked, { ...asked, id: 'prt_01b', text: 'Added by the program', synthetic: true }] },
      { info: assistant, parts },
    ],
  });
  expect(mappedRun({ 'session.json': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      '- | session | Listing files | ok',
      'user > build | message | Which files? | ok',
      'build | reasoning | I look. | ok',
      'build | tool | bash List | ok | call | result',
      'build | tool | read b.txt | failed | call | result',
      'build | llm | One file. | ok',
      'build | usage | Tokens | ok | usage',
    ],
    said: [
      '1 user: Which files?',
      '2 assistant: (I look.)',
      '3 assistant: bash {"command":"ls"}',
      '3 tool: = "a.txt"',
      '4 assistant: read {"filePath":"b.txt"}',
      '4 tool: = "no such file" failed',
      '5 assistant: One file.',
    ],
    models: ['model-x'],
    calls: 2,
    results: 2,
    tokens: 90,
    cost: 0.5,
  });
});

test('an exported session is known by its messages, whatever its ids', () => {
  const read = (id: string, message: object) =>
    indexFiles({ 's.json': JSON.stringify({ info: { ...session, id }, messages: [message] }) }, familiesWhere())
      .runs()
      .map(({ family }) => family);
  expect(read('session-1', { info: user, parts: [asked] })).toEqual(['opencode']);
  expect(read('session-1', { info: user })).toEqual([]);
});

test('the storage, a file for each part', () => {
  const files = {
    'storage/session/p1/ses_1.json': session,
    'storage/message/ses_1/msg_1.json': user,
    'storage/message/ses_1/msg_2.json': assistant,
    ...Object.fromEntries([asked, ...parts].map(part => [`storage/part/${part.messageID}/${part.id}.json`, part])),
  };
  const run = mappedRun(Object.fromEntries(Object.entries(files).map(([path, one]) => [path, JSON.stringify(one)])));
  expect(run).toMatchObject({ status: 'succeeded', models: ['model-x'], calls: 2, results: 2, tokens: 90, cost: 0.5 });
  expect(run.said.map(line => line.replace(/^\d+ /, '')).toSorted()).toEqual([
    'assistant: (I look.)',
    'assistant: One file.',
    'assistant: bash {"command":"ls"}',
    'assistant: read {"filePath":"b.txt"}',
    'tool: = "a.txt"',
    'tool: = "no such file" failed',
    'user: Which files?',
  ]);
});

test('what is printed with run --format json', () => {
  const printed = (type: string, part: object) => ({ type, timestamp: time(8).created, sessionID: 'ses_1', part });
  const text = log(
    printed('step_start', started),
    printed('tool_use', listed),
    printed('text', answered),
    printed('step_finish', finished),
    { type: 'error', timestamp: time(9).created, sessionID: 'ses_1', error: { name: 'E', data: { message: 'Lost' } } },
  );
  expect(mappedRun({ 'out.jsonl': text })).toMatchObject({
    status: 'failed',
    steps: [
      'opencode | tool | bash List | ok | call | result',
      'opencode | llm | One file. | ok',
      'opencode | usage | Tokens | ok | usage',
      'opencode | event | Lost | failed',
    ],
    tokens: 90,
  });
});

test('an export of another program is no session of OpenCode', () => {
  const text = JSON.stringify({ info: { id: 'x', version: '1', time: { created: 1 } }, messages: [] });
  expect(() => mappedRun({ 'a.json': text })).toThrow('no run');
});
