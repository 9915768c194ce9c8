import { afterEach, expect, test } from 'vitest';
import { TRUSTED } from '../../server/src/shared/lspExtensions';
import { REVIEWS } from '../kit/declaredProtocols';
import { message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const toItself = message(1, { from: 'build', to: 'build' });
const review = (change: unknown) =>
  JSON.stringify({ review_id: 'R-1', change, asked_by: 'ada', summary: 'Look at the parser' });
const CAPABILITIES = { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } };

let server: RunsClient | undefined;
afterEach(() => server?.kill());

async function over(initializationOptions: object) {
  const folder = temporaryFolder({
    '.agent-envelopes.json': '{"rules": {"agent-message/to-itself": "error"}, "exclude": ["old"]}',
    'ours.agent-protocol.json': JSON.stringify(REVIEWS),
    'a.json': toItself,
    'old/b.json': message(2, { run: 'wf_old' }),
    'review.json': review(7),
    'reviewed.json': review('C-7'),
  });
  const client = await startRunsServer([folder.uri], { capabilities: CAPABILITIES, initializationOptions });
  server = client;
  await client.open(folder.uriOf('a.json'), toItself);
  await client.open(folder.uriOf('review.json'), review(7));
  const codesOf = async (file: string) => {
    const { items } = await client.ask<{ items: { code: string; severity: number }[] }>('textDocument/diagnostic', {
      textDocument: { uri: folder.uriOf(file) },
    });
    return items.map(({ code, severity }) => `${code} ${severity}`);
  };
  return {
    client,
    outline: (...wanted: string[]) =>
      client.until(client.outline, found => JSON.stringify(found) === JSON.stringify(wanted)),
    codes: (file: string, ...wanted: string[]) =>
      client.until(
        () => codesOf(file),
        found => JSON.stringify(found) === JSON.stringify(wanted),
      ),
    codesOf,
    async close() {
      expect(await client.stop()).toBe(0);
      expect(client.errors).toEqual([]);
      folder.dispose();
    },
  };
}

test('until a workspace is trusted its files set and declare nothing, for what is open and for the index; then they do', async () => {
  const { client, outline, codes, codesOf, close } = await over({ trusted: false });
  await outline('wf_1: msg_1', 'wf_old: msg_2');
  expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
  expect(await codesOf('review.json')).toEqual([]);
  await client.tell(TRUSTED);
  expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 1']);
  await codes('review.json', 'schema/type 1');
  await outline('wf_1: msg_1', '7: R-1', 'C-7: R-1');
  await close();
});

test('a client that says nothing of trust is trusted', async () => {
  const { codes, close } = await over({});
  await codes('a.json', 'agent-message/to-itself 1');
  await codes('review.json', 'schema/type 1');
  await close();
});
