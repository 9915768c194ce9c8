import { type Command, Disposable, LanguageStatusSeverity, type TextEditor, window, workspace } from 'vscode';
import {
  type FileAction,
  RECOGNISED,
  type RecognisedKind,
  type RecognisedParams,
} from '../../../server/src/shared/protocol';
import { RESTART } from '../messages/failureReporter';
import { createLanguageItem, type LanguageItem } from '../messages/notify';
import { LANGUAGES, type Server } from '../server/createServer';
import { setContext } from '../setContext';

/** A language status item with the kinds of envelope in the active file; hidden for files without envelopes. */
export function showRecognitionStatus(server: Server): Disposable {
  const known = new Map<string, RecognisedParams>();
  const item = createLanguageItem('agentEnvelopes.kinds', NOWHERE);
  item.name = 'Agent Envelopes';

  const show = (editor: TextEditor | undefined) => {
    if (server.state === 'stopped') return showStopped(item);
    item.command = RECOGNISE;
    const uri = editor?.document.uri;
    const { kinds = [], actions = [], isExcluded = false, resembles } = (uri && known.get(uri.toString())) ?? {};
    setFileContexts(kinds, actions);
    if (!editor || (kinds.length === 0 && !isExcluded && resembles === undefined)) {
      item.selector = NOWHERE;
      return;
    }
    item.selector = LANGUAGES.map(language => ({ language }));
    if (isExcluded) item.describe('Not an envelope', 'set in the settings; not checked');
    else if (resembles !== undefined) item.describe('Not recognised', `looks like: ${resembles}; it is not checked`);
    else item.describe(kinds.map(kindText).join(', '), detailOf(kinds));
    item.severity = LanguageStatusSeverity.Information;
  };
  server.onNotification<RecognisedParams>(RECOGNISED, params => {
    known.set(params.uri, params);
    const editor = window.activeTextEditor;
    if (editor?.document.uri.toString() === params.uri) show(editor);
  });
  return Disposable.from(
    item,
    server.onDidChangeState(state => {
      item.busy = state === 'starting';
      // The results of a server are invalid once it has stopped; the next server sends its own.
      if (state === 'stopped') known.clear();
      show(window.activeTextEditor);
    }),
    window.onDidChangeActiveTextEditor(show),
    workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  );
}

/** Sets the contexts of the commands that apply to the active file. */
function setFileContexts(kinds: readonly RecognisedKind[], actions: readonly FileAction[]): void {
  setContext('recognised', kinds.length > 0);
  setContext('canConvert', actions.includes('convert'));
  setContext('canExtract', actions.includes('extract'));
  setContext('canAppend', actions.includes('append'));
  setContext('canConvertToLog', actions.includes('toLog'));
  setContext('canConvertToArray', actions.includes('toArray'));
  setContext('canAddSection', actions.includes('addSection'));
  setContext('canReplay', actions.includes('replay'));
}

function detailOf(kinds: readonly RecognisedKind[]): string {
  return kinds.every(({ sure }) => sure)
    ? kinds.map(({ id }) => id).join(', ')
    : 'likely, but not checked until it is certain';
}

const RECOGNISE: Command = {
  command: 'agentEnvelopes.recogniseAs',
  title: 'Recognise as…',
  tooltip: 'Choose what this file contains',
};

/** Shows that the server has stopped, for any file that may contain envelopes. */
function showStopped(item: LanguageItem): void {
  setFileContexts([], []);
  item.selector = LANGUAGES.map(language => ({ language }));
  item.describe('Agent Envelopes has stopped', 'this file is not checked');
  item.severity = LanguageStatusSeverity.Error;
  item.command = { command: 'agentEnvelopes.restartServer', title: RESTART };
}

const NOWHERE = { scheme: 'agent-envelopes-nowhere' };

function kindText({ title, count, sure }: RecognisedKind): string {
  return `${title}${sure ? '' : '?'}${count > 1 ? ` ×${count}` : ''}`;
}
