import { describe, expect, test } from 'vitest';
import { type Received, sendJson, serveHttp } from '../../kit/serveHttp';
import { AGENT_TRACE_ID } from '../../sources/agentTrace';
import { STORE_KINDS } from '../../sources/storeAnswers';
import { storeCommands } from './storeCommands';

const answering = (answerOf: (request: Received) => unknown) =>
  serveHttp((request, response) => sendJson(response, answerOf(request)));

describe.each(STORE_KINDS)('an address that is no %s', kind => {
  test.each([
    [{ hello: 1 }],
    [{}],
    [[]],
    [null],
    ['fine'],
    [{ traces: 'none', metrics: {} }],
    [{ traces: [], metrics: [] }],
    [{ result: { hello: 1 } }],
    [{ result: { resourceSpans: {} } }],
    [{ data: [] }],
    [{ data: [1], meta: { totalPages: 1 } }],
    [{ data: [], meta: 'none' }],
  ])('is a fault of what lists and loads runs: it answers %j', async body => {
    const cli = storeCommands(kind, await answering(() => body), { services: kind === 'jaeger' ? ['a'] : undefined });
    for (const args of [['runs'], ['check'], ['runs', '--run', AGENT_TRACE_ID], ['replay', AGENT_TRACE_ID]]) {
      const { code, err } = await cli(...args, '--source', 'prod');
      expect([args, code, err]).toEqual([
        args,
        2,
        expect.stringMatching(
          /^agent-envelopes: prod: the answer is none of .*check "address" and "kind" of this source\.\n$/,
        ),
      ]);
    }
  });
});

test.each([{ metrics: {} }, { traces: [] }, { traces: [], metrics: {} }, { traces: null, metrics: {} }])(
  'Tempo without a run answers %j',
  async body => {
    const cli = storeCommands('tempo', await answering(() => body));
    expect(await cli('runs', '--source', 'prod')).toEqual({
      code: 0,
      out: 'prod has no run that matches.\n',
      err: expect.any(String),
    });
    expect((await cli('check', '--source', 'prod')).code).toBe(0);
  },
);
