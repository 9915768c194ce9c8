import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyFourth } from '../kit/amount';
import { exampleOf } from '../kit/examples';
import { message, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { attackCommand } from './attackCommand';
import { watchMemory } from './processMemory';
import { jsonTexts } from './texts/jsonTexts';
import { logTexts } from './texts/logTexts';
import { markdownTexts } from './texts/markdownTexts';
import { registryTexts } from './texts/registryTexts';
import { lines, type TextAttack } from './texts/textAttack';

// To try one of them: npx vitest run --project hostile test/hostile/textAttacks.test.ts -t 'part of a name'
const attacks: TextAttack[] = [markdownTexts, registryTexts, jsonTexts, logTexts].flatMap(everyFourth);

/** Harmless, and as long as most of the attacks. */
const HARMLESS: TextAttack = {
  name: 'harmless',
  file: 'harmless.jsonl',
  text: lines(200, at => ({ ...exampleOf('agent-message/message'), id: `msg_${at}` })),
};

const folder = temporaryFolder({
  'healthy.json': message(1, { run: 'wf_healthy' }),
  [HARMLESS.file]: HARMLESS.text,
  ...Object.fromEntries(
    attacks.flatMap(({ file, text, beside = {} }, at) =>
      Object.entries({ ...beside, [file]: text }).map(([path, content]) => [`attack-${at}/${path}`, content]),
    ),
  ),
});
afterAll(folder.dispose);

describe('the server with each of these files open answers what an editor asks', () => {
  let server: Awaited<ReturnType<typeof startRunsServer>>;
  let memory: ReturnType<typeof watchMemory>;
  /** Milliseconds that all questions about the harmless file take. */
  let anchor: number;
  let idle: number;

  beforeAll(async () => {
    server = await startRunsServer([folder.uri], {
      capabilities: { workspace: { workspaceFolders: true }, textDocument: { diagnostic: {} } },
    });
    memory = watchMemory(server.pid, () => server.kill('SIGKILL'));
    await server.read();
    await answered(server, HARMLESS.file, HARMLESS.text);
    anchor = await answered(server, HARMLESS.file, HARMLESS.text);
    idle = memory.now();
  }, 60_000);
  afterAll(() => {
    memory.stop();
    server.kill('SIGKILL');
  });

  test.each(attacks.map((attack, at) => ({ ...attack, path: `attack-${at}/${attack.file}` })))(
    '$name',
    async ({ path, text }) => {
      const took = await answered(server, path, text);
      // The longest of them has six times the length of the harmless one.
      expect(took).toBeLessThan(Math.max(4000, anchor * 30));
    },
  );

  test('and has not taken much memory, and knows what else there is', async () => {
    expect(memory.peak()).toBeLessThan(Math.max(idle * 3, 1000));
    const { nodes } = await server.nodes(undefined, { filter: 'wf_healthy', group: 'none', sort: 'newest' });
    expect(nodes.map(({ copies }) => copies)).toEqual(['wf_healthy']);
  });
});

test('the command line reads them all', async () => {
  const { code, out, peak } = await attackCommand(folder.path, ['check', '--format', 'json', '.'], 55_000);
  expect(code).toBe(1);
  expect(out).toContain('attack-');
  expect(peak).toBeLessThan(1500);
}, 60_000);

/** Opens a file and asks all that an editor asks of it; how long the answers took together. */
async function answered(
  server: Awaited<ReturnType<typeof startRunsServer>>,
  path: string,
  text: string,
): Promise<number> {
  const uri = folder.uriOf(path);
  const before = text.slice(0, text.length / 2).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const textDocument = { uri };
  const begun = performance.now();
  await server.open(uri, text);
  const { items } = await server.ask<{ items: unknown[] }>('textDocument/diagnostic', { textDocument });
  const range = { start: { line: 0, character: 0 }, end: { line: text.split('\n').length, character: 0 } };
  const context = { diagnostics: [] };
  const options = { tabSize: 2, insertSpaces: true };
  await server.ask('textDocument/hover', { textDocument, position });
  await server.ask('textDocument/completion', { textDocument, position });
  await server.ask('textDocument/documentHighlight', { textDocument, position });
  await server.ask('textDocument/documentSymbol', { textDocument });
  await server.ask('textDocument/foldingRange', { textDocument });
  await server.ask('textDocument/documentLink', { textDocument });
  await server.ask('textDocument/codeAction', { textDocument, range, context });
  await server.ask('textDocument/codeAction', {
    textDocument,
    range,
    context: { ...context, only: ['source.fixAll'] },
  });
  await server.ask('textDocument/formatting', { textDocument, options });
  const took = performance.now() - begun;
  // More than these nobody looks at.
  expect(items.length).toBeLessThan(20_000);
  await server.tell('textDocument/didClose', { textDocument });
  return took;
}
