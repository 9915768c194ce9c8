// The server as a browser runs it: its scripts in workers of a Chromium, without Node, over a disk that only the page has.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../../tools/command.mjs';
import { ensureChromium } from '../../tools/setup.mjs';
import { until } from '../kit/until.mjs';

export const nightly = [aRunIsExportedAndAgentsAsk, whatNeedsNodeIsRefusedInASentence];

const FOLDER = 'vscode-vfs://github/team/sample';
const BROKEN = `${FOLDER}/messages/broken.json`;
/** Those that the sample has. */
const RUNS = 15;
const LOG = `${FOLDER}/messages/wf_team_invites.jsonl`;

export async function authoringInAVirtualWorkspace() {
  await withServer(async ({ ask, tell }) => {
    const text = sampleText('messages/broken.json');
    tell('textDocument/didOpen', { textDocument: { uri: BROKEN, languageId: 'json', version: 1, text } });
    const { items } = await ask('textDocument/diagnostic', { textDocument: { uri: BROKEN } });
    const [first] = items;
    assert.ok(first, 'a problem');
    const actions = await ask('textDocument/codeAction', {
      textDocument: { uri: BROKEN },
      range: first.range,
      context: { diagnostics: items },
    });
    const fix = actions.find(({ kind, edit }) => kind === 'quickfix' && edit?.changes?.[BROKEN]);
    assert.ok(fix, 'a fix');
    // The fix clears its problem.
    const fixed = withEdits(text, fix.edit.changes[BROKEN]);
    tell('textDocument/didChange', { textDocument: { uri: BROKEN, version: 2 }, contentChanges: [{ text: fixed }] });
    const after = await ask('textDocument/diagnostic', { textDocument: { uri: BROKEN } });
    assert.equal(after.items.length, items.length - 1);
    const position = { line: first.range.start.line, character: first.range.start.character + 1 };
    const hover = await ask('textDocument/hover', { textDocument: { uri: BROKEN }, position });
    assert.match(JSON.stringify(hover), /When the message was made/);
    const completion = await ask('textDocument/completion', { textDocument: { uri: BROKEN }, position });
    assert.ok((completion.items ?? completion).length > 0, 'completions');
  });
}

export async function runsOfAVirtualWorkspaceAreListedReplayedAndSearched() {
  await withServer(async ({ ask, runs, disk, tell }) => {
    const listed = await runs();
    assert.equal(listed.length, RUNS);
    const { run } = await ask('agentEnvelopes/replay/at', { uri: LOG });
    const overview = await ask('agentEnvelopes/replay', { run, question: 'overview' });
    const step = await ask('agentEnvelopes/replay', { run, question: 'step', params: { step: 3 } });
    assert.equal(overview.run.title, 'boards: Let teams invite people by e-mail');
    assert.deepEqual(step.envelopes, [{ file: 'messages/wf_team_invites.jsonl', name: 'message', line: 4 }]);
    const found = await searchAll(ask, 'token');
    assert.ok(
      found.some(({ opens }) => opens.run === run),
      JSON.stringify(found),
    );
    assert.deepEqual(await searchAll(ask, 'nowhere-to-be-found'), []);
    // A log appears, and disappears.
    disk.set(
      `${FOLDER}/messages/copied.jsonl`,
      sampleText('messages/wf_team_invites.jsonl').replaceAll('wf_team_invites', 'wf_new'),
    );
    tell('workspace/didChangeWatchedFiles', { changes: [{ uri: `${FOLDER}/messages/copied.jsonl`, type: 1 }] });
    await until(runs, all => all.length === RUNS + 1, 'the new run');
    disk.delete(`${FOLDER}/messages/copied.jsonl`);
    tell('workspace/didChangeWatchedFiles', { changes: [{ uri: `${FOLDER}/messages/copied.jsonl`, type: 3 }] });
    await until(runs, all => all.length === RUNS, 'the run gone');
  });
}

export async function aRunIsExportedAndAgentsAsk() {
  await withServer(async ({ ask }) => {
    const { run } = await ask('agentEnvelopes/replay/at', { uri: LOG });
    const export_ = format =>
      ask('agentEnvelopes/replay', {
        run,
        question: 'export',
        params: { format, redaction: { paths: true, emails: true, secrets: true, fields: [] } },
      });
    const html = await export_('html');
    assert.equal(html.name, 'wf_team_invites.replay.html');
    assert.equal((await export_('otlp')).name, 'wf_team_invites.otlp.json');
    await replaysAlone(html.text);

    const use = (name, input) => ask('agentEnvelopes/tool', { name, input });
    const { data, text } = await use('runs', { filter: 'wf_team_invites' });
    assert.match(text, /Let teams invite people/);
    assert.equal(data.runs.length, 1);
    const checked = await use('check', { path: 'messages/broken.json' });
    assert.match(checked.text, /messages\/broken\.json/);
    assert.match((await use('check', { path: '../x.json' })).error, /is outside of the folders that are read/);
    assert.match((await use('search', { words: 'stored in the clear' })).text, /token/);
    assert.match((await use('generate', { kinds: ['agent-message/message'], target: 'zod' })).text, /z\./);
  });
}

/** The page replays its run in a browser that has nothing else. */
async function replaysAlone(html) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on('pageerror', error => faults.push(String(error)));
    page.on('console', message => message.type() === 'error' && faults.push(message.text()));
    await page.setContent(html);
    await page.getByTestId('run-title').filter({ hasText: 'Let teams invite people' }).waitFor();
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
}

export async function whatNeedsNodeIsRefusedInASentence() {
  await withServer(async ({ ask }) => {
    const refused = { folder: '/tmp/x', name: 'x', port: 4318, maxMegabytes: 1, maxDays: 1 };
    await assert.rejects(
      ask('agentEnvelopes/receiver/start', refused),
      /A browser can open no port to receive traces; open/,
    );
    await assert.rejects(ask('agentEnvelopes/sessions', { isAllowed: true }), /no home folder/);
  });
}

/** All matches of a search, which are given in pages. */
async function searchAll(ask, words) {
  const all = [];
  for (let cursor; ; ) {
    const { matches, next } = await ask('agentEnvelopes/runs/said', { words, limit: 50, ...(cursor && { cursor }) });
    all.push(...matches);
    if (next === undefined) return all;
    cursor = next;
  }
}

/** Starts the server in a page of its own, over the sample in a folder that is on no disk. */
async function withServer(run) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const disk = sampleDisk();
    const faults = [];
    page.on('pageerror', error => faults.push(String(error)));
    page.on('console', message => message.type() === 'error' && faults.push(message.text()));
    await page.exposeFunction('askDisk', (method, params) => answerDisk(disk, method, params));
    await page.evaluate(startInPage, await serverScript());
    const ask = (method, params) => page.evaluate(([name, sent]) => window.lsp.ask(name, sent), [method, params]);
    const tell = (method, params) =>
      void page.evaluate(([name, sent]) => window.lsp.tell(name, sent), [method, params]);
    await ask('initialize', {
      processId: null,
      rootUri: null,
      workspaceFolders: [{ uri: FOLDER, name: 'sample' }],
      capabilities: {
        workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true } },
        textDocument: { diagnostic: {}, codeAction: { codeActionLiteralSupport: {} } },
      },
      initializationOptions: { showsRuns: true, takesNotifications: true },
    });
    tell('initialized', {});
    const view = { group: 'none', sort: 'newest', filter: '' };
    const runs = async () =>
      (await ask('agentEnvelopes/runs/nodes', { view })).nodes.filter(node => node.run !== undefined);
    const isRead = () => page.evaluate(() => window.lsp.isRead);
    await until(isRead, Boolean, 'the workspace is read').catch(error => {
      throw new Error(`${error.message} ${faults.join('\n')}`);
    });
    await run({ ask, tell, runs, disk });
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
}

/** Runs in the page: starts the worker, and answers it as an editor does. */
function startInPage(script) {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: 'server' });
  worker.addEventListener('error', ({ message }) => console.error(message));
  const waiting = new Map();
  let lastId = 0;
  const answers = {
    'workspace/configuration': ({ items }) => items.map(() => ({})),
    'agentEnvelopes/disk/list': params => window.askDisk('list', params),
    'agentEnvelopes/disk/own': params => window.askDisk('own', params),
    async 'agentEnvelopes/disk/read'(params) {
      const file = await window.askDisk('read', params);
      return file && { ...file, ...(file.text !== undefined && { bytes: new TextEncoder().encode(file.text) }) };
    },
  };
  worker.addEventListener('message', async ({ data: { id, method, params, result, error } }) => {
    if (method === undefined) {
      const { resolve, reject } = waiting.get(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else if (method === 'agentEnvelopes/runs/changed') {
      window.lsp.isRead = !params.reading && params.runs > 0;
    } else if (id !== undefined) {
      worker.postMessage({ jsonrpc: '2.0', id, result: (await answers[method]?.(params)) ?? null });
    }
  });
  window.lsp = {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(++lastId, { resolve, reject });
        worker.postMessage({ jsonrpc: '2.0', id: lastId, method, params });
      }),
    tell: (method, params) => worker.postMessage({ jsonrpc: '2.0', method, params }),
  };
}

/** The script as the loader of the extension links it. */
async function serverScript() {
  const esbuild = await import('esbuild');
  const linker = path.join(root, 'server', 'src', 'shared', 'linkBundles.ts');
  const { code } = await esbuild.transform(readFileSync(linker, 'utf8'), { loader: 'ts' });
  const { linkBundles } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const read = name => readFileSync(path.join(root, 'dist', name), 'utf8');
  return `${linkBundles(['webServer.js', 'compileSchema.js', 'parseYaml.js', 'shippedProtocols.js'], read)}();`;
}

const sample = path.join(root, 'test', 'sample');

function sampleText(file) {
  return readFileSync(path.join(sample, file), 'utf8');
}

/** The texts of the sample by their URIs. */
function sampleDisk() {
  const files = readdirSync(sample, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const names = files.map(entry => path.relative(sample, path.join(entry.parentPath ?? entry.path, entry.name)));
  return new Map(names.map(name => [`${FOLDER}/${name.split(path.sep).join('/')}`, sampleText(name)]));
}

function answerDisk(disk, method, { uri, name }) {
  if (method === 'own') return readFileSync(path.join(root, 'dist', name), 'utf8');
  if (method === 'read') {
    const text = disk.get(uri);
    return text === undefined ? null : { text, size: text.length, changedAt: 1_780_000_000_000 };
  }
  const below = [...disk.keys()].filter(file => file.startsWith(`${uri}/`)).map(file => file.slice(uri.length + 1));
  if (below.length === 0) return null;
  return [...new Map(below.map(name => [name.split('/')[0], name.includes('/') ? 'folder' : 'file']))];
}

function withEdits(text, edits) {
  const lines = text.split('\n');
  const offset = ({ line, character }) => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  return edits
    .toSorted((one, other) => offset(other.range.start) - offset(one.range.start))
    .reduce(
      (all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
      text,
    );
}
