import type { SnippetTextEdit, TextDocumentEdit } from 'vscode-languageserver-types';
import { codeActions } from '../../server/src/features/codeActions';
import { analysed } from '../kit/analysed';
import { applied } from '../kit/applied';
import { contextOf } from '../kit/context';
import { resolved } from '../kit/snippet';

const ALL = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const now = () => Date.UTC(2026, 5, 1, 10);

/** A file after an action: as plain edits, or as a snippet that was tabbed through. */
export function acted(name: string, text: string, title: RegExp, takesSnippets = false, association = 'toolcall/call') {
  const analysis = analysed(name, text, { association });
  const client = { opensDocs: false, takesSnippets, resolves: false, now };
  const actions = codeActions(analysis, ALL, { context: contextOf(), client, asked: { diagnostics: [] } });
  const action = actions.find(one => title.test(one.title));
  if (!action) throw new Error(`no ${title} among ${actions.map(one => one.title)}`);
  const plain = action.edit?.changes?.[analysis.file.uri];
  if (plain) return { text: applied(text, plain), edits: plain.length, snippets: [] };
  const [change] = (action.edit?.documentChanges ?? []) as TextDocumentEdit[];
  const snippets = (change?.edits ?? []) as SnippetTextEdit[];
  // Tab stops are numbered through all edits of a snippet.
  const parts = snippets.map(({ range, snippet }) => ({ range, newText: resolved(snippet.value) }));
  return { text: applied(text, parts), edits: parts.length, snippets: snippets.map(({ snippet }) => snippet.value) };
}
