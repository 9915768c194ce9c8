import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type LspClient, startServer } from '../kit/lspClient';
import { message } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

const uri = 'file:///work/a.json';
const wrong = '{\n  "from": "build",\n  "to": "fix",\n  "payload": {"confidence": 1.4, "needsReview": true}\n}';
const at = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

interface Report {
  kind: string;
  resultId: string;
  items: { code: string; message: string; codeDescription?: unknown }[];
}
interface Pushed {
  uri: string;
  diagnostics: { code: string }[];
}

const PULL = { textDocument: { diagnostic: {} } };
const WORKSPACE = { configuration: true, workspaceFolders: true };
const turn = serverInTurns({ capabilities: { ...PULL, workspace: WORKSPACE } });
const turnBesideJson = serverInTurns({
  capabilities: { ...PULL, workspace: WORKSPACE },
  initializationOptions: { hasJsonService: true },
});

let server: LspClient;

/** For the test alone. */
async function ownServer(options: Parameters<typeof startServer>[0] = {}): Promise<LspClient> {
  const own = await startServer(options);
  onTestFinished(async () => {
    expect(await own.stop()).toBe(0);
    expect(own.errors).toEqual([]);
  });
  return own;
}

const pulled = (of = uri, previousResultId?: string) =>
  server.ask<Report>('textDocument/diagnostic', { textDocument: { uri: of }, previousResultId });
const codes = (list: { code: string }[]) => [...new Set(list.map(({ code }) => code))];
const pushed = (rule: string, is: boolean) =>
  server.told<Pushed>('textDocument/publishDiagnostics', one => codes(one.diagnostics).includes(rule) === is);

test('pulled: the same answer is not sent twice, an edit gives another, and nothing is pushed', async () => {
  server = await turn();
  expect(server.capabilities.diagnosticProvider).toMatchObject({ interFileDependencies: true });
  await server.open(uri, wrong);
  const first = await pulled();
  expect(codes(first.items)).toContain('schema/maximum');
  expect(await pulled(uri, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
  await server.change(uri, { range: at(3, 27, 30), text: '0.4' });
  const second = await pulled(uri, first.resultId);
  expect(second.kind).toBe('full');
  expect(codes(second.items)).not.toContain('schema/maximum');
  await server.tell('textDocument/didClose', { textDocument: { uri } });
  expect((await pulled()).items).toEqual([]);
  expect(server.untaken('textDocument/publishDiagnostics')).toBe(0);
});

test('pushed to a client that cannot pull: after opening, after a change, and emptied at the end', async () => {
  server = await ownServer();
  expect(server.capabilities.diagnosticProvider).toBeUndefined();
  await server.open(uri, wrong);
  await pushed('schema/maximum', true);
  await server.change(uri, { range: at(3, 27, 30), text: '0.4' });
  await pushed('schema/maximum', false);
  await server.tell('textDocument/didClose', { textDocument: { uri } });
  expect(await server.told<Pushed>('textDocument/publishDiagnostics')).toEqual({ uri, diagnostics: [] });
});

test('edits of one change build on each other; a change without a range is the whole text', async () => {
  server = await turn();
  await server.open(uri, '');
  await server.change(
    uri,
    { range: at(0, 0, 0), text: '{"from": "build", "to": "fix",\r\n"payload": {}}' },
    { range: at(1, 12, 12), text: '"confidence": 7' },
    { range: at(9, 9, 9), text: '\r\n' },
  );
  expect(codes((await pulled()).items)).toContain('schema/maximum');
  await server.change(uri, { text: wrong.replace('1.4', 'x') });
  expect(codes((await pulled()).items)).toEqual(['syntax']);
});

const valid = '{"call_id": "t_4k7m2p9x1c", "ok": true, "result": {}, "latency_ms": 1}';

test.each([
  ['syntax', valid.replace('1}', '1, }')],
  ['envelope/duplicate-key', valid.replace('"result"', '"ok": true, "result"')],
])('%s is left to the JSON service of the client, in its files only', async (rule, broken) => {
  server = await turnBesideJson();
  const files = {
    'file:///work/b.json': broken,
    'file:///work/b.jsonl': broken,
    'file:///work/b.md': `\`\`\`json\n${broken}\n\`\`\``,
  };
  const found: string[][] = [];
  for (const [file, text] of Object.entries(files)) {
    await server.open(file, text);
    found.push(codes((await pulled(file)).items));
  }
  expect(found).toEqual([[], [rule], [rule]]);
});

test('of more problems than are to be listed the worst are, after their number, by the current settings', async () => {
  const log = 'file:///work/c.jsonl';
  const doubtful = [1, 2, 3, 4].map(number => message(number, { from: 'me' }));
  const text = [...doubtful, message(5, { from: 'me', confidence: 7 })].join('\n');
  const capabilities = { ...PULL, workspace: { configuration: true, diagnostics: { refreshSupport: true } } };
  server = await ownServer({ capabilities, settings: {} });
  await server.open(log, text);
  const all = (await pulled(log)).items;
  expect(all).toHaveLength(6);
  await server.set({ maxProblems: 5 });
  await server.asked('workspace/diagnostic/refresh');
  const [notice, ...listed] = (await pulled(log)).items;
  expect(notice).toEqual({
    range: at(0, 0, 0),
    severity: 3,
    source: 'agent-envelopes',
    message:
      'One more problem in this file is not listed: the setting agentEnvelopes.maxProblems limits the list to 5.',
  });
  expect(listed).toEqual([...all.slice(0, 4), all[5]]);
  await server.set({ maxProblems: 6 });
  expect((await pulled(log)).items).toEqual(all);
});

describe('a large document with a problem of its run', () => {
  const log = 'file:///work/large.jsonl';
  const result = (latency: unknown) =>
    JSON.stringify({ call_id: 't_load00eve1', ok: true, result: { score: 71 }, error: null, latency_ms: latency });
  const call = JSON.stringify({
    call_id: 't_load00eve1',
    agent: 'wellness',
    tool: 'load_score',
    args: { note: 'x'.repeat(1_000_000) },
    ts: '2026-06-15T19:00:00Z',
    confirm_required: false,
  });
  const text = [call, result(-1), result(12)].join('\n');
  const own = ['schema/minimum'];
  const all = [...own, 'toolcall/duplicate-result'];
  const sorted = (list: { code: string }[]) => codes(list).sort();

  test('its own problems come first, and the client is asked to pull again for that of the run', async () => {
    const capabilities = { ...PULL, workspace: { ...WORKSPACE, diagnostics: { refreshSupport: true } } };
    server = await ownServer({ capabilities });
    await server.open(log, text);
    expect(sorted((await pulled(log)).items)).toEqual(own);
    await server.asked('workspace/diagnostic/refresh');
    expect(sorted((await pulled(log)).items)).toEqual(all);
    // What is shown does not vanish and come back.
    await server.change(log, { range: at(2, 0, 0), text: ' ' });
    expect(sorted((await pulled(log)).items)).toEqual(all);
    await server.close(log);
    await server.open(log, text);
    expect(sorted((await pulled(log)).items)).toEqual(own);
  });

  test('comes after an edit that cut the first check of its run short', async () => {
    const capabilities = { ...PULL, workspace: { ...WORKSPACE, diagnostics: { refreshSupport: true } } };
    server = await ownServer({ capabilities });
    const before = Array.from({ length: 4000 }, (_, index) => message(index));
    await server.open(log, [...before, call, result(-1), result(12)].join('\n'));
    const found = async () => codes((await pulled(log)).items);
    expect(await found()).not.toContain('toolcall/duplicate-result');
    await server.change(log, { range: at(4001, 0, 0), text: ' ' });
    while (!(await found()).includes('toolcall/duplicate-result')) await server.asked('workspace/diagnostic/refresh');
  });

  test('comes at once to a client that can not be asked to pull again', async () => {
    server = await turn();
    await server.open(log, text);
    expect(sorted((await pulled(log)).items)).toEqual(all);
  });

  test('is pushed when it is found', async () => {
    server = await ownServer();
    await server.open(log, text);
    const first = await server.told<Pushed>('textDocument/publishDiagnostics');
    expect(sorted(first.diagnostics)).toEqual(own);
    expect(sorted((await pushed('toolcall/duplicate-result', true)).diagnostics)).toEqual(all);
  });
});

describe('a large document with problems throughout', () => {
  const log = 'file:///work/long.jsonl';
  const lines = Array.from({ length: 4000 }, (_, index) => message(index, { confidence: index % 100 > 0 ? 1 : 7 }));
  const text = lines.join('\n');
  const faults = (list: { code: string }[]) => list.filter(({ code }) => code === 'schema/maximum').length;

  test('those of its beginning come first, and the client is asked to pull again for all', async () => {
    const capabilities = { ...PULL, workspace: { ...WORKSPACE, diagnostics: { refreshSupport: true } } };
    server = await ownServer({ capabilities });
    await server.open(log, text);
    expect(faults((await pulled(log)).items)).toBe(3);
    await server.asked('workspace/diagnostic/refresh');
    expect(faults((await pulled(log)).items)).toBe(40);
    // What is shown does not vanish and come back.
    await server.change(log, { range: at(0, 0, 0), text: ' ' });
    expect(faults((await pulled(log)).items)).toBe(40);
  });

  test('all come at once to a client that can not be asked to pull again', async () => {
    server = await turn();
    await server.open(log, text);
    expect(faults((await pulled(log)).items)).toBe(40);
  });

  test('the client is asked to pull again once for each step, however often it pulls, and comes to rest', async () => {
    let refreshes = 0;
    const logs = [1, 2, 3].map(number => `file:///work/long${number}.jsonl`);
    const pulls: Promise<Report>[] = [];
    const capabilities = { ...PULL, workspace: { ...WORKSPACE, diagnostics: { refreshSupport: true } } };
    const pullAll = () => pulls.push(...logs.map(of => pulled(of)));
    server = await ownServer({
      capabilities,
      onMessage(method) {
        if (method !== 'workspace/diagnostic/refresh') return;
        refreshes++;
        pullAll();
      },
    });
    for (const of of logs) await server.open(of, text);
    pullAll();
    pullAll();
    const areWhole = async () => (await Promise.all(pulls.slice(-3))).every(({ items }) => faults(items) === 40);
    for (let known = 0; known < pulls.length || !(await areWhole()); await setTimeout(500)) known = pulls.length;
    expect(refreshes).toBeLessThanOrEqual(6);
  });

  test('are pushed when they are found', async () => {
    server = await ownServer();
    await server.open(log, text);
    const first = await server.told<Pushed>('textDocument/publishDiagnostics');
    expect(faults(first.diagnostics)).toBe(3);
    expect(faults((await server.told<Pushed>('textDocument/publishDiagnostics')).diagnostics)).toBe(40);
  });
});

test('a document is analysed while another is asked about again and again, of a client that tells of no changed files', async () => {
  const folder = temporaryFolder({});
  onTestFinished(folder.dispose);
  const large = folder.uriOf('large.json');
  const artifacts = Array.from({ length: 4000 }, (_, index) => ({
    path: `src/${index % 50}/${index}.ts`,
    operation: 'update',
    content: '',
  }));
  server = await turn({ folders: [folder.uri] });
  await server.open(uri, wrong);
  await server.open(large, JSON.stringify({ success: true, summary: '', recommendation: 'proceed', artifacts }));
  let isAnswered = false;
  const answer = pulled(large).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) await pulled();
  expect((await answer).items).not.toEqual([]);
});

test('a problem that is not listed is fixed all the same', async () => {
  const log = 'file:///work/c.jsonl';
  const lines = Array.from({ length: 3 }, () => valid.replace('1}', '1, }'));
  server = await turn({ settings: { maxProblems: 1 } });
  await server.open(log, lines.join('\n'));
  const { items } = await pulled(log);
  expect(items.map(({ code }) => code)).toEqual([undefined, 'syntax']);
  const actions = await server.ask<{ title: string; diagnostics?: { code: string }[] }[]>('textDocument/codeAction', {
    textDocument: { uri: log },
    range: at(2, lines[2]?.length ?? 0, lines[2]?.length ?? 0),
    context: { diagnostics: [] },
  });
  expect(actions.flatMap(({ diagnostics = [] }) => codes(diagnostics))).toContain('syntax');
});

test('the docs of a rule are linked for a client that opens them, and are there', async () => {
  server = await ownServer({ capabilities: PULL, initializationOptions: { opensDocs: true } });
  await server.open(uri, wrong);
  const { items } = await pulled();
  const hrefs = items.map(({ codeDescription }) => (codeDescription as { href: string }).href);
  expect(hrefs).toContain('agent-envelopes:/rules/schema/maximum.md');
  const docs = await Promise.all(hrefs.map(href => server.ask('agentEnvelopes/document', { uri: href })));
  for (const text of docs) expect(text).toMatch(/^# .+\n\nSeverity: /);
  expect(await server.ask('agentEnvelopes/document', { uri: 'agent-envelopes:/rules/nonsense.md' })).toBeNull();
});

test('what is none of ours gets nothing', async () => {
  server = await turn();
  const other = 'file:///work/package.json';
  await server.open(other, '{"name": "x", "from": 1, "scripts": {"a": }');
  expect((await pulled(other)).items).toEqual([]);
  expect(await server.told('agentEnvelopes/recognised')).toEqual({ uri: other, kinds: [], actions: [] });
  const position = { line: 0, character: 1 };
  const on = { textDocument: { uri: other }, position };
  expect(await server.ask('textDocument/completion', on)).toEqual([]);
  expect(await server.ask('textDocument/hover', on)).toBeNull();
  expect(await server.ask('textDocument/documentSymbol', on)).toEqual([]);
  expect(await server.ask('textDocument/foldingRange', on)).toEqual([]);
  expect(await server.ask('textDocument/documentLink', on)).toEqual([]);
});

const call = (id: string) =>
  `{"call_id": "${id}", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z", "confirm_required": false}\n`;
const result = (id: string) => `{"call_id": "${id}", "ok": true, "result": {}, "error": null, "latency_ms": 1}\n`;
const WITHOUT_CALL = 'toolcall/result-without-call';

describe('problems of a run', () => {
  const folder = temporaryFolder({ 'calls.jsonl': call('t_search00a1') + call('t_answer00b2') });
  const results = folder.uriOf('results.jsonl');
  const mistyped = result('t_search00a1') + result('t_answer00b3');
  afterAll(() => folder.dispose());

  test('are pulled with the files beside, as they are in the editor; their fixes are offered', async () => {
    server = await turn({ folders: [folder.uri] });
    await server.open(results, mistyped);
    const first = await pulled(results);
    expect(first.items.filter(({ code }) => code === WITHOUT_CALL)).toHaveLength(1);
    const actions = await server.ask<{ title: string }[]>('textDocument/codeAction', {
      textDocument: { uri: results },
      range: at(1, 15, 15),
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toContain('Change to "t_answer00b2"');
    await server.open(folder.uriOf('calls.jsonl'), call('t_search00a1') + call('t_answer00b3'));
    expect(codes((await pulled(results, first.resultId)).items)).not.toContain(WITHOUT_CALL);
  });

  test('are pushed to a client that cannot pull', async () => {
    server = await ownServer({ folders: [folder.uri] });
    await server.open(results, mistyped);
    await pushed(WITHOUT_CALL, true);
    await server.change(results, { range: at(1, 24, 25), text: '2' });
    expect(codes((await pushed(WITHOUT_CALL, false)).diagnostics)).not.toContain(WITHOUT_CALL);
  });

  describe('beside a log that grows', () => {
    const WATCHES = { didChangeWatchedFiles: { dynamicRegistration: true } };
    const grow = (text: string) => {
      folder.append('calls.jsonl', text);
      return server.tell('workspace/didChangeWatchedFiles', {
        changes: [{ uri: folder.uriOf('calls.jsonl'), type: 2 }],
      });
    };
    beforeEach(() => folder.write('calls.jsonl', call('t_search00a1')));

    test('are asked for anew now and then, not at each line', async () => {
      const workspace = { ...WATCHES, diagnostics: { refreshSupport: true } };
      server = await ownServer({ folders: [folder.uri], capabilities: { ...PULL, workspace } });
      await server.open(results, mistyped);
      expect(codes((await pulled(results)).items)).toContain(WITHOUT_CALL);
      const analysed = server.untaken('agentEnvelopes/recognised');
      for (let line = 0; line < 20; line++) {
        await grow(call(`t_answer0${line + 10}0`));
        await pulled(results);
      }
      await server.asked('workspace/diagnostic/refresh');
      expect(server.untaken('workspace/diagnostic/refresh')).toBeLessThan(10);
      expect(server.untaken('agentEnvelopes/recognised') - analysed).toBeLessThan(10);
      await grow(call('t_answer00b3'));
      expect(codes((await pulled(results)).items)).not.toContain(WITHOUT_CALL);
      await server.asked('workspace/diagnostic/refresh');
    });

    test('are pushed anew', async () => {
      server = await ownServer({ folders: [folder.uri], capabilities: { workspace: WATCHES } });
      await server.open(results, mistyped);
      const told = (is: boolean) =>
        server.told<Pushed>(
          'textDocument/publishDiagnostics',
          ({ uri, diagnostics }) => uri === results && codes(diagnostics).includes(WITHOUT_CALL) === is,
        );
      await told(true);
      await grow(call('t_answer00b3'));
      expect(codes((await told(false)).diagnostics)).not.toContain(WITHOUT_CALL);
    });
  });
});
