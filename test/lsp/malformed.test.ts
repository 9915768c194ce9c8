import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneOf } from '../kit/amount';
import { type LspClient, startServer } from '../kit/lspClient';

let server: LspClient;
beforeAll(async () => {
  server = await startServer({ capabilities: { textDocument: { diagnostic: {} } } });
});
afterAll(async () => {
  // The index has read all of it, too.
  const view = { filter: '', group: 'none', sort: 'newest' };
  expect(await server.ask('agentEnvelopes/runs/nodes', { view })).toMatchObject({ nodes: expect.any(Array) });
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

const message = '{"from": "build", "to": "fix", "payload": {"confidence": 1.4, "needsReview": true}}';

/** Everything that an editor asks of a file by itself; none of it may fail. */
async function askEverything(uri: string, position: { line: number; character: number }) {
  const textDocument = { uri };
  const range = { start: position, end: position };
  const options = { tabSize: 2, insertSpaces: true };
  const ask = (method: string, more: object = {}) => server.ask(`textDocument/${method}`, { textDocument, ...more });
  return Promise.all([
    ask('diagnostic'),
    ask('completion', { position }),
    ask('hover', { position }),
    ask('codeAction', { range, context: { diagnostics: [] } }),
    ask('documentSymbol'),
    ask('foldingRange'),
    ask('documentLink'),
    ask('selectionRange', { positions: [position] }),
    ask('formatting', { options }),
  ]);
}

const monsters: [about: string, text: string][] = [
  ['nothing', ''],
  ['100,000 brackets', '['.repeat(100_000)],
  ['100,000 objects', '{"payload":'.repeat(100_000)],
  ['deep inside a message', message.replace('1.4', `${'['.repeat(50_000)}1${']'.repeat(50_000)}`)],
  [
    'deep below a list of rules',
    message.replace('1.4', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}, "$ignore": ["schema/maximum"]`),
  ],
  ['lone surrogates', message.replace('build', '\uD800 \uDC00')],
  ['a byte order mark', `\uFEFF${message}`],
  ['CRLF', message.replaceAll(', ', ',\r\n')],
  ['CR alone', message.replaceAll(', ', ',\r')],
  ['NULs', `\0${message.replace('fix', '\0')}\0`],
  ['__proto__', message.replace('{', '{"__proto__": {"from": 1}, "constructor": null, ')],
  ['a huge number', message.replace('1.4', '9'.repeat(100_000))],
  ['a $schema that is no text', message.replace('{', '{"$schema": {}, ')],
  ['half an escape', '{"from": "\\u12'],
  ['a bracket too much', `${message}]}`],
  ['a mixed root array', `[${message}, 1, {"from": , ${message}]`],
];

describe.each(monsters)('%s', (about, text) => {
  const files: [string, string, number][] = [
    ['json', text, 0],
    ['jsonl', `${message}\n${text}\n${message}`, 1],
    ['md', `> \`\`\`json\n> ${text}\n> \`\`\``, 1],
  ];
  test.each(oneOf(2, files))('in %s', async (ending, content, line) => {
    const uri = `file:///work/${encodeURIComponent(about)}.${ending}`;
    await server.open(uri, content);
    for (const character of [0, 3, 20, 1_000_000]) {
      const [diagnostics] = await askEverything(uri, { line, character });
      expect(diagnostics).toMatchObject({ kind: 'full', items: expect.any(Array) });
    }
    await server.tell('textDocument/didClose', { textDocument: { uri } });
  });
});

test('a line of 20 MB', async () => {
  const uri = 'file:///work/long.jsonl';
  await server.open(uri, `${message}\n${message.replace('build', 'x'.repeat(20_000_000))}`);
  const { items } = await server.ask<{ items: unknown[] }>('textDocument/diagnostic', { textDocument: { uri } });
  expect(items.length).toBeGreaterThan(0);
  await server.tell('textDocument/didClose', { textDocument: { uri } });
});

test('requests that make no sense get an error, and the server goes on', async () => {
  await expect(server.ask('textDocument/hover', {})).rejects.toThrow();
  await expect(server.ask('agentEnvelopes/nonsense')).rejects.toThrow(/Unhandled method/);
  await expect(server.ask('agentEnvelopes/envelope', null)).rejects.toThrow();
  expect(await server.ask('agentEnvelopes/kinds')).not.toEqual([]);
});

test('edits outside of a file, or of a file that is not open, do no harm', async () => {
  const uri = 'file:///work/edits.json';
  const far = { line: 9999, character: 9999 };
  await server.change(uri, { text: 'x' });
  await server.open(uri, '');
  await server.change(
    uri,
    { range: { start: far, end: far }, text: message },
    { range: { start: far, end: { line: 0, character: 0 } }, text: '' },
  );
  const [diagnostics] = await askEverything(uri, far);
  expect(diagnostics).toMatchObject({ kind: 'full', items: expect.any(Array) });
});
