import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Position, Range } from '../../server/src/model/text';
import { projectRoot } from '../kit/corpus';
import { type LspClient, startServer } from '../kit/lspClient';
import { serverInTurns } from '../kit/serverInTurns';

const root = join(projectRoot, 'test/sample');
const folder = join(root, 'specs/005-team-invites/.workflow');
const broken = pathToFileURL(join(folder, 'broken-index.md')).href;
const whole = pathToFileURL(join(folder, 'index.md')).href;

const turn = serverInTurns({
  capabilities: { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } },
});
let client: LspClient;
const begin = async () => {
  client = await turn({ folders: [pathToFileURL(root).href] });
};

interface Diagnostic {
  code: string;
  range: Range;
}

test('the first answer is the whole one, also while the disk is still being read', async () => {
  client = await startServer({
    folders: [pathToFileURL(root).href],
    capabilities: { textDocument: { diagnostic: {} } },
  });
  onTestFinished(async () => {
    expect(await client.stop()).toBe(0);
  });
  await open(broken);
  const ask = () => client.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri: broken } });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first.items.filter(({ code }) => code.endsWith('undefined-reference'))).toHaveLength(2);
  expect(first.items).toHaveLength(13);
  expect(second.items).toEqual(first.items);
});

test('definition, references, highlight, rename and hover of ids', async () => {
  await begin();
  const text = await open(whole);
  const at = placeOf(text, '1 (C2.1)', 'C2.1');
  const place = { textDocument: { uri: whole }, position: at };
  const [definition] = await client.ask<{ uri: string; range: Range }[]>('textDocument/definition', place);
  expect(definition?.range.start.line).toBe(placeOf(text, '| C2.1 | G-002', 'C2.1').line);
  const context = { includeDeclaration: true };
  const references = await client.ask<unknown[]>('textDocument/references', { ...place, context });
  expect(references.length).toBeGreaterThan(2);
  expect((await client.ask<unknown[]>('textDocument/documentHighlight', place)).length).toBeGreaterThan(1);
  const hover = await client.ask<{ contents: { value: string } }>('textDocument/hover', place);
  expect(hover.contents.value).toContain('another address');
  const edit = await client.ask<{ changes: Record<string, unknown[]> }>('textDocument/rename', {
    ...place,
    newName: 'C2.7',
  });
  expect(edit.changes[whole]?.length).toBeGreaterThan(1);
  await expect(client.ask('textDocument/rename', { ...place, newName: 'G-009' })).rejects.toThrow(
    /not an id of a question/,
  );
});

test('an id in an envelope elsewhere is explained by the registry of the feature that it names', async () => {
  await begin();
  await open(whole);
  const uri = `${pathToFileURL(root).href}/elsewhere.json`;
  const text = JSON.stringify({
    context: { feature_id: '005-team-invites', workflow: 'specify', iteration: 1 },
    paths: { spec: 'notes.md' },
    task: { action: 'clarify', params: { question: 'C2.1' } },
    prior_context: [],
  });
  await client.open(uri, text);
  // Answered once all files are read.
  await client.ask('textDocument/references', {
    textDocument: { uri },
    position: placeOf(text, 'C2.1', 'C2.1'),
    context: { includeDeclaration: true },
  });
  const place = { textDocument: { uri }, position: placeOf(text, 'C2.1', 'C2.1') };
  const hover = await client.ask<{ contents: { value: string } }>('textDocument/hover', place);
  expect(hover.contents.value).toContain('another address');
});

test('a new registry, and the sections that one lacks', async () => {
  await begin();
  const wanted = { featureId: '006-x', branch: '006-x', workflow: 'specify', extensions: ['validation-loops'] };
  const text = await client.ask<string>('agentEnvelopes/newRegistry', wanted);
  expect(text).toContain('# Feature Index: 006-x');
  expect(text).toContain('## Gap Priority Queue');
  await open(broken);
  const missing = await client.ask<{ title: string }[]>('agentEnvelopes/missingSections', { uri: broken });
  expect(missing.map(({ title }) => title)).toContain('Agent Handoff Notes');
});

async function open(uri: string): Promise<string> {
  const text = readFileSync(new URL(uri), 'utf8');
  await client.open(uri, text);
  return text;
}

function placeOf(text: string, around: string, what: string): Position {
  const offset = text.indexOf(around) + around.indexOf(what);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}
