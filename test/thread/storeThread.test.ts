import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { parseSources } from '../../server/src/sources/storeConfig';
import { runStoreWorker } from '../../server/src/thread/storeThread';
import { sendJson, serveHttp } from '../kit/serveHttp';

/** The thread's end of its port, and what it answers to a message. */
function threadFor(address: string) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  runStoreWorker(port2);
  const [config] = parseSources([{ name: 'staging', kind: 'jaeger', address }]).sources;
  return {
    tell: (asked: object) => port1.postMessage({ store: 1, access: { config }, ...asked }),
    answer: (): Promise<unknown> => answerOf(port1),
  };
}

function answerOf(port: MessagePort): Promise<unknown> {
  return new Promise(resolve => port.once('message', resolve));
}

test('the rest of a run is not taken for its end where the thread that began it has ended', async () => {
  const thread = threadFor('http://127.0.0.1:9');
  thread.tell({ do: 'next', call: 7 });
  expect(await thread.answer()).toMatchObject({ call: 7, fault: { isOfSource: true } });
});

test('a run comes in pieces, and ends; a fault of the store is told as one', async () => {
  const spans = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'plan' }];
  const { address } = await serveHttp(({ path }, response) =>
    path.endsWith('/aa')
      ? sendJson(response, { result: { resourceSpans: [{ scopeSpans: [{ spans }] }] } })
      : sendJson(response, 'no', 401),
  );
  const thread = threadFor(address);
  thread.tell({ do: 'load', call: 1, id: 'aa' });
  expect(await thread.answer()).toEqual({ call: 1, value: expect.stringContaining('"plan"') });
  thread.tell({ do: 'next', call: 1 });
  expect(await thread.answer()).toEqual({ call: 1, value: undefined });
  thread.tell({ do: 'load', call: 2, id: 'bb' });
  expect(await thread.answer()).toMatchObject({ fault: { text: expect.stringContaining('401'), isOfSource: true } });
});

test('what is no longer wanted is asked of the store no further', async () => {
  let isClosed = () => {};
  const closed = new Promise<void>(resolve => {
    isClosed = resolve;
  });
  let isAsked = () => {};
  const asked = new Promise<void>(resolve => {
    isAsked = resolve;
  });
  const { address } = await serveHttp((_, response) => {
    response.on('close', isClosed);
    isAsked();
  });
  const thread = threadFor(address);
  thread.tell({ do: 'load', call: 1, id: 'aa' });
  await asked;
  thread.tell({ do: 'end', call: 1 });
  await expect(closed).resolves.toBeUndefined();
});
