import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeLens, CompletionItem, DocumentSymbol, Hover, InlayHint } from 'vscode-languageserver-types';
import { families } from '../../server/src/families/index';
import type { KindInfo, RunFilterAnswer, RunView, TreeNode, TreeNodes } from '../../server/src/shared/lspExtensions';
import type { ReplayQuestion } from '../../server/src/shared/replay/index';
import { isObject } from '../../server/src/text/jsonPointer';
import { filesBelow, projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';
import { leftInEnglish, pseudoTranslation } from '../kit/pseudoLocale.mjs';
import { type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

/** The sample workspace, and a file for each example of a kind. */
const sample = join(projectRoot, 'test/sample');
const exampleFiles = examples
  .filter(({ kind }) => !kind.readOnly)
  .map(({ value }, at) => [`examples/${at}.json`, JSON.stringify(value, null, 1)] as const);
const files = new Map(
  [
    ...filesBelow(sample).map(path => [relative(sample, path), readFileSync(path, 'utf8')] as const),
    ...exampleFiles,
    [
      'tools/tool_catalogue.json',
      '{"wellness":[{"name":"load_score","description":"-","parameters":{"type":"object","properties":{"sleep_min":{"type":"integer"}}}}]}',
    ],
    ['tools/one.jsonl', '{"call_id":"t_1","agent":"wellness","tool":"load_score","args":{"sleep_min":410}}'],
  ].map(([path, text]) => [path, withoutProse(path, text)] as const),
);
const folder = temporaryFolder(Object.fromEntries(files));
const translation = pseudoTranslation();
let server: RunsClient;

beforeAll(async () => {
  server = await startRunsServer([folder.uri], {
    initializationOptions: { translation },
    capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
  });
  await server.read();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  folder.dispose();
});

/** Replaces sentences in a file by numbers, so that all words that are shown are ours, or names. */
function withoutProse(path: string, text: string): string {
  if (/\.(?:schema\.json|agent-protocol\.json)$/.test(path)) return text;
  let count = 0;
  if (path.endsWith('index.md')) {
    const header: string[] = text.match(/^\|.*\n(?=\|[ :|-]+$)/gm) ?? [];
    const shortenCells = (row: string) => row.replace(/[^|]*\p{L}[^|]* [^|]*\p{L}[^|]*/gu, () => ` ${++count} № `);
    return text
      .replace(/^\|.*\n/gm, row => (header.includes(row) ? row : shortenCells(row)))
      .replace(/^- [^:\n]*$/gm, () => `- ${++count} №`);
  }
  const shorten = (string: string) => (!string.includes(' ') || /^"\d{4}-/.test(string) ? string : `"${++count} №"`);
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, shorten);
}

/** The properties of an answer whose values a page compares, or has words for. */
const DATA = new Set([
  ...[
    'key',
    'id',
    'kind',
    'icon',
    'outcome',
    'status',
    'do',
    'does',
    'tone',
    'change',
    'is',
    'side',
    'role',
    'revision',
  ],
  ...[
    'othersRevision',
    'rule',
    'uri',
    'file',
    'lang',
    'severity',
    'marks',
    'type',
    'lanesBy',
    'what',
    'differs',
    'better',
  ],
  // Called as their kinds.
  ...['conversation', 'envelopes'],
]);

/** Types of JSON, symbols of units, and what a rule, folders and a status in the sample are called. */
const VALUES = [
  ...['syntax', 'messages', 'tools', 'errors', 'pending'],
  ...['string', 'object', 'integer', 'number', 'boolean', 'array', 'null', 'UTC', ' ms', ' min', ' KB', ' MB'],
];
/** Names of several words: of protocols, of the sample's own kinds and of fields and columns in its registry; words of files side by side. */
const PHRASES = [
  ...families.map(({ title }) => title),
  ...[
    'Review request',
    'Review verdict',
    'Review Queue',
    'worker error',
    'util 0.81 · cost 0.2',
    'util 0.5 · cost 0.2',
  ],
  ...['agent, has, rule, path, family, id, conversation'],
  ...[...(files.get('specs/005-team-invites/.workflow/index.md') ?? '').matchAll(/\*\*([^*:]+)/g)].map(
    ([, name = '']) => name,
  ),
].filter(name => name.includes(' '));

/** A word, or what is no prose: an id, a path, a time. */
const WORD = /[\p{L}\d_./:@#-]+/gu;
/** The words of the files: names of properties, agents, tools, and values. */
const WORDS = new Set(
  [...files].flatMap(([path, text]) => [
    ...path.split('/'),
    ...((/(?<!index)\.md$|(?:schema|agent-protocol)\.json$/.test(path) ? '' : text).match(WORD) ?? []),
  ]),
);
/** Those that are no texts of ours: names wherever they stand. The others are names only between the signs of a list. */
const NAMES = new Set([...WORDS].filter(word => !Object.hasOwn(translation.texts, word)));
const SIGNS = /( · | → |: |, |[|\n]|\*\*)/;

/** What is left in English of texts that are shown: what is left, and where. A single word that a file has, too, is not found. */
function left(texts: readonly unknown[]): string[] {
  const found = texts.flatMap(text => {
    if (typeof text !== 'string') return [];
    const shown = PHRASES.reduce((before, name) => before.replaceAll(name, ' '), text)
      .replace(/\\([\W_])/g, '$1')
      // What is too long ends without its bracket.
      .replace(/⟦[^⟧]*…$/u, '')
      .split(SIGNS)
      .map(piece => (WORDS.has(piece.trim()) ? ' ' : piece))
      .join('')
      .replace(WORD, word => (NAMES.has(word) || /[_/@#\d]|\.\w|\w:\w/.test(word) ? ' ' : word));
    return leftInEnglish(shown, VALUES).map(words => `${words} <<< ${text.slice(0, 140)}`);
  });
  return [...new Set(found)];
}

test('a hover at every property and value', async () => {
  const seen = new Set<string>();
  const places = exampleFiles.flatMap(([path]) =>
    (files.get(path)?.split('\n') ?? []).flatMap((line, at) => {
      const value = line.indexOf('": ') + 4;
      // Once at a property of a name, then at its value.
      const [key] = line.split(': ');
      const character = at === 0 ? 0 : seen.has(`${key}`) ? value : line.indexOf('"') + 1;
      if ((at > 0 && value < 4) || seen.has(`${key} ${character}`)) return [];
      seen.add(`${key}`).add(`${key} ${character}`);
      return [{ textDocument: { uri: folder.uriOf(path) }, position: { line: at, character } }];
    }),
  );
  await Promise.all(exampleFiles.map(([path]) => server.open(folder.uriOf(path), files.get(path) ?? '')));
  const hovers = await Promise.all(places.map(place => server.ask<Hover | null>('textDocument/hover', place)));
  await server.closeAll();
  const shown = hovers.flatMap(hover => (hover ? [(hover.contents as { value: string }).value] : []));
  expect(shown.length).toBeGreaterThan(100);
  expect(left(shown)).toEqual([]);
});

test('what a catalogue adds to a call', async () => {
  const path = 'tools/one.jsonl';
  const text = files.get(path) ?? '';
  const uri = folder.uriOf(path);
  await server.open(uri, text);
  const shown: string[] = [];
  for (const key of ['"agent"', '"tool"', '"args"']) {
    const position = { line: 0, character: text.indexOf(key) + 1 };
    const hover = await server.ask<Hover>('textDocument/hover', { textDocument: { uri }, position });
    shown.push((hover.contents as { value: string }).value);
  }
  await server.closeAll();
  expect(shown[1]).toContain('sleep_min');
  expect(left(shown)).toEqual([]);
});

test('symbols of the workspace, and the title of a schema', async () => {
  const found = await Promise.all(
    ['', 'wellness', 'load_score'].map(query => server.ask<{ containerName: string }[]>('workspace/symbol', { query })),
  );
  const uri = 'agent-envelopes:/agent-message/message.schema.json';
  const { title, markdownDescription } = JSON.parse(await server.ask<string>('agentEnvelopes/document', { uri }));
  const containers = found.flat().map(({ containerName }) => containerName);
  for (const word of ['agent', 'tool']) expect(containers).toContain(translation.texts[word]);
  expect(left([...containers, title, markdownDescription])).toEqual([]);
});

test('completion of envelopes, properties, values, ids, times, paths and rules', async () => {
  const texts = {
    'new.json': '^',
    'property.json': '{ "id": "msg_1", "from": "vision", "to": "content", "intent": "plan", ^ }',
    'value.json': '{ "$schema": "agent-envelopes:/agent-message/message.schema.json", "intent": "^" }',
    'time.json': '{ "$schema": "agent-envelopes:/agent-message/message.schema.json", "timestamp": ^ }',
    'id.json': '{ "$schema": "agent-envelopes:/agent-message/message.schema.json", "id": ^ }',
    'agent.json': '{ "$schema": "agent-envelopes:/agent-message/message.schema.json", "from": "^" }',
    'sure.json': '{ "$schema": "agent-envelopes:/agent-message/message.schema.json", "payload": { "confidence": ^ } }',
    'path.json':
      '{ "$schema": "agent-envelopes:/agent-message/message.schema.json", "payload": { "artifacts": [{ "path": "^" }] } }',
    'schema.json': '{ "$schema": ^ }',
    '.agent-envelopes.json': '{ "associations": { "a.json": "^" }, ^ }',
    'specs/005-team-invites/.workflow/index.md': `${files.get('specs/005-team-invites/.workflow/index.md')}\n^`,
  };
  const items: CompletionItem[] = [];
  for (const [file, text] of Object.entries(texts)) {
    const uri = folder.uriOf(file);
    const lines = text.split('\n').map(line => line.split('^'));
    await server.open(uri, lines.map(pieces => pieces.join('')).join('\n'));
    for (const [line, pieces] of lines.entries()) {
      for (let at = 1; at < pieces.length; at++) {
        const position = { line, character: pieces.slice(0, at).join('').length };
        const params = { textDocument: { uri }, position };
        const found = await server.ask<{ items: CompletionItem[] } | CompletionItem[]>(
          'textDocument/completion',
          params,
        );
        const own = Array.isArray(found) ? found : found.items;
        expect(own, file).not.toEqual([]);
        items.push(...own);
      }
    }
  }
  await server.closeAll();
  const shown = items.flatMap(({ detail, documentation, labelDetails }) => {
    const { value } = (documentation ?? { value: '' }) as { value: string };
    // A preview is JSON.
    return [detail, labelDetails?.description, value.startsWith('```') ? '' : value];
  });
  expect(left(shown)).toEqual([]);
});

test('symbols, lenses and hints', async () => {
  const shown: unknown[] = [];
  const own = [...files].filter(([path]) => /\.(?:jsonl?|md)$/.test(path) && !path.startsWith('examples/'));
  await Promise.all(own.map(([path, text]) => server.open(folder.uriOf(path), text)));
  for (const [path] of own) {
    const textDocument = { uri: folder.uriOf(path) };
    const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    const symbols = await server.ask<DocumentSymbol[] | null>('textDocument/documentSymbol', { textDocument });
    const lenses = await server.ask<CodeLens[] | null>('textDocument/codeLens', { textDocument });
    const hints = await server.ask<InlayHint[] | null>('textDocument/inlayHint', { textDocument, range });
    // A registry's own headings.
    if (!path.endsWith('.md')) shown.push(...(symbols ?? []).map(({ name }) => name));
    shown.push(...(lenses ?? []).map(({ command }) => command?.title));
    shown.push(...(hints ?? []).flatMap(({ label, tooltip }) => [label, tooltip]));
  }
  await server.closeAll();
  expect(shown.length).toBeGreaterThan(20);
  expect(left(shown)).toEqual([]);
});

test('refusals, and what a file is', async () => {
  const uri = folder.uriOf('messages/wf_team_invites.jsonl');
  await server.open(uri, files.get('messages/wf_team_invites.jsonl') ?? '');
  const refused = async (method: string, params: object) => {
    const refusal = await server
      .ask<{ fault?: string }>(method, params)
      .catch((error: Error) => ({ fault: error.message }));
    expect(refusal.fault, method).toBeDefined();
    return refusal.fault;
  };
  const textDocument = { uri };
  const agent = (files.get('messages/wf_team_invites.jsonl') ?? '').indexOf('"from"') + 9;
  const shown: unknown[] = [];
  for (const [character, newName] of [
    [0, 'x'],
    [agent, ''],
    [agent, 'a\nb'],
    [agent, '{x}'],
  ] as const)
    shown.push(await refused('textDocument/rename', { textDocument, position: { line: 0, character }, newName }));
  for (const address of ['x', 'http://a:b@localhost', 'http://localhost?x'])
    shown.push(await refused('agentEnvelopes/sending/address', { address }));
  shown.push(await refused('agentEnvelopes/sending/headers', { headers: 'x' }));
  shown.push(await refused('agentEnvelopes/runs/said', { words: 'x', filter: 'agnt:x', limit: 10 }));
  const { note } = await server.ask<{ note: string }>('agentEnvelopes/inferProtocol', { id: '1', files: [] });
  const kinds = await server.ask<KindInfo[]>('agentEnvelopes/kinds');
  shown.push(note, ...kinds.map(({ title }) => title));
  await server.closeAll();
  expect(kinds.length).toBeGreaterThan(10);
  expect(left(shown)).toEqual([]);
});

const textsOf = ({ label, description, tooltip }: TreeNode) => [label, description, tooltip];

test('the trees of runs and of their state, and the filter', async () => {
  const shown: unknown[] = [];
  const visit = async (ask: (parent?: string) => Promise<TreeNodes>, parent?: string): Promise<void> => {
    for (const node of (await ask(parent)).nodes) {
      shown.push(...textsOf(node));
      if (node.opens !== 'no') await visit(ask, node.id);
    }
  };
  await visit(parent => server.nodes(parent));
  for (const group of ['status', 'day', 'agent', 'family', 'conversation'] satisfies RunView['group'][])
    shown.push(...(await server.roots({ group })).flatMap(textsOf));
  for (const { run = '' } of await server.roots())
    await visit(parent => server.ask('agentEnvelopes/state/nodes', { run, ...(parent !== undefined && { parent }) }));
  const wrong = ['agnt:x', 'zzz:x', 'status:x', 'has:x', 'confidence<x', 'since:x', 'agent<1', 'x'.repeat(1001)];
  for (const filter of ['', 'agent:', 'status:', ...wrong]) {
    const { fault, completions } = await server.ask<RunFilterAnswer>('agentEnvelopes/runs/filter', { filter });
    if (wrong.includes(filter)) expect(fault, filter).toBeDefined();
    shown.push(fault, ...completions.map(({ description }) => description));
  }
  expect(shown.length).toBeGreaterThan(200);
  expect(left(shown)).toEqual([]);
});

test('the answers about a replay', async () => {
  const shown: unknown[] = [];
  const runs = await server.roots();
  for (const { run = '' } of runs) {
    const ask = async (question: ReplayQuestion, params: object) => {
      const answer = await server.ask('agentEnvelopes/replay', { run, question, params });
      shown.push(...shownTexts(answer));
      return answer;
    };
    const folded = { all: false, but: [] };
    const { total } = (await ask('outline', { folded })) as { total: number };
    for (const question of ['overview', 'graph', 'failedSteps', 'metrics', 'candidates', 'conversation'] as const)
      await ask(question, {});
    await ask('compare', { with: runs[0]?.run, only: 'all' });
    await ask('redactions', { redaction: { paths: true, emails: true, secrets: true, fields: [] } });
    await ask('search', { query: 'status:x' });
    for (let step = 0; step < Math.min(total, 4); step++) {
      for (const question of ['step', 'state', 'changes', 'exchange', 'why', 'graphAt'] as const)
        await ask(question, { step });
      await ask('artifact', { step, path: 'none', version: 'after' });
    }
  }
  expect(shown.length).toBeGreaterThan(1000);
  expect(left(shown)).toEqual([]);
});

/** The texts in an answer that a page shows as they are. */
function shownTexts(answer: unknown, key = ''): unknown[] {
  if (DATA.has(key)) return [];
  if (Array.isArray(answer)) return answer.flatMap(one => shownTexts(one, key));
  if (isObject(answer)) return Object.entries(answer).flatMap(([name, one]) => shownTexts(one, name));
  return [answer];
}
