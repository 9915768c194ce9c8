import { l10n, Position, type QuickPickItem, window, workspace } from 'vscode';
import type { SectionInsertion } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { changedText, readOnlyText } from '../messages/failureText';
import { pickOne, showInformation } from '../messages/notify';

interface Choice extends QuickPickItem {
  insertion: SectionInsertion;
}

/** Asks which section to add to the state registry (a Markdown file) in the active editor, and inserts it where the protocol's order has it. */
export async function addSection(server: Server): Promise<void> {
  const editor = window.activeTextEditor;
  const before = editor?.document.getText();
  const params = { uri: editor?.document.uri.toString() ?? '' };
  const missing = editor && (await server.request('agentEnvelopes/missingSections', params));
  if (!editor || !missing) {
    void showInformation(l10n.t('Open a state registry first: a Markdown file with two or more of its sections.'));
    return;
  }
  const choice = await pickOne(missing.map(createChoice), {
    placeHolder: l10n.t('Select a section to add'),
    matchOnDetail: true,
  });
  if (!choice) return;
  const file = workspace.asRelativePath(editor.document.uri);
  if (editor.document.getText() !== before) throw new Error(changedText(file));
  const { position, text } = choice.insertion;
  const isInserted = await editor.edit(edit => edit.insert(new Position(position.line, position.character), text));
  if (!isInserted) throw new Error(readOnlyText(file));
}

function createChoice(insertion: SectionInsertion): Choice {
  const { title, about, core } = insertion;
  return { label: title, detail: about, ...(core && { description: l10n.t('core section') }), insertion };
}
