import { expect, onTestFinished, test } from 'vitest';
import { message, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

/** Megabytes that a thread may take for what it makes of files. */
const HEAP = 48;
/** A JSON text that takes many times its size when it is read. */
const BOMB = `[${'{"a":[{}]},'.repeat(700_000)}{}]`;

const healthy = {
  'a.jsonl': `${message(1, { run: 'wf_log' })}\n`,
  'deep/down/b.json': message(2, { run: 'wf_deep' }),
};

test('an index that runs out of memory is started again without the file that it read then', async () => {
  const { folder, server } = await startOver({ ...healthy, 'deep/bomb.json': BOMB });
  const bomb = folder.uriOf('deep/bomb.json');
  const ending = await server.told<{ message: string }>('window/logMessage', isEnding);
  expect(ending.message).toBe(
    `The index of runs ran out of memory while it read ${bomb}, and is started again without this file.`,
  );
  const runs = await server.until(
    () => server.outline(),
    lines => lines.length === 2,
  );
  expect(runs.sort()).toEqual(['wf_deep: msg_2', 'wf_log: msg_1']);
  // The server itself is what it was.
  await server.open(folder.uriOf('a.jsonl'), healthy['a.jsonl']);
  const hover = { textDocument: { uri: folder.uriOf('a.jsonl') }, position: { line: 0, character: 3 } };
  expect(await server.ask('textDocument/hover', hover)).toMatchObject({ contents: expect.anything() });
  expect(await server.stop()).toBe(0);
  expect((await server.warnings()).filter(message => isEnding({ message }))).toEqual([]);
});

test('an index that ends again and again is started no more, until the user asks for it', async () => {
  const bombs = Array.from({ length: 4 }, (_, at) => [`${at}.json`, BOMB]);
  // Without an envelope nothing would be read.
  const { folder, server } = await startOver({ 'a.jsonl': healthy['a.jsonl'], ...Object.fromEntries(bombs) });
  const isLast = ({ message }: { message: string }) => message.includes('and has stopped; refresh the runs');
  await server.told<{ message: string }>('window/logMessage', isLast);
  await expect(server.outline()).rejects.toThrow('The index of runs has stopped.');
  for (const [file = ''] of bombs) folder.remove(file);
  await server.ask('agentEnvelopes/runs/refresh');
  expect(
    await server.until(
      () => server.outline(),
      lines => lines.length === 1,
    ),
  ).toEqual(['wf_log: msg_1']);
  expect(await server.stop()).toBe(0);
});

const isEnding = ({ message }: { message: string }) => message.includes('ran out of memory');

async function startOver(files: Record<string, string>) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const server = await startRunsServer([folder.uri], { nodeFlags: [`--max-old-space-size=${HEAP}`] });
  onTestFinished(() => void server.kill());
  return { folder, server };
}
