import { describe, expect, test } from 'vitest';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { indexFiles } from '../../kit/indexFiles';
import { indexOf } from '../index/indexOf';

const FAILED = { outcome: 'failed', status: 'failed' } as const;
const T = '2026-11-22T10:00:0';

describe('why a run failed', () => {
  test.each<[string, EntryFields[], string | undefined]>([
    ['is what the step says that ended it', [{ title: 'a' }, { title: 'No template', ...FAILED }], 'No template'],
    ['is what that step says of its failure', [{ title: 'build', ...FAILED, failure: 'No template' }], 'No template'],
    [
      'is what was answered',
      [
        { title: 'send', side: 'ask', pair: '1', outcome: 'pending' },
        { title: 'No receiver', side: 'answer', pair: '1', outcome: 'failed' },
      ],
      'send · No receiver',
    ],
    [
      'is what failed last within that step, where it says nothing',
      [
        { title: 'trace', key: '1', ...FAILED },
        { title: 'search', key: '2', parent: '1', outcome: 'failed', failure: 'timed out' },
        { title: 'save', key: '3', parent: '2', outcome: 'failed', failure: 'disk full' },
        { title: 'tell', key: '4', parent: '1', failure: 'was none' },
      ],
      'save: disk full',
    ],
    [
      'is not what failed elsewhere',
      [
        { title: 'first', key: '1', outcome: 'failed', failure: 'timed out' },
        { title: 'trace', key: '2', ...FAILED },
        { title: 'third', key: '3', parent: '1', outcome: 'failed', failure: 'disk full', at: 5n },
      ],
      'trace',
    ],
    [
      'is what it waits for, where it is blocked',
      [{ title: 'Approve?', outcome: 'pending', status: 'blocked' }],
      'Approve?',
    ],
    [
      'is nothing where it did not fail',
      [
        { title: 'a', ...FAILED },
        { title: 'b', status: 'succeeded' },
      ],
      undefined,
    ],
  ])('%s', (_, told, expected) => {
    const steps = told.map(one => ({ run: 'r', ...one }));
    expect(indexOf(fileRecordOf('a.jsonl', steps)).runs()[0]?.reason).toBe(expected);
  });

  test.each<[string, Record<string, unknown>[], string]>([
    [
      'a span',
      [
        {
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    span('1', { status: { code: 2 } }),
                    { ...span('2', { status: { code: 2, message: 'rate limit reached' } }), parentSpanId: id('1') },
                  ],
                },
              ],
            },
          ],
        },
      ],
      'span 2: rate limit reached',
    ],
    [
      'an observation',
      [
        {
          trace: { id: 't1', name: 'answer' },
          observations: [
            {
              id: 'o1',
              traceId: 't1',
              type: 'SPAN',
              name: 'answer',
              level: 'ERROR',
              statusMessage: 'no quota',
              startTime: `${T}1Z`,
              endTime: `${T}2Z`,
            },
          ],
        },
      ],
      'no quota',
    ],
    [
      'a message with an issue',
      [
        {
          id: 'msg_001',
          from: 'build',
          to: 'conductor',
          timestamp: `${T}1Z`,
          context: { project: 'p', workflowId: 'wf_1', step: 1, totalSteps: 1 },
          intent: 'implementation',
          payload: { input: 'x', output: { summary: 'Half of it is there' }, confidence: 0.8 },
          issues: [
            { severity: 'warning', message: 'slow', resolution: '' },
            { severity: 'error', message: 'The tests fail', resolution: null },
          ],
          handoff: null,
        },
      ],
      'The tests fail',
    ],
    [
      'a tool call',
      [
        { call_id: 't_0123456789', agent: 'comms', tool: 'send', args: {}, ts: `${T}1Z`, confirm_required: false },
        { call_id: 't_0123456789', ok: false, result: null, error: 'no receiver', latency_ms: 5 },
      ],
      'send · no receiver',
    ],
    [
      'a response',
      [
        {
          status: 'error',
          result: null,
          error: { message: 'worker stopped', code: 'E1', recoverable: false },
          metadata: { trace_id: 'tr1', agent_type: 'worker' },
          timestamp: `${T}1Z`,
          trace: [],
        },
      ],
      'worker stopped',
    ],
  ])('is told by %s', (_, lines, expected) => {
    const [run] = indexFiles({ 'a.jsonl': lines.map(line => JSON.stringify(line)).join('\n') }).runs();
    expect(run).toMatchObject({ status: 'failed', reason: expected });
  });
});

function span(digit: string, more: Record<string, unknown>): Record<string, unknown> {
  const start = 1_780_301_109_000_000_000n + BigInt(digit);
  return {
    traceId: 'a'.repeat(32),
    spanId: id(digit),
    name: `span ${digit}`,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 9n),
    ...more,
  };
}

function id(digit: string): string {
  return digit.repeat(16);
}

test('a trace whose root never ended goes on, whatever ended beside it', () => {
  const root = {
    title: 'root',
    run: 't',
    key: 'r',
    isUnique: true,
    outcome: 'pending',
    status: 'running',
    at: 1n,
  } as const;
  const other = { title: 'other', run: 't', key: 'o', isUnique: true, outcome: 'ok', status: 'succeeded' } as const;
  const statusOf = (...entries: EntryFields[]) => indexOf(fileRecordOf('a.json', entries)).runs()[0]?.status;
  expect(statusOf(root, { ...other, at: 2n, duration: 1n })).toBe('running');
  expect(statusOf({ ...root, outcome: 'ok', status: 'succeeded' }, { ...other, at: 2n, duration: 1n })).toBe(
    'succeeded',
  );
});
