import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eighth } from '../kit/amount';
import { message, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { watchMemory } from './processMemory';

/** How many files are open, and how many edits they get in turn; more by the environment. */
const OPEN = 50;
const EDITS = Number(process.env.SOAK_EDITS ?? eighth(4000));
/** How many are asked at once. */
const REQUESTS = eighth(10_000);
/** Megabytes, and a share, that memory may grow from one plateau to the next: collections come when they come. */
const SLACK = { megabytes: 80, share: 1.5 };

/** Each with one fault that a message's confidence is out of range. */
const texts: Record<string, string> = {
  jsonl: [1, 2, 3, 4, 5, 6, 7, 8].map(n => message(n, n === 4 ? { confidence: 7 } : {})).join('\n'),
  json: JSON.stringify(JSON.parse(message(1, { confidence: 7 })), null, 2),
  md: `# Notes\n\nProse.\n\n\`\`\`json\n${message(1, { confidence: 7 })}\n\`\`\`\n`,
};
const files = Array.from({ length: OPEN }, (_, index) => {
  const ending = Object.keys(texts)[index % 3] ?? 'json';
  return { name: `feature-${index}/soak.${ending}`, text: texts[ending] ?? '' };
});

const folder = temporaryFolder(Object.fromEntries(files.map(({ name, text }) => [name, text])));
afterAll(folder.dispose);
const uris = files.map(({ name }) => folder.uriOf(name));

let server: Awaited<ReturnType<typeof startRunsServer>>;
let memory: ReturnType<typeof watchMemory>;
let runs: string[];
beforeAll(async () => {
  server = await startRunsServer([folder.uri], {
    capabilities: { workspace: { workspaceFolders: true }, textDocument: { diagnostic: {} } },
  });
  memory = watchMemory(server.pid, () => server.kill('SIGKILL'));
  await server.read();
  runs = await server.outline();
  await Promise.all(files.map(({ text }, index) => server.open(uris[index] ?? '', text)));
});
afterAll(async () => {
  memory.stop();
  expect(await server.stop()).toBe(0);
});
afterEach(async () => {
  expect(server.errors).toEqual([]);
  for (const uri of uris) expect(await faultsIn(uri), uri).toEqual(['schema/maximum']);
});

const START = { line: 0, character: 0 };
const PAST_END = [
  { line: 0, character: 1_000_000 },
  { line: 1_000_000, character: 0 },
  { line: 2 ** 31 - 1, character: 2 ** 31 - 1 },
];

test(
  `memory stays level over ${EDITS} edits of ${OPEN} open files`,
  async () => {
    await edit(EDITS / 2);
    const first = memory.now();
    await edit(EDITS / 2);
    expect(memory.now()).toBeLessThan(limitAfter(first));
  },
  60_000 + EDITS * 20,
);

test('memory stays level while 200 files are opened and closed, whoever still waits for answers', async () => {
  await openAndClose(100);
  const first = memory.now();
  await openAndClose(100);
  expect(memory.now()).toBeLessThan(limitAfter(first));
});

describe('answered in any case are requests', () => {
  test('for documents that were never open, or are closed again', async () => {
    const closed = folder.uriOf('closed.json');
    await server.open(closed, texts.json ?? '');
    await server.close(closed);
    for (const uri of [closed, folder.uriOf('never.jsonl'), 'untitled:Untitled-1'])
      expect(await refusalsOf(uri, START), uri).toEqual([]);
  });

  test('at positions past the end of a line, or of the file', async () => {
    for (const uri of uris.slice(0, 3))
      for (const position of PAST_END) expect(await refusalsOf(uri, position)).toEqual([]);
  });

  test('behind edits of documents that are not open', async () => {
    const uri = folder.uriOf('never.json');
    await server.change(uri, { range: { start: START, end: START }, text: '{' });
    await server.close(uri);
    expect(await refusalsOf(uri, START)).toEqual([]);
  });
});

test('edits past the end of a file are made at its end', async () => {
  for (const uri of uris.slice(0, 3)) {
    for (const position of PAST_END) await server.change(uri, { range: { start: position, end: position }, text: ' ' });
    expect(await faultsIn(uri)).toEqual(['schema/maximum']);
  }
});

test('edits count in the order in which they come, whatever their versions', async () => {
  const uri = folder.uriOf('versions.jsonl');
  await server.open(uri, message(1));
  const changes: [version: number, text: string][] = [
    [900, message(1, { confidence: 7 })],
    [3, message(1, { confidence: 0.9 })],
    [3, message(1, { confidence: 8 })],
    [-1, `${message(1)}\n${message(2, { confidence: 9 })}`],
  ];
  for (const [version, text] of changes)
    await server.tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
  expect(items.map(({ code, range }) => `${range.start.line} ${code}`)).toEqual(['1 schema/maximum']);
  await server.close(uri);
});

test(`each of ${REQUESTS} requests at once is answered once, even if half of them are cancelled`, async () => {
  const methods = ['hover', 'completion', 'diagnostic', 'documentSymbol', 'foldingRange', 'documentHighlight'];
  // Edits before them, so that there is work to cancel.
  for (const uri of uris) await typeAndErase(uri);
  const before = server.answers();
  const asked = Array.from({ length: REQUESTS }, (_, index) => {
    const uri = uris[index % OPEN] ?? '';
    const position = { line: index % 9, character: index % 200 };
    return server.askUntil(`textDocument/${methods[index % methods.length]}`, { textDocument: { uri }, position });
  });
  asked.forEach(({ cancel }, index) => {
    if (index % 2 === 1) cancel();
  });
  const answers = await Promise.allSettled(asked.map(({ answer }) => answer));
  const codes = answers.map(answer => (answer.status === 'fulfilled' ? 'answered' : answer.reason.code));
  // A request may be answered before it is cancelled.
  const unexpected = codes.filter(
    (code, index) => code !== 'answered' && !(index % 2 === 1 && code === REQUEST_CANCELLED),
  );
  expect(unexpected).toEqual([]);
  // A second answer to any of them would have come before that to a later request.
  await faultsIn(uris[0] ?? '');
  expect(server.answers() - before).toBe(REQUESTS + 1);
});

test('the index of runs is what it was', async () => {
  const found = await server.until(
    () => server.outline(),
    lines => lines.length === runs.length,
  );
  expect(found).toEqual(runs);
});

const REQUEST_CANCELLED = -32800;

interface Report {
  items: { code: string; range: { start: { line: number } } }[];
}

async function faultsIn(uri: string): Promise<string[]> {
  const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
  return items.map(({ code }) => code).filter(code => code.startsWith('schema/') || code === 'syntax');
}

function limitAfter(megabytes: number): number {
  return Math.max(megabytes * SLACK.share, megabytes + SLACK.megabytes);
}

/** Edits the open files in turn; each second edit takes the one before it back. Waits for some of the diagnostics. */
async function edit(count: number): Promise<void> {
  for (let made = 0; made < count; made += 2) {
    const uri = uris[(made / 2) % OPEN] ?? '';
    await typeAndErase(uri);
    if (made % 10 === 0) await server.ask('textDocument/diagnostic', { textDocument: { uri } });
  }
}

/** A quote at the start of the document's last line, which makes JSON invalid, and its removal. */
async function typeAndErase(uri: string): Promise<void> {
  const last = (files[uris.indexOf(uri)]?.text.split('\n').length ?? 1) - 1;
  const [start, end] = [0, 1].map(character => ({ line: last, character }));
  await server.change(uri, { range: { start: start ?? START, end: start ?? START }, text: '"' });
  await server.change(uri, { range: { start: start ?? START, end: end ?? START }, text: '' });
}

let opened = 0;

async function openAndClose(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const uri = folder.uriOf(`opened-${opened++}.${Object.keys(texts)[time % 3]}`);
    await server.open(uri, Object.values(texts)[time % 3] ?? '');
    const answer = server.ask('textDocument/diagnostic', { textDocument: { uri } });
    if (time % 2 === 0) await answer;
    await server.close(uri);
    await answer;
  }
}

/** Asks for all that has a position, and for all that concerns a whole file; gives the errors among the answers. */
async function refusalsOf(uri: string, position: object): Promise<unknown[]> {
  const textDocument = { uri };
  const range = { start: position, end: position };
  const options = { tabSize: 2, insertSpaces: true };
  const ask = (method: string, more: object = {}) => server.ask(`textDocument/${method}`, { textDocument, ...more });
  const answers = await Promise.allSettled([
    ...['completion', 'hover', 'definition', 'references', 'documentHighlight', 'prepareRename'].map(method =>
      ask(method, { position, context: { includeDeclaration: true } }),
    ),
    ...['diagnostic', 'documentSymbol', 'foldingRange', 'documentLink'].map(method => ask(method)),
    ask('codeAction', { range, context: { diagnostics: [] } }),
    ask('selectionRange', { positions: [position] }),
    ask('formatting', { options }),
  ]);
  return answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []));
}
