import type { SnippetTextEdit, TextDocumentEdit } from 'vscode-languageserver-types';
import { codeActions } from '../../../server/src/features/fixes/codeActions';
import { analyseText } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { expandSnippet } from '../../kit/expandSnippet';
import { testContext } from '../../kit/testContext';

const ALL = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const now = () => Date.UTC(2026, 5, 1, 10);

/** A file after an action: as plain edits, or as a snippet that was tabbed through. */
export function acted(name: string, text: string, title: RegExp, takesSnippets = false, association = 'toolcall/call') {
  const analysis = analyseText(name, text, { association });
  const client = { opensDocs: false, takesSnippets, resolves: false, now };
  const actions = codeActions(analysis, ALL, { context: testContext(), client, asked: { diagnostics: [] } });
  const action = actions.find(one => title.test(one.title));
  if (!action) throw new Error(`no ${title} among ${actions.map(one => one.title)}`);
  const plain = action.edit?.changes?.[analysis.file.uri];
  if (plain) return { text: applyEdits(text, plain), edits: plain.length, snippets: [] };
  const [change] = (action.edit?.documentChanges ?? []) as TextDocumentEdit[];
  const snippets = (change?.edits ?? []) as SnippetTextEdit[];
  // Tab stops are numbered through all edits of a snippet.
  const parts = snippets.map(({ range, snippet }) => ({ range, newText: expandSnippet(snippet.value) }));
  return { text: applyEdits(text, parts), edits: parts.length, snippets: snippets.map(({ snippet }) => snippet.value) };
}
