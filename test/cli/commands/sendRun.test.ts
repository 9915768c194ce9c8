import { describe, expect, test } from 'vitest';
import { replayCommand } from '../../../server/src/cli/commands/replay';
import { createSendRun } from '../../../server/src/cli/createSendRun';
import { sendSpans } from '../../../server/src/network/sendSpans';
import { oneOf } from '../../kit/amount';
import { log, message } from '../../kit/runsClient';
import { collector, endless, LONG_RUN, originalRun, sentRun } from '../../kit/sentRun';
import { answers, type CollectorAnswer, takes } from '../../kit/traceCollector.mjs';
import { noRequest } from '../noRequest';
import { folder, run } from '../run';

// That the built command line is made of this, and sends a long run in batches, is held by test/lsp/sendRun.test.ts.

const commands = [
  replayCommand({
    page: () => undefined,
    request: noRequest,
    sendRun: createSendRun({ sendSpans, interrupted: () => new AbortController().signal }),
  }),
];

/** Of two batches. */
const MIDDLE = log(...Array.from({ length: 600 }, (_, index) => message(index)));
const SHORT = log(message(1), message(2), message(3));

interface ReplayOptions {
  files?: Record<string, string>;
  env?: Record<string, string>;
}

function replay(args: readonly string[], { files = { 'long.jsonl': LONG_RUN }, env = {} }: ReplayOptions = {}) {
  return run(['replay', ...args], { cwd: folder(files), env, commands });
}

function dateIn(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toUTCString();
}

describe('the command line sends a run', () => {
  test('to a base path, to which a small run is sent as it is', async () => {
    const { address, requests } = await collector();
    const { code } = await replay(['a.jsonl', '--to', `${address}/otlp/`], { files: { 'a.jsonl': log(message(1)) } });
    expect(code).toBe(0);
    expect(requests[0]).toMatchObject({ url: '/otlp/v1/traces' });
    expect(requests[0]?.headers['content-length']).toBe(String(Buffer.byteLength(requests[0]?.text ?? '')));
  });

  test('without the secrets in it', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const files = { 'a.jsonl': log(message(1).replace('as asked', `mail ann@example.com, ${token}`)) };
    const { address, requests } = await collector();
    const { code, err } = await replay(['a.jsonl', '--to', address, '--redact'], { files });
    expect(code).toBe(0);
    expect(err).toMatch(/redacted: .*e-mail address.* and .*key/);
    expect(requests[0]?.text).toContain('[email 1]');
    expect(requests[0]?.text).not.toMatch(/ann@example|ghp_/);
  });

  test.each(
    oneOf<[string, CollectorAnswer]>(2, [
      ['503 with Retry-After', answers(503, 'busy', { 'retry-after': '0' })],
      ['503 until a date', answers(503, '', { 'retry-after': 'Wed, 01 Jul 2020 09:00:00 GMT' })],
      ['429', answers(429, '', { 'retry-after': '0' })],
      ['a cut connection', response => response.destroy()],
    ]),
  )('with only what was not taken again: %s', async (_, failure) => {
    const { address, requests, taken } = await collector([takes, failure, takes, takes]);
    const { code, err } = await replay(['long.jsonl', '--to', address]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Sent 1,100 spans') });
    expect(requests).toHaveLength(4);
    expect(requests[2]?.text).toBe(requests[1]?.text);
    expect(new Set(taken).size).toBe(3);
    expect(sentRun(taken)).toEqual(originalRun(LONG_RUN));
  });

  test.each(
    oneOf<[string, CollectorAnswer, string]>(2, [
      ['a closed connection', response => response.destroy(), 'closed the connection before it answered'],
      ['503', answers(503, '{"message":"busy, t0ken-1"}', { 'retry-after': '1' }), 'answered 503: "busy, …"'],
    ]),
  )('and tells at once that it tries again: %s', async (_, failure, reason) => {
    const { address } = await collector([failure, failure]);
    const { code, err } = await replay(['a.jsonl', '--to', address], {
      files: { 'a.jsonl': SHORT },
      env: { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t0ken-1' },
    });
    expect(code).toBe(0);
    // The same reason twice is one line.
    expect(err.split('\n').slice(1)).toEqual([
      expect.stringMatching(/; trying again for (60|5\d) s\.$/),
      `Sent 3 spans to ${address}/v1/traces.`,
      '',
    ]);
    expect(err).toContain(`${address}/v1/traces ${reason}; `);
    expect(err).not.toContain('t0ken');
  });

  test.each(
    oneOf<[string, CollectorAnswer, RegExp]>(2, [
      [
        '400',
        answers(400, '{"message":"bad \\u001b[2J span"}'),
        /answered 400: "bad \[2J span"; 512 of 600 spans arrived/,
      ],
      [
        '401',
        answers(401, '{"message":"not t0ken-1"}'),
        /answered 401: "not …"; 512.* It did not accept the headers that are set in OTEL_EXPORTER_OTLP_HEADERS; correct them\./,
      ],
      ['404', answers(404), /answered 404; .*Check the path/],
      ['421', answers(421), /answered 421;/],
      ['500', answers(500, '<html>', { 'content-type': 'text/html' }), /answered 500; 512/],
      [
        'a redirect',
        answers(307, '', { location: 'http://ann:s3cret@127.0.0.1:9/v1/traces?key=s3cret' }),
        /answered 307, a redirect to http:\/\/127\.0\.0\.1:9, which is not followed; 512/,
      ],
      [
        '503 for an hour',
        answers(503, '', { 'retry-after': '3600' }),
        /answered 503; 512 of 600 spans arrived\. The collector asks to wait 1 h; try again then\./,
      ],
      [
        '429 until a date',
        answers(429, '', { 'retry-after': dateIn(7_200_000) }),
        /asks to wait (2 h|1 h \d+ min); try again then\./,
      ],
    ]),
  )('and ends where a batch is refused: %s', async (_, refusal, expected) => {
    const { address, requests } = await collector([takes, refusal]);
    const { code, err } = await replay(['a.jsonl', '--to', address], {
      files: { 'a.jsonl': MIDDLE },
      env: { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t0ken-1' },
    });
    expect(code).toBe(2);
    expect(err).toMatch(expected);
    expect(err.trimEnd().split('\n')).toHaveLength(2);
    expect(err).not.toMatch(/t0ken|s3cret|\p{Cc}(?<!\n)/u);
    expect(requests).toHaveLength(2);
  });

  test('of which some spans are rejected', async () => {
    const partly = answers(200, '{"partialSuccess":{"rejectedSpans":"12","errorMessage":"too old"}}');
    const { address, requests } = await collector([takes, partly]);
    const { code, err } = await replay(['long.jsonl', '--to', address]);
    expect(code).toBe(1);
    expect(err).toMatch(/Sent 1,100 spans to .*\. It rejected 12 of them: too old\.\n$/);
    expect(requests).toHaveLength(3);
  });

  test.each(
    oneOf<[string, CollectorAnswer]>(2, [
      ['empty', answers(200, '', { 'content-type': 'text/html' })],
      ['empty with 202', answers(202, '\n', { 'content-type': 'text/plain' })],
      ['JSON without its type', answers(200, '{"partialSuccess":null}', { 'content-type': '' })],
      ['protobuf', answers(200, '\n\u0000', { 'content-type': 'application/x-protobuf' })],
      ['JSON that has no end', endless('{"a":"')],
    ]),
  )('to a collector whose answer is %s', async (_, answer) => {
    const { address } = await collector([answer]);
    const { code, err } = await replay(['a.jsonl', '--to', address], { files: { 'a.jsonl': SHORT } });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('\nSent 3 spans') });
  });

  test.each(
    oneOf<[string, CollectorAnswer, RegExp]>(2, [
      [
        'a page to sign in',
        answers(200, '<!doctype html>…', { 'content-type': 'text/html; charset=utf-8' }),
        /a web page/,
      ],
      ['a page without its type', answers(200, '\n<HTML><body>', { 'content-type': '' }), /a web page/],
      ['a page that is said to be JSON', answers(201, '<html>'), /a web page/],
      ['a word', answers(200, 'OK', { 'content-type': 'text/plain' }), /a text that is no answer of OTLP/],
      ['a list', answers(200, '[]'), /a text that is no answer of OTLP/],
      ['a text that has no end', endless('x'), /a text that is no answer of OTLP/],
    ]),
  )('and fails where something else answers: %s', async (_, answer, expected) => {
    const { address, requests } = await collector([answer]);
    const { code, err } = await replay(['a.jsonl', '--to', address], { files: { 'a.jsonl': SHORT } });
    expect(code).toBe(1);
    expect(err).toMatch(
      /\nagent-envelopes: http:.*\/v1\/traces answered with .*, so nothing may have arrived; check the address\.\n$/,
    );
    expect(err).toMatch(expected);
    expect(requests).toHaveLength(1);
  });

  test('and tells what arrived before something else answers', async () => {
    const { address, requests } = await collector([takes, answers(200, '<html>', { 'content-type': 'text/html' })]);
    const { code, err } = await replay(['a.jsonl', '--to', address], { files: { 'a.jsonl': MIDDLE } });
    expect(code).toBe(1);
    expect(err).toMatch(/a web page, so only 512 of 600 spans may have arrived; check the address\. The same command/);
    expect(requests).toHaveLength(2);
  });

  test('to a silent collector for a time that is set', async () => {
    const silent: CollectorAnswer = () => {};
    const { address, requests } = await collector([silent, silent, silent, silent, silent, silent, silent, silent]);
    const { code, err } = await replay(['a.jsonl', '--to', address], {
      files: { 'a.jsonl': SHORT },
      env: { OTEL_EXPORTER_OTLP_TIMEOUT: '250' },
    });
    expect(code).toBe(2);
    expect(err).toMatch(/did not answer within 0\.25 s; no span arrived\. It was tried several times/);
    expect(requests).toHaveLength(2);
  });

  test.each<[string, Record<string, string>, string]>([
    ['none', {}, 'Set the headers that it demands in OTEL_EXPORTER_OTLP_HEADERS.'],
    [
      'those for traces',
      { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x=s3cret' },
      'It did not accept the headers that are set in OTEL_EXPORTER_OTLP_TRACES_HEADERS; correct them.',
    ],
    [
      'both',
      { OTEL_EXPORTER_OTLP_HEADERS: 'x=s3cret', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'y=s3cret' },
      'set in OTEL_EXPORTER_OTLP_HEADERS and OTEL_EXPORTER_OTLP_TRACES_HEADERS; correct them.',
    ],
  ])('and knows at a 403 which headers were set: %s', async (_, env, advice) => {
    const { address } = await collector([answers(403)]);
    const { code, err } = await replay(['a.jsonl', '--to', address], { files: { 'a.jsonl': SHORT }, env });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('answered 403; no span arrived. ') });
    expect(err).toContain(advice);
    expect(err).not.toContain('s3cret');
  });

  test('but not with a time to wait that is no number', async () => {
    const { address, requests } = await collector();
    const { code, err } = await replay(['a.jsonl', '--to', address], {
      files: { 'a.jsonl': SHORT },
      env: { OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: 'abc\u001b[2J' },
    });
    expect(code).toBe(2);
    expect(err).toContain('OTEL_EXPORTER_OTLP_TRACES_TIMEOUT must be a number of milliseconds above 0, not "abc');
    expect(err).not.toMatch(/\p{Cc}(?<!\n)/u);
    expect(requests).toEqual([]);
  });

  test('to nobody', async () => {
    const { address, close } = await collector();
    close();
    const { code, err } = await replay(['a.jsonl', '--to', address], {
      files: { 'a.jsonl': SHORT },
      env: { OTEL_EXPORTER_OTLP_TIMEOUT: '250' },
    });
    expect(code).toBe(2);
    expect(err).toMatch(
      /\/v1\/traces refused the connection; trying again for 2 s\.\n.*refused the connection; no span arrived\./,
    );
  });

  test.each([
    [['--format', 'html'], 'leave out "--format html"'],
    [['--out', 'x.json'], 'leave out "--out"'],
    [['--force'], 'leave out "--force"'],
  ])('but not with %j', async (more, expected) => {
    const { address, requests } = await collector();
    const { code, err } = await replay(['a.jsonl', '--to', address, ...more], { files: { 'a.jsonl': SHORT } });
    expect(code).toBe(2);
    expect(err).toContain(expected);
    expect(requests).toEqual([]);
  });
});
