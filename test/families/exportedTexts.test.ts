// What an exported trace or trajectory must keep: every text of every envelope, in a form that is valid for other readers.
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { exportRun } from '../../server/src/features/replay/exportRun';
import { replayOf } from '../features/replay/replayOf';
import { examples } from '../kit/examples';

const NOTHING = { paths: false, emails: false, secrets: false, fields: [] };
const FORMATS = ['otlp', 'atif'] as const;

/** All texts in a value, also in the JSON of its strings. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    if (/^\s{0,9}[[{]/.test(value)) {
      try {
        yield* textsIn(JSON.parse(value));
      } catch {}
    }
  } else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

const told = examples.flatMap(({ kind, value }, index): [name: string, value: object][] => {
  try {
    replayOf({ 'a.json': JSON.stringify(value) });
    return [[`${kind.id} ${index}`, value]];
  } catch {
    return [];
  }
});

test('most kinds tell of a run', () => expect(told.length).toBeGreaterThan(20));

describe.each(told)('the texts of %s', (_, value) => {
  test.each(FORMATS)('are in the export as %s', format => {
    const replay = replayOf({ 'a.json': JSON.stringify(value) });
    const { text } = exportRun(replay, { format, redaction: NOTHING });
    const written = new Set(textsIn(JSON.parse(text)));
    for (let index = 0; index < replay.run.summary.steps; index++) {
      for (const location of replay.run.step(index).envelopes) {
        const read = replay.reader.text(location);
        if (!('text' in read) || read.lang === 'markdown') continue;
        for (const one of textsIn(JSON.parse(read.text))) expect(written).toContain(one);
      }
    }
  });
});

/** The shapes that OpenTelemetry's conventions for generative AI give messages. */
const shape = (types: string[], required: string[], properties: object = {}) => ({
  anyOf: [{ not: { properties: { type: { enum: types } } } }, { required, properties }],
});
const PART = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string' } },
  allOf: [
    shape(['text', 'reasoning'], ['content'], { content: { type: 'string' } }),
    shape(['tool_call'], ['name'], { id: { type: ['string', 'null'] }, name: { type: 'string' } }),
    shape(['tool_call_response'], ['response']),
    shape(['uri'], ['uri', 'modality']),
    shape(['blob'], ['content', 'modality']),
  ],
};
const message = (required: string[]) => ({
  type: 'array',
  items: {
    type: 'object',
    required,
    properties: {
      role: { type: 'string' },
      name: { type: ['string', 'null'] },
      finish_reason: { type: 'string' },
      parts: { type: 'array', items: PART },
    },
  },
});
const ajv = new Ajv({ strict: false });
const validators = {
  'gen_ai.input.messages': ajv.compile(message(['role', 'parts'])),
  'gen_ai.output.messages': ajv.compile(message(['role', 'parts', 'finish_reason'])),
};

function messagesIn(text: string): [name: string, messages: unknown[]][] {
  const spans: { attributes: { key: string; value: { stringValue: string } }[] }[] =
    JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
  return spans.flatMap(({ attributes }) =>
    attributes
      .filter(({ key }) => key in validators)
      .map(({ key, value }): [string, unknown[]] => [key, JSON.parse(value.stringValue)]),
  );
}

test('messages in an exported trace are valid by the conventions', () => {
  const all = told.flatMap(([, value]) =>
    messagesIn(exportRun(replayOf({ 'a.json': JSON.stringify(value) }), { format: 'otlp', redaction: NOTHING }).text),
  );
  expect(all.length).toBeGreaterThan(10);
  for (const [name, messages] of all) {
    const validate = validators[name as keyof typeof validators];
    expect([name, messages, validate(messages), validate.errors]).toEqual([name, messages, true, null]);
  }
});

test.each<[reason: unknown, parts: object[], written: string]>([
  ['length', [{ type: 'text', content: 'half' }], 'length'],
  [undefined, [{ type: 'text', content: 'done' }], 'stop'],
  [undefined, [{ type: 'tool_call', id: 'c', name: 'look', arguments: {} }], 'tool_call'],
])('a message out says why it ended: %s', (reason, parts, written) => {
  const span = {
    ...{ name: 'chat', context: { trace_id: 't', span_id: 's' }, start_time: 1, end_time: 2 },
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': [{ role: 'assistant', parts }],
      ...(reason !== undefined && { 'gen_ai.response.finish_reasons': [reason] }),
    },
  };
  const { text } = exportRun(replayOf({ 'a.json': JSON.stringify({ spans: [span] }) }), {
    format: 'otlp',
    redaction: NOTHING,
  });
  expect(messagesIn(text)).toMatchObject([['gen_ai.output.messages', [{ finish_reason: written }]]]);
});
