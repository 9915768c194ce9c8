import { Disposable, LanguageStatusSeverity, languages, type TextEditor, window, workspace } from 'vscode';
import { RECOGNISED, type RecognisedKind, type RecognisedParams } from '../../server/src/protocol';
import { LANGUAGES, type Server } from './server';
import { setContext } from './setContext';

/** A language status item that names the kinds of envelope in the file in front; none for a file that is none of ours. */
export function showRecognition(server: Server): Disposable {
  const known = new Map<string, RecognisedKind[]>();
  const item = languages.createLanguageStatusItem('agentEnvelopes.kinds', NOWHERE);
  item.name = 'Agent Envelopes';
  item.command = { command: 'agentEnvelopes.recogniseAs', title: 'Recognise as…', tooltip: 'Say what this file holds' };

  const show = (editor: TextEditor | undefined): void => {
    const uri = editor?.document.uri;
    const kinds = uri && known.get(uri.toString());
    setContext('recognised', Boolean(kinds?.length));
    if (!editor || !kinds?.length) {
      item.selector = NOWHERE;
      return;
    }
    item.selector = LANGUAGES.map(language => ({ language }));
    item.text = kinds.map(textOf).join(', ');
    item.detail = kinds.every(({ sure }) => sure)
      ? kinds.map(({ id }) => id).join(', ')
      : 'maybe: not checked until it is sure';
    item.severity = LanguageStatusSeverity.Information;
  };
  server.onNotification<RecognisedParams>(RECOGNISED, ({ uri, kinds }) => {
    known.set(uri, kinds);
    const editor = window.activeTextEditor;
    if (editor?.document.uri.toString() === uri) show(editor);
  });
  return Disposable.from(
    item,
    window.onDidChangeActiveTextEditor(show),
    workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  );
}

const NOWHERE = { scheme: 'agent-envelopes-nowhere' };

function textOf({ title, count, sure }: RecognisedKind): string {
  return `${title}${sure ? '' : '?'}${count > 1 ? ` ×${count}` : ''}`;
}
