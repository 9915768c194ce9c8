import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eighth } from '../kit/amount';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { until } from '../kit/until.mjs';

const LOGS = 20;
const logs = Array.from({ length: LOGS }, (_, index) => `feature-${index}/log.jsonl`);
const textOf = (index: number) =>
  log(message(index * 10 + 1, { run: `wf_${index}` }), message(index * 10 + 2, { run: `wf_${index}`, confidence: 7 }));

const folder = temporaryFolder(Object.fromEntries(logs.map((name, index) => [name, textOf(index)])));
const stores = temporaryFolder();
afterAll(() => {
  folder.dispose();
  stores.dispose();
});

test('two editors of one folder, which edit and restart in turn, share its stored index', async () => {
  const storage = stores.pathOf('shared');
  let editors = await Promise.all([start(storage), start(storage)]);
  for (let round = 0; round < eighth(3); round++) {
    await Promise.all(
      editors.map(async (editor, index) => {
        const name = logs[round * 2 + index] ?? '';
        await editor.open(folder.uriOf(name), textOf(0));
        const added = message(900 + round * 2 + index, { run: 'wf_added' });
        await editor.change(folder.uriOf(name), { text: log(added) });
        folder.write(name, log(added));
        await Promise.all(editors.map(one => one.touched(folder.uriOf(name))));
        await editor.close(folder.uriOf(name));
      }),
    );
    const runs = await runsOfNew();
    for (const editor of editors) expect(await runsOf(editor, runs)).toEqual(runs);
    // Both store the index at the same time.
    expect(await Promise.all(editors.map(editor => editor.stop()))).toEqual([0, 0]);
    editors = await Promise.all([start(storage), start(storage)]);
    for (const editor of editors) {
      expect(await runsOf(editor, runs)).toEqual(runs);
      expect([await editor.warnings(), editor.errors]).toEqual([[], []]);
    }
  }
  await Promise.all(editors.map(editor => editor.stop()));
  expect(readdirSync(storage)).toEqual(['index.bin']);
});

test('a server that is killed again and again while it stores the index has its runs and diagnostics back each time', async () => {
  const storage = stores.pathOf('killed');
  const runs = await runsOfNew(storage);
  expect(readdirSync(storage)).toEqual(['index.bin']);
  const uri = folder.uriOf(logs[LOGS - 1] ?? '');
  for (let time = 0; time < eighth(5); time++) {
    const editor = await start(storage);
    await editor.open(uri, textOf(LOGS - 1));
    expect(await faultsIn(editor, uri)).toEqual(['1 schema/maximum']);
    expect(await runsOf(editor, runs)).toEqual(runs);
    // What it loaded it would not store again.
    await editor.change(uri, { text: `${textOf(LOGS - 1)}\n` });
    const storing = firstChangeIn(storage);
    // It stores before it answers.
    editor.ask('shutdown').catch(() => {});
    await storing;
    editor.kill('SIGKILL');
    await editor.exited;
  }
  const last = await start(storage);
  expect(await runsOf(last, runs)).toEqual(runs);
  expect([await last.warnings(), last.errors]).toEqual([[], []]);
  expect(await last.stop()).toBe(0);
});

function start(storage?: string): Promise<RunsClient> {
  return startRunsServer([folder.uri], {
    capabilities: { textDocument: { diagnostic: {} } },
    ...(storage !== undefined && { initializationOptions: { storage } }),
  });
}

/** All runs with their steps, once they are those that are expected. */
async function runsOf(editor: RunsClient, expected: readonly string[]): Promise<string[]> {
  return editor.until(
    async () => (await editor.outline()).sort(),
    lines => lines.join() === expected.join(),
  );
}

/** The runs as a new server reads them, which then stores its index if it may. */
async function runsOfNew(storage?: string): Promise<string[]> {
  const editor = await start(storage);
  await editor.read();
  const runs = (await editor.outline()).sort();
  // It stores only what is checked, too.
  if (storage !== undefined)
    await until(async () => existsSync(join(storage, 'index.bin')), Boolean, 'the index is stored');
  expect(await editor.stop()).toBe(0);
  return runs;
}

async function faultsIn(editor: RunsClient, uri: string): Promise<string[]> {
  const { items } = await editor.ask<{ items: { code: string; range: { start: { line: number } } }[] }>(
    'textDocument/diagnostic',
    { textDocument: { uri } },
  );
  return items.map(({ code, range }) => `${range.start.line} ${code}`).filter(fault => fault.includes('schema/'));
}

function firstChangeIn(path: string): Promise<void> {
  return new Promise(resolve => {
    const watcher = watch(path, () => {
      watcher.close();
      resolve();
    });
  });
}
