import { afterEach, expect, test } from 'vitest';
import type { CodeAction, CompletionItem, Diagnostic, Hover } from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { type LspClient, startServer } from '../kit/lspClient';

let server: LspClient;
afterEach(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

test('an envelope in YAML has problems, fixes, completion and hover', async () => {
  server = await startServer({ capabilities: { textDocument: { diagnostic: {} } } });
  const uri = 'untitled:a.yaml';
  const text = 'success: true\nsummary: Done.\nartifacts: []\nrecommendation: proced\n';
  await server.open(uri, text, 'yaml');
  const textDocument = { uri };
  const report = await server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
  const [problem, ...others] = report.items;
  expect([problem?.code, problem?.range.start, others]).toEqual(['schema/enum', { line: 3, character: 16 }, []]);
  const range = problem?.range;
  const context = { diagnostics: [] };
  const actions = await server.ask<CodeAction[]>('textDocument/codeAction', { textDocument, range, context });
  const fix = actions.find(({ title }) => title === 'Change to "proceed"');
  expect(fix?.edit?.changes).toBeDefined();
  expect(applyEdits(text, fix?.edit?.changes?.[uri] ?? [])).toBe(text.replace('proced', 'proceed'));
  const position = { line: 4, character: 0 };
  const items = await server.ask<CompletionItem[]>('textDocument/completion', { textDocument, position });
  expect(items.map(({ label }) => label)).toContain('notes');
  const hover = await server.ask<Hover>('textDocument/hover', { textDocument, position: { line: 3, character: 3 } });
  expect(JSON.stringify(hover.contents)).toContain('agent-protocol/output');
});
