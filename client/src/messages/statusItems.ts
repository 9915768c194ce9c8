import {
  type Command,
  Disposable,
  LanguageStatusSeverity,
  l10n,
  StatusBarAlignment,
  TabInputText,
  type TextEditor,
  ThemeColor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import {
  type FileAction,
  RECOGNISED,
  type RecognisedKind,
  type RecognisedParams,
} from '../../../server/src/shared/protocol';
import { LANGUAGES, type Server } from '../createServer';
import { RESTART, runFailureAction, SHOW_LOG, setContext } from './failureReporter';
import { createLanguageItem, createStatusItem, type LanguageItem, showError } from './notify';

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
    if (isExcluded) item.describe(l10n.t('Not an envelope'), l10n.t('set in the settings; not checked'));
    else if (resembles !== undefined)
      item.describe(l10n.t('Not recognised'), l10n.t('looks like: {0}; it is not checked', resembles));
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
    : l10n.t('likely, but not checked until it is certain');
}

const RECOGNISE: Command = {
  command: 'agentEnvelopes.recogniseAs',
  title: l10n.t('Recognise as…'),
  tooltip: l10n.t('Choose what this file contains'),
};

/** Shows that the server has stopped, for any file that may contain envelopes. */
function showStopped(item: LanguageItem): void {
  setFileContexts([], []);
  item.selector = LANGUAGES.map(language => ({ language }));
  item.describe(l10n.t('Agent Envelopes has stopped'), l10n.t('this file is not checked'));
  item.severity = LanguageStatusSeverity.Error;
  item.command = { command: 'agentEnvelopes.restartServer', title: RESTART };
}

const NOWHERE = { scheme: 'agent-envelopes-nowhere' };

function kindText({ title, count, sure }: RecognisedKind): string {
  return `${title}${sure ? '' : '?'}${count > 1 ? ` ×${count}` : ''}`;
}

/** Shows in the status bar that the active text is too large to be checked in the editor. */
export function showLargeFileStatus(): Disposable {
  const item = createStatusItem('agentEnvelopes.large', StatusBarAlignment.Right, {
    name: l10n.t('Agent Envelopes: Large File'),
    icon: 'info',
    text: l10n.t('Text Not Checked'),
    tooltip: l10n.t(
      'VS Code gives no file above 50 MB to extensions: it is not checked or completed here. Problems, Workflow Runs and replays are read from the saved file.',
    ),
  });
  let shown: Uri | undefined;
  const update = async () => {
    const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
    const uri =
      input instanceof TabInputText && /\.(json|jsonc|jsonl|ndjson|traj|md)$/i.test(input.uri.path)
        ? input.uri
        : undefined;
    shown = uri;
    const isLarge = uri !== undefined && (await fileSize(uri)) > MAX_SIZE;
    // Another editor became active in the meantime.
    if (shown !== uri) return;
    if (isLarge) item.show();
    else item.hide();
  };
  void update();
  return Disposable.from(
    item,
    window.tabGroups.onDidChangeTabs(() => update()),
    window.tabGroups.onDidChangeTabGroups(() => update()),
  );
}

const MAX_SIZE = 50 * 1024 * 1024;

async function fileSize(uri: Uri): Promise<number> {
  try {
    return (await workspace.fs.stat(uri)).size;
  } catch {
    return 0; // Not saved yet, or deleted.
  }
}

/** Shows in a message and in the status bar that the server has stopped, with a way to restart it. */
export function showServerStatus(server: Server): Disposable {
  const item = createStatusItem('agentEnvelopes.server', StatusBarAlignment.Left, {
    name: l10n.t('Agent Envelopes Server'),
    icon: 'error',
    text: l10n.t('Agent Envelopes: Stopped'),
    tooltip: l10n.t('{0} Click to restart it.', STOPPED),
  });
  item.backgroundColor = new ThemeColor('statusBarItem.errorBackground');
  item.command = { command: 'agentEnvelopes.restartServer', title: RESTART };
  return Disposable.from(
    item,
    server.onDidChangeState(async state => {
      setContext('stopped', state === 'stopped');
      if (state !== 'stopped') return item.hide();
      item.show();
      await runFailureAction(await showError(STOPPED, RESTART, SHOW_LOG));
    }),
  );
}

const STOPPED = l10n.t(
  'The Agent Envelopes server has stopped: it ended several times in a row. Until it is restarted, nothing is checked or completed.',
);
