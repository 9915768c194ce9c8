import { expect, test } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver-types';
import { everyFourth } from '../kit/amount';
import { startServer } from '../kit/lspClient';

const envelope = JSON.stringify(
  {
    id: 'msg_0001',
    timestamp: '2026-04-14T13:05:00Z',
    from: 'build',
    to: 'review',
    intent: 'task',
    context: { project: 'ledger', domain: 'feature', priority: 2 },
    payload: { input: 'a', output: null, confidence: 0.92, needsReview: false, artifacts: [] },
    handoff: { nextAgent: 'review', instructions: 'i' },
  },
  null,
  2,
);

const files: [name: string, text: string, before: string, after: string][] = [
  ['a.json', envelope, '', ''],
  ['a.jsonl', envelope.replace(/\s*\n\s*/g, ' '), '42\n', '\n{"a": 1}'],
  ['a.md', envelope.replaceAll('\n', '\n> '), '> ```json\n> ', '\n> ```'],
];

test.each(everyFourth(files))(
  'typed character by character into %s, every answer is one',
  async (name, text, before, after) => {
    const server = await startServer({ capabilities: { textDocument: { diagnostic: {} } } });
    const uri = `file:///work/${name}`;
    const textDocument = { uri };
    await server.open(uri, before + after);
    let line = before.split('\n').length - 1;
    let character = before.length - before.lastIndexOf('\n') - 1;
    let offered = 0;
    for (const typed of text) {
      const start = { line, character };
      await server.change(uri, { range: { start, end: start }, text: typed });
      [line, character] = typed === '\n' ? [line + 1, 0] : [line, character + 1];
      const position = { line, character };
      const [items] = await Promise.all([
        server.ask<CompletionItem[]>('textDocument/completion', { textDocument, position }),
        server.ask('textDocument/hover', { textDocument, position }),
        server.ask('textDocument/diagnostic', { textDocument }),
      ]);
      offered += items.length;
    }
    expect(offered).toBeGreaterThan(2 * text.length);
    const { items } = await server.ask<{ items: unknown[] }>('textDocument/diagnostic', { textDocument });
    expect(items).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  },
);
