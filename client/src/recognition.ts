import {
  type Command,
  Disposable,
  type LanguageStatusItem,
  LanguageStatusSeverity,
  languages,
  type TextEditor,
  window,
  workspace,
} from 'vscode';
import { RECOGNISED, type RecognisedKind, type RecognisedParams } from '../../server/src/protocol';
import { RESTART } from './failures';
import { LANGUAGES, type Server } from './server';
import { setContext } from './setContext';

/** A language status item that names the kinds of envelope in the file in front; none for a file that is none of ours. */
export function showRecognition(server: Server): Disposable {
  const known = new Map<string, RecognisedKind[]>();
  const item = languages.createLanguageStatusItem('agentEnvelopes.kinds', NOWHERE);
  item.name = 'Agent Envelopes';

  const show = (editor: TextEditor | undefined) => {
    if (server.state === 'stopped') return showStopped(item);
    item.command = RECOGNISE;
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
    server.onDidChangeState(state => {
      item.busy = state === 'starting';
      // What a server said of files ends with it: the next one says it anew.
      if (state === 'stopped') known.clear();
      show(window.activeTextEditor);
    }),
    window.onDidChangeActiveTextEditor(show),
    workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  );
}

const RECOGNISE: Command = {
  command: 'agentEnvelopes.recogniseAs',
  title: 'Recognise as…',
  tooltip: 'Say what this file holds',
};

/** Of any file that might be ours: without a server nobody knows. */
function showStopped(item: LanguageStatusItem): void {
  setContext('recognised', false);
  item.selector = LANGUAGES.map(language => ({ language }));
  item.text = 'Agent Envelopes has stopped';
  item.detail = 'this file is not checked';
  item.severity = LanguageStatusSeverity.Error;
  item.command = { command: 'agentEnvelopes.restartServer', title: RESTART };
}

const NOWHERE = { scheme: 'agent-envelopes-nowhere' };

function textOf({ title, count, sure }: RecognisedKind): string {
  return `${title}${sure ? '' : '?'}${count > 1 ? ` ×${count}` : ''}`;
}
