import {
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  SnippetString,
  type TextEditor,
  window,
  workspace,
} from 'vscode';
import type { KindInfo } from '../../../server/src/shared/lspExtensions';
import { LANGUAGES, type Server } from '../createServer';
import { readOnlyText } from '../messages/failureText';
import { pickOne } from '../messages/notify';

interface Choice extends QuickPickItem {
  snippet?: string;
}

/** Asks for a kind of envelope, and inserts a new one as a snippet at the cursor. */
export async function insertEnvelope(server: Server): Promise<void> {
  const kinds = await server.request('agentEnvelopes/kinds');
  const choice = await pickOne(createChoices(kinds), {
    placeHolder: l10n.t('Select an envelope to insert'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!choice?.snippet) return;
  const editor = await editorForJson();
  const uri = editor.document.uri.toString();
  const params = {
    uri,
    position: editor.selection.active,
    snippet: choice.snippet,
  };
  const insertion = await server.request('agentEnvelopes/envelope', params);
  if (!insertion) return;
  const { start, end } = insertion.range;
  const isInserted = await editor.insertSnippet(
    new SnippetString(insertion.text),
    new Range(start.line, start.character, end.line, end.character),
  );
  if (!isInserted) throw new Error(readOnlyText(workspace.asRelativePath(editor.document.uri)));
}

async function editorForJson(): Promise<TextEditor> {
  const active = window.activeTextEditor;
  if (active && LANGUAGES.includes(active.document.languageId)) return active;
  return window.showTextDocument(await workspace.openTextDocument({ language: 'json' }));
}

function createChoices(all: readonly KindInfo[]): Choice[] {
  // Kinds without snippets are traces of other tools, which nobody writes by hand.
  const kinds = all.filter(({ snippets }) => snippets.length > 0);
  const families = [...new Set(kinds.map(({ family }) => family))];
  return families.flatMap(family => [
    { label: family, kind: QuickPickItemKind.Separator },
    ...kinds.filter(kind => kind.family === family).flatMap(snippetChoices),
  ]);
}

function snippetChoices({ title, id, snippets }: KindInfo): Choice[] {
  return snippets.map(snippet => ({
    label: title,
    description: snippet.id,
    detail: snippet.description,
    snippet: snippet.id || id,
  }));
}
