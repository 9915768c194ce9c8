import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';

const TRACE = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const SPAN = '00a1b2c3d4e5f607';
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const record = (eventName: string, body: object[], attributes: object[] = []) => ({
  timeUnixNano: '1780301109000000000',
  traceId: TRACE,
  spanId: SPAN,
  eventName,
  body: { kvlistValue: { values: body } },
  attributes,
});
const request = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
const span = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: TRACE,
              spanId: SPAN,
              name: 'chat small',
              startTimeUnixNano: '1780301108000000000',
              endTimeUnixNano: '1780301110000000000',
              attributes: [text('gen_ai.operation.name', 'chat'), text('gen_ai.request.model', 'small')],
            },
          ],
        },
      ],
    },
  ],
};
const asked = record('gen_ai.user.message', [text('content', 'Which train goes to Rome?')]);
const choice = record('gen_ai.choice', [
  { key: 'message', value: { kvlistValue: { values: [text('content', 'FR 9421')] } } },
]);
const messages = [{ role: 'user', parts: [{ type: 'text', content: 'Which train goes to Rome?' }] }];

/** What the records in a file said, each a step in the span that it was logged in. */
function saidIn(...files: object[]): (string | undefined)[][] {
  const replay = replayOf(Object.fromEntries(files.map((file, index) => [`${index}.json`, JSON.stringify(file)])));
  const { steps } = replay.run.summary;
  expect(replay.run.step(0).title).toBe('chat small');
  return Array.from({ length: steps - 1 }, (_, index) => {
    const { kind, parent } = replay.run.step(index + 1);
    expect([kind, parent]).toEqual(['otlp/log:message', 0]);
    return exchangeOfStep(replay, { step: index + 1 }).rows.flatMap(({ role, pieces }) =>
      pieces.map(piece => `${role}: ${'text' in piece ? piece.text : ''}`),
    );
  });
}

describe('what a model was asked and answered is read from', () => {
  test('a message in each record of a request', () => {
    expect(saidIn(span, request(asked, choice))).toEqual([['user: Which train goes to Rome?'], ['assistant: FR 9421']]);
  });

  test('the attributes of one record', () => {
    const details = record(
      '',
      [],
      [
        text('event.name', 'gen_ai.client.inference.operation.details'),
        text('gen_ai.input.messages', JSON.stringify(messages)),
      ],
    );
    expect(saidIn(span, request(details))).toEqual([['user: Which train goes to Rome?']]);
  });

  test('a record as Python prints it, and as JavaScript does', () => {
    const python = {
      body: { content: 'Which train goes to Rome?' },
      attributes: { 'event.name': 'gen_ai.user.message' },
      timestamp: '2026-06-01T08:05:09.000000Z',
      trace_id: `0x${TRACE}`,
      span_id: `0x${SPAN}`,
    };
    const javascript = {
      hrTime: [1780301109, 0],
      attributes: {
        'event.name': 'gen_ai.client.inference.operation.details',
        'gen_ai.input.messages': JSON.stringify(messages),
      },
      spanContext: { traceId: TRACE, spanId: SPAN },
    };
    for (const one of [python, javascript]) expect(saidIn(span, one)).toEqual([['user: Which train goes to Rome?']]);
  });
});

test.each([
  ['logs of other programs', request({ ...asked, eventName: 'http.request' })],
  ['a record of no trace', { eventName: 'gen_ai.user.message', body: { content: 'hi' } }],
  ['an event of analytics', { eventName: 'signup', traceId: TRACE, body: {} }],
])('%s are none of ours', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});
