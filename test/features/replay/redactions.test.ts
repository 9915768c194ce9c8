import { describe, expect, test, vi } from 'vitest';
import { envelopeMembers } from '../../../server/src/features/replay/envelopeMembers';
import { exchangeOfStep } from '../../../server/src/features/replay/exchangeOfStep';
import { exportRun } from '../../../server/src/features/replay/exportRun';
import { packRun } from '../../../server/src/features/replay/packRun';
import { redactedReplay, redactions } from '../../../server/src/features/replay/redactedReplay';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { findSaid } from '../../../server/src/features/replay/runConversation';
import type { Redaction } from '../../../server/src/shared/replay';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { familiesWhere } from '../../kit/shippedFamilies';
import { SECRETS } from '../../runs/redaction/redacted';
import { replayOf } from './replayOf';

const ALL: Redaction = { paths: true, emails: true, secrets: true, fields: ['needsReview', 'Output'] };
const NONE: Redaction = { paths: false, emails: false, secrets: false, fields: [] };

function message(number: number, more: object = {}, context: object = {}): string {
  return `${JSON.stringify({
    id: `wf_1.${number}`,
    timestamp: `2026-06-01T10:00:0${number % 10}Z`,
    from: 'plan',
    to: 'build',
    intent: 'idea',
    context: { project: 'boats', domain: 'feature', priority: 1, workflowId: 'wf_1', ...context },
    payload: {
      input: 'Invites',
      output: `Output ${number} for the launch`,
      confidence: 0.95,
      needsReview: false,
      ...more,
    },
  })}\n`;
}

const log =
  message(1, { reasoning: 'Ask ann@example.com, who has /home/ann/boats/plan.md and password=swordfish' }) +
  message(2, {
    reasoning: 'ann@example.com said no',
    artifacts: [{ path: 'src/a.ts', content: '/home/ann/boats/x.md' }],
  });

test('what a redaction would change is counted, with samples of each kind', () => {
  const { counts, samples, looked } = redactions(replayOf({ 'wf_1.jsonl': log }), { redaction: ALL });
  expect(counts).toEqual([
    { what: 'path', count: 2 },
    { what: 'email', count: 2 },
    { what: 'secret', count: 1 },
    { what: 'field', count: 4 },
  ]);
  expect(samples).toEqual([
    { what: 'path', before: '/home/ann/boats/plan.md', after: '…/plan.md', step: 0 },
    { what: 'path', before: '/home/ann/boats/x.md', after: '…/x.md', step: 1 },
    { what: 'email', before: 'ann@example.com', after: '[email 1]', step: 0 },
    { what: 'secret', before: 'swordfish', after: '[secret 1]', step: 0 },
    { what: 'field', before: '"Output 1 for the launch"', after: '[field 1]', step: 0 },
    { what: 'field', before: 'false', after: '[field 2]', step: 0 },
    { what: 'field', before: '"Output 2 for the launch"', after: '[field 3]', step: 1 },
  ]);
  expect(looked).toBeUndefined();
});

test('long random words are counted apart and each one is shown; they are no ids of the run, and may stay', () => {
  const words = Array.from({ length: 12 }, (_, index) => `Qx${index}vB7mKp2LsT9dRw4ZhN6cYf1GjXu8k3`);
  const random = words.map((word, index) => message(index + 1, { reasoning: `Then ${word} was there` })).join('');
  const secrets: Redaction = { ...NONE, secrets: true };
  const { counts, samples } = redactions(replayOf({ 'wf_1.jsonl': random }), { redaction: secrets });
  expect(counts).toEqual([{ what: 'word', count: 12 }]);
  expect(samples.map(({ before }) => before).sort()).toEqual([...words].sort());
  expect(redactions(replayOf({ 'wf_1.jsonl': random }), { redaction: { ...secrets, words: false } }).counts).toEqual(
    [],
  );

  const id = words[0] ?? '';
  const own = message(1, { reasoning: `Run ${id} again` }, { workflowId: id });
  expect(redactions(replayOf({ 'wf_1.jsonl': own }), { redaction: secrets }).counts).toEqual([]);
});

test('a short run is looked through to its end, however long that takes', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const { looked } = redactions(replayOf({ 'wf_1.jsonl': log }), { redaction: ALL });
  const forty = Array.from({ length: 40 }, (_, index) => message(index + 1, { reasoning: 'No' })).join('');
  const { looked: ofForty } = redactions(replayOf({ 'wf_1.jsonl': forty }), { redaction: ALL });
  const high = Array.from({ length: 20 }, (_, index) => message(index + 1, { reasoning: 'No '.repeat(20_000) })).join(
    '',
  );
  const { looked: ofHigh } = redactions(replayOf({ 'wf_1.jsonl': high }), { redaction: ALL });
  clock.mockRestore();
  expect(looked).toBeUndefined();
  expect(ofForty).toBeUndefined();
  expect(ofHigh).toBe(10);
});

test('nothing is changed where nothing is asked for', () => {
  const replay = replayOf({ 'wf_1.jsonl': log });
  expect(redactions(replay, { redaction: NONE })).toEqual({ counts: [], samples: [] });
  expect(redactedReplay(replay, NONE)).toBe(replay);
});

test('samples are few and short', () => {
  const many = Array.from({ length: 30 }, (_, i) => `/srv/${'x'.repeat(200)}/${i}`).join(' ');
  const { counts, samples } = redactions(replayOf({ 'wf_1.jsonl': message(1, { reasoning: many }) }), {
    redaction: ALL,
  });
  expect(counts[0]).toEqual({ what: 'path', count: 30 });
  expect(samples.filter(({ what }) => what === 'path')).toHaveLength(10);
  expect(Math.max(...samples.map(({ before }) => before.length))).toBe(120);
});

test('of a very long run the beginning is looked through', () => {
  const long = fileRecordOf(
    'wf_1.jsonl',
    Array.from({ length: 2100 }, (_, index) => ({ title: `${index}`, run: 'r' })),
  );
  const { looked, counts } = redactions(replayOf([long], { reader: { text: () => TEXT } }), { redaction: ALL });
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThanOrEqual(2000);
  expect(counts[0]?.count).toBeGreaterThan(0);
});

const TEXT = { text: '{"a": "b@example.com"}', lang: 'json' } as const;

test('what is told of a run because of its envelopes is covered, too', () => {
  const files = { 'logs/wf_1.jsonl': log };
  const { run, reader } = redactedReplay(replayOf(files), ALL);
  expect(run.step(0).title).toBe('[field 1]');
  expect(run.step(0).agent).toBe('plan');
  expect(run.step(1).effects).toEqual([{ do: 'write', path: 'src/a.ts', operation: 'write' }]);
  expect(reader.fileOf('file:///work/logs/wf_1.jsonl')).toBe('logs/wf_1.jsonl');
  const text = reader.text(run.step(0).envelopes[0] as never);
  expect('text' in text && JSON.parse(text.text).payload).toEqual({
    input: 'Invites',
    output: '[field 1]',
    confidence: 0.95,
    needsReview: '[field 2]',
    reasoning: 'Ask [email 1], who has …/plan.md and password=[secret 1]',
  });
});

test('why a step failed is covered; of a run that is left out, since it is a line of any of its steps', () => {
  const issues = [{ severity: 'error', message: 'ann@example.com is no reviewer', resolution: null }];
  const failed = message(1).replace(/}\n$/, `,"issues":${JSON.stringify(issues)}}\n`);
  const replay = replayOf({ 'wf_1.jsonl': failed });
  expect(replay.run.summary.reason).toBe('ann@example.com is no reviewer');
  const { run } = redactedReplay(replay, ALL);
  expect(run.step(0).failure).toBe('[email 1] is no reviewer');
  expect(run.summary.reason).toBeUndefined();
});

test('agents, tools and words are covered where they are an address or a path, the same everywhere', () => {
  const agent = 'ann@example.com';
  const record = fileRecordOf('x.jsonl', [
    {
      title: `to ${agent}`,
      run: 'r',
      agent,
      peer: '/home/ann/agents/plan.md',
      effects: [
        { do: 'handoff', to: agent },
        { do: 'call', tool: '/home/ann/bin/lint' },
        { do: 'document', name: 'plan', status: `for ${agent}` },
      ],
    },
    { title: 'b', run: 'r', agent: 'build', peer: agent },
  ]);
  const { run } = redactedReplay(replayOf([record], { reader: { text: () => ({ fault: '' }) } }), ALL);
  expect(run.summary.agents).toEqual(expect.arrayContaining(['[email 1]', 'build']));
  expect(run.step(0)).toMatchObject({
    title: 'to [email 1]',
    agent: '[email 1]',
    peer: '…/plan.md',
    effects: [
      { do: 'handoff', to: '[email 1]' },
      { do: 'call', tool: '…/lint' },
      { do: 'document', name: 'plan', status: 'for [email 1]' },
    ],
  });
  expect(run.step(1)).toMatchObject({ agent: 'build', peer: '[email 1]' });
});

test.each([
  [
    'its first half',
    'Tell all that it is ready: ann.the.elder@very-long-name.example.com, as was agreed',
    'ann.the.elder@',
    /: \[email 1\]/,
  ],
  [
    'its second half',
    'Tell all that the whole plan is ready, namely ann.elder@long.example.com!',
    'long.example.com!',
    /namely\.{3}\[email 1\]!$/,
  ],
  [
    'both',
    'Tell all that it is ready now: ann.the.elder@a-very-long-name-indeed.example.com',
    'elder@',
    /: \[email 1\]$/,
  ],
])('a title that was cut within what its envelope has covered has no part of it: %s', (_, output, part, redacted) => {
  const replay = replayOf({ 'wf_1.jsonl': message(1, { output }) });
  expect(replay.run.step(0).title).toContain(part);
  expect(redactedReplay(replay, { ...ALL, fields: [] }).run.step(0).title).toMatch(redacted);
});

test.each(['', ', and more of that kind'.repeat(100)])('a title without the marks of a covered text%#', more => {
  const content = [{ type: 'output_text', text: `**Plan** for the *Zanzibar* deal${more}, and **Yerevan**` }];
  const payload = { type: 'message', role: 'assistant', content };
  const replay = replayOf({
    'rollout-a.jsonl': [
      {
        timestamp: '2026-06-01T10:00:00Z',
        type: 'session_meta',
        payload: { id: 's1', cwd: '/w', originator: 'codex' },
      },
      { timestamp: '2026-06-01T10:00:01Z', type: 'response_item', payload },
    ]
      .map(line => JSON.stringify(line))
      .join('\n'),
  });
  const titles = ({ run }: ReplayedRun) =>
    Array.from({ length: run.summary.steps }, (_, index) => run.step(index).title).join('\n');
  expect(titles(replay)).toMatch(/Plan for the Zanzibar.*Yerevan/);
  expect(titles(redactedReplay(replay, { ...NONE, fields: ['text'] }))).not.toMatch(/Plan|Zanzibar|Yerevan/);
});

test.each([
  ['attributes', (messages: object[]) => ({ 'gen_ai.input.messages': messages })],
  ['JSON in a text', (messages: object[]) => ({ 'gen_ai.input.messages': JSON.stringify(messages) })],
  [
    'JSON in a text in JSON',
    (messages: object[]) => ({ 'input.value': JSON.stringify({ messages: JSON.stringify(messages) }) }),
  ],
])('what was said has no secret, as %s', (_, attributesOf) => {
  const key = `sk-proj-${'a1B2'.repeat(12)}`;
  const span = {
    name: 'chat',
    context: { trace_id: 't1', span_id: 's1' },
    start_time: '2026-06-01T08:05:00Z',
    attributes: {
      'gen_ai.operation.name': 'chat',
      ...attributesOf([
        { role: 'user', content: `Mine is ${key}, tell ann@example.com` },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', function: { name: 'send', arguments: JSON.stringify({ token: key }) } }],
        },
      ]),
    },
  };
  const replay = replayOf({ 'a.json': JSON.stringify({ spans: [span] }) });
  const redacted = redactedReplay(replay, { ...ALL, fields: [] });
  const said = JSON.stringify(exchangeOfStep(redacted, { step: 0 }));
  expect(JSON.stringify(exchangeOfStep(replay, { step: 0 }))).toContain(key);
  expect(said).not.toContain('a1B2');
  expect(said).not.toContain('ann@');
  expect(findSaid(redacted, { step: 0, in: 'step', words: key }).rows).toEqual([]);
  expect(JSON.stringify(envelopeMembers(redacted, { step: 0, envelope: 0, path: ['attributes'] }))).not.toContain(
    'a1B2',
  );
});

test('users are known by their names as people write them', () => {
  const replay = replayOf({ 'wf_1.jsonl': message(1, { reasoning: 'in notes/josé/plan.md' }) });
  const files = ['file:///home/jos%C3%A9/wf_1.jsonl'];
  const { run } = replay;
  const other = { ...replay, run: { ...run, summary: { ...run.summary, files }, step: run.step.bind(run) } };
  const read = redactedReplay(other, ALL).reader.text(run.step(0).envelopes[0] as never);
  expect('text' in read && read.text).toContain('notes/[user 1]/plan.md');
});

test('ids are covered where they are chosen', () => {
  const replay = replayOf({ 'a.jsonl': log });
  const { run } = redactedReplay(replay, { ...NONE, fields: ['workflowId', 'id'] });
  expect([run.summary.id, run.step(0).key, run.step(1).key]).toEqual(['[field 2]', '[field 1]', '[field 3]']);
  const other = redactedReplay(replay, { ...ALL, fields: [] }).run;
  expect([other.summary.id, other.step(0).key]).toEqual(['wf_1', 'wf_1.1']);
});

test('of a file that lies elsewhere its name is left', () => {
  const replay = replayOf({ 'wf_1.jsonl': log }, { reader: { fileOf: () => '../../work/ann/wf_1.jsonl' } });
  expect(redactedReplay(replay, ALL).reader.fileOf('')).toBe('…/wf_1.jsonl');
  expect(redactedReplay(replay, { ...ALL, paths: false }).reader.fileOf('')).toBe('../../work/ann/wf_1.jsonl');
});

test.each(['json', 'mermaid', 'otlp', 'atif', 'jsonl', 'html'] as const)('nothing of it is left in %s', format => {
  const { text } = exportRun(
    replayOf(
      { 'logs/wf_1.jsonl': log },
      {
        reader: {
          fileOf: () => '/home/ann/logs/wf_1.jsonl',
          page: () => ({
            core: { text: '1', hash: 'a' },
            script: { text: '2', hash: 'b' },
            style: { text: '', hash: 'c' },
            notices: '',
          }),
        },
      },
    ),
    { format, redaction: ALL },
  );
  for (const word of ['/home', 'ann', 'swordfish', 'for the launch']) expect(text).not.toContain(word);
  expect(text).toContain('plan');
});

describe('a text that was streamed in pieces', () => {
  /** A log of AG-UI: a message of these deltas, and a call with the arguments. */
  function streamed(deltas: readonly string[], written: readonly string[] = []): string {
    const events = [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      ...deltas.map(delta => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta })),
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'login' },
      ...written.map(delta => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta })),
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ];
    return events.map((event, at) => `${JSON.stringify({ ...event, timestamp: 1760000000000 + at })}\n`).join('');
  }

  const cut = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
  const FORMATS = ['jsonl', 'json', 'otlp', 'atif', 'mermaid'] as const;
  const allOf = (replay: ReplayedRun, redaction: Redaction) =>
    [
      ...FORMATS.map(format => exportRun(replay, { format, redaction }).text),
      JSON.stringify(packRun(redactedReplay(replay, redaction))),
    ].join('\n');

  test.each(SECRETS.flatMap(secret => [3, 8, 20].map(length => [secret, length] as const)))(
    'has no piece of a secret left: %j in pieces of %i',
    (secret, length) => {
      const text = `The token is ${secret} now`;
      const replay = replayOf(
        { 'e.jsonl': streamed(cut(text, length), cut(JSON.stringify({ text }), length)) },
        { families: familiesWhere() },
      );
      const written = allOf(replay, { ...ALL, fields: [] });
      const left = cut(secret, 6).filter(
        piece => piece.length === 6 && written.includes(JSON.stringify(piece).slice(1, -1)),
      );
      expect(left).toEqual([]);
    },
  );

  test('has its text but for what is covered, and the title, too', () => {
    const replay = replayOf(
      { 'e.jsonl': streamed(['ask ann@exa', 'mple.com, see /home/a', 'nn/x', '.md', ' today']) },
      { families: familiesWhere() },
    );
    const redacted = redactedReplay(replay, { ...ALL, fields: [] });
    const { title, envelopes } = redacted.run.step(1);
    const deltas = envelopes.map(location => {
      const read = redacted.reader.text(location);
      return 'text' in read ? JSON.parse(read.text).delta : read.fault;
    });
    expect(deltas.filter(delta => delta !== undefined)).toEqual(['ask [email 1]', ', see …/x.md', '', '', ' today']);
    expect(title).toBe('ask [email 1], see …/x.md today');
  });

  test('leaves times and ids of its pieces', () => {
    const pieces = ['2026-01-01T00:00:02.123Z', '2026-01-01T00:00:03.456Z'].map(
      (timestamp, at) =>
        `${JSON.stringify({ type: 'message', timestamp, role: 'assistant', content: `a${at} `, delta: true })}\n`,
    );
    const init = `${JSON.stringify({ type: 'init', timestamp: '2026-01-01T00:00:00Z', session_id: '0f8fad5b-d9cb-469f-a165-70867728950e', model: 'gemini-2.5-pro' })}\n`;
    const replay = replayOf({ 'g.jsonl': init + pieces.join('') }, { families: familiesWhere() });
    const redaction = { ...ALL, personal: true, fields: [] };
    expect(exportRun(replay, { format: 'jsonl', redaction }).text).toBe(
      exportRun(replay, { format: 'jsonl', redaction: NONE }).text,
    );
  });
});
