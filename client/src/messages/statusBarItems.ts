import {
  commands,
  Disposable,
  l10n,
  StatusBarAlignment,
  TabInputText,
  type TextEditor,
  ThemeColor,
  ThemeIcon,
  type Uri,
  window,
  workspace,
} from 'vscode';
import {
  type FileAction,
  RECOGNISED,
  type RecognisedKind,
  type RecognisedParams,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { RESTART, type RegisterCommand, runFailureAction, SHOW_LOG, setContext } from './failureReporter';
import { type FileStatus, fileStatus } from './fileStatus';
import { createStatusItem, pickOne, showError, showModal } from './notify';

/**
 * Shows in the status bar which kind of envelope the active file contains, and hides the item for files without envelopes. The item's menu
 * explains how the kind was recognised, and lets the user change it.
 */
export function showRecognitionStatus(server: Server, register: RegisterCommand): Disposable {
  const known = new Map<string, RecognisedParams>();
  const item = createStatusItem('agentEnvelopes.file', StatusBarAlignment.Right, {
    name: l10n.t('Agent Envelopes: This File'),
    icon: 'mail',
    text: '',
    tooltip: '',
  });
  item.command = 'agentEnvelopes.fileMenu';
  let shown: FileStatus | undefined;

  const show = (editor: TextEditor | undefined) => {
    const state = editor && known.get(editor.document.uri.toString());
    setFileContexts(state?.kinds ?? [], state?.actions ?? []);
    shown = state && fileStatus(state);
    if (!shown) return item.hide();
    item.describe({ ...shown, tooltip: l10n.t('{0} Click to change or explain it.', shown.tooltip) });
    item.show();
  };
  server.onNotification<RecognisedParams>(RECOGNISED, params => {
    known.set(params.uri, params);
    const editor = window.activeTextEditor;
    if (editor?.document.uri.toString() === params.uri) show(editor);
  });
  return Disposable.from(
    item,
    register('fileMenu', () => shown && showFileMenu(shown)),
    server.onDidChangeState(state => {
      // The results of a server are invalid once it has stopped; the next server sends its own.
      if (state === 'stopped') known.clear();
      show(window.activeTextEditor);
    }),
    window.onDidChangeActiveTextEditor(show),
    workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  );
}

async function showFileMenu({ text, tooltip, isRecognised, reasons }: FileStatus): Promise<void> {
  const run = (command: string) => () => commands.executeCommand(command);
  const choices = [
    {
      iconPath: new ThemeIcon('tag'),
      label: l10n.t('Recognise This File as…'),
      run: run('agentEnvelopes.recogniseAs'),
    },
    ...(isRecognised
      ? [
          {
            iconPath: new ThemeIcon('circle-slash'),
            label: l10n.t('Mark This File as No Envelope'),
            run: run('agentEnvelopes.notAnEnvelope'),
          },
        ]
      : []),
    {
      iconPath: new ThemeIcon('question'),
      label: l10n.t('Explain'),
      detail: tooltip,
      run: () => showModal(text, reasons),
    },
  ];
  await (await pickOne(choices, { placeHolder: text }))?.run();
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
      input instanceof TabInputText && /\.(json|jsonc|jsonl|ndjson|traj|md|markdown|yaml|yml)$/i.test(input.uri.path)
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
