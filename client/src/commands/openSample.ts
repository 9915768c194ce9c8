import {
  commands,
  type Disposable,
  type ExtensionContext,
  FileSystemError,
  l10n,
  languages,
  Range,
  Selection,
  type TextDocument,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { setContext } from '../messages/failureReporter';
import { writeFailureText } from '../messages/failureText';
import { pickOne, showInformation } from '../messages/notify';

/**
 * Asks where to copy the sample workspace, copies it, and opens the copy. The copy opens in this window if no folder is open here, otherwise
 * in a new window. The extension's walkthrough continues in that window.
 */
export async function openSample(
  { globalState, extensionUri }: ExtensionContext,
  temporary: TemporaryFolder,
): Promise<void> {
  const places = [
    { label: l10n.t('Temporary Folder'), detail: temporary.detail, find: temporary.create },
    { label: l10n.t('Choose a Folder…'), detail: l10n.t('The sample gets a folder in it.'), find: chooseFolder },
  ];
  const place = await pickOne(places, { placeHolder: l10n.t('Select where to copy the sample') });
  const parent = await place?.find();
  if (!parent) return;
  const folder = await copyInto(parent, Uri.joinPath(extensionUri, 'dist', 'sample'));
  await globalState.update(SAMPLES, [folder.fsPath, ...globalState.get<string[]>(SAMPLES, [])].slice(0, MOST_SAMPLES));
  await globalState.update(OPENED, folder.fsPath);
  const isEmpty = !workspace.workspaceFolders?.length;
  await commands.executeCommand('vscode.openFolder', folder, {
    forceReuseWindow: isEmpty,
    forceNewWindow: !isEmpty,
  });
}

/** The menu item that copies the sample workspace into a temporary folder. The system may delete such a folder later. */
export interface TemporaryFolder {
  /** The path of the folder in which `create` makes the temporary folder. */
  detail: string;
  create(): Promise<Uri>;
}

/** The state keys for the paths of copies, newest first, and for a copy that was opened but whose window has not started yet. */
const SAMPLES = 'sample.folders';
const OPENED = 'sample.opened';
const MOST_SAMPLES = 20;

async function chooseFolder(): Promise<Uri | undefined> {
  const title = l10n.t('Copy the Sample into…');
  const options = { title, openLabel: l10n.t('Copy Here'), canSelectFiles: false, canSelectFolders: true };
  return (await window.showOpenDialog(options))?.[0];
}

/** Copies the sample into a new folder below `parent`. Never writes to existing files. */
async function copyInto(parent: Uri, sample: Uri): Promise<Uri> {
  for (let number = 1; ; number++) {
    const folder = Uri.joinPath(parent, number === 1 ? SAMPLE : `${SAMPLE}-${number}`);
    try {
      await workspace.fs.copy(sample, folder, { overwrite: false });
      return folder;
    } catch (error) {
      if (!(error instanceof FileSystemError && error.code === 'FileExists'))
        throw new Error(writeFailureText(error, folder.fsPath), { cause: error });
    }
  }
}

/** The name of the folder. */
export const SAMPLE = 'agent-envelopes-sample';

/** Continues the walkthrough in a window that has just opened with a copy of the sample. */
export async function continueWalkthrough({ globalState, extension }: ExtensionContext): Promise<void> {
  const opened = globalState.get<string>(OPENED);
  if (opened === undefined || openedSample(globalState)?.fsPath !== opened) return;
  await globalState.update(OPENED, undefined);
  setContext('tried.sample', true);
  const step = { category: `${extension.id}#agentEnvelopes.start`, step: 'fix' };
  await commands.executeCommand('workbench.action.openWalkthrough', step, false);
}

/** Returns the folder of this window if it is a copy of the sample. */
function openedSample(globalState: ExtensionContext['globalState']): Uri | undefined {
  const folders = globalState.get<string[]>(SAMPLES, []);
  return workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file' && folders.includes(uri.fsPath))?.uri;
}

/** Performs the action that a step of the walkthrough offers. */
export function trySample(context: ExtensionContext, step: unknown): Promise<void> {
  if (step === 'fix') return breakEnvelope(context);
  if (step === 'replay') return replayLog(context);
  return showDeclaration(context);
}

const GOOD = '"user"';
const BROKEN = '"usre"';

/**
 * Opens a message, misspells the agent that it is sent to, and puts the cursor before the name. The step is completed when the user fixes
 * it.
 */
async function breakEnvelope(context: ExtensionContext): Promise<void> {
  const document = await sampleDocument(context, 'messages/checkpoint.json');
  const editor = await window.showTextDocument(document, { preview: false });
  const good = document.getText().indexOf(GOOD);
  if (good >= 0) {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, rangeAt(document, good), BROKEN);
    await workspace.applyEdit(edit);
  }
  const { start } = rangeAt(document, Math.max(0, document.getText().indexOf(BROKEN)));
  editor.selection = new Selection(start, start);
  editor.revealRange(new Range(start, start));
  fixed?.dispose();
  let wasBroken = false;
  fixed = languages.onDidChangeDiagnostics(() => {
    const isBroken = languages.getDiagnostics(document.uri).length > 0;
    if (wasBroken && !isBroken && document.getText().includes(GOOD)) {
      setContext('tried.fix', true);
      fixed?.dispose();
    }
    wasBroken ||= isBroken;
  });
  context.subscriptions.push(fixed);
}

/** Waits for the fix of the last broken envelope. */
let fixed: Disposable | undefined;

function rangeAt(document: TextDocument, offset: number): Range {
  return new Range(document.positionAt(offset), document.positionAt(offset + GOOD.length));
}

/** Returns a document of the sample: of the open copy, otherwise an unsaved document. */
async function sampleDocument({ globalState, extensionUri }: ExtensionContext, file: string): Promise<TextDocument> {
  const folder = openedSample(globalState);
  if (folder) return workspace.openTextDocument(Uri.joinPath(folder, file));
  const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'sample', file));
  return workspace.openTextDocument({ language: 'json', content: new TextDecoder().decode(bytes) });
}

async function replayLog({ globalState, extensionUri }: ExtensionContext): Promise<void> {
  const folder = openedSample(globalState) ?? Uri.joinPath(extensionUri, 'dist', 'sample');
  const log = Uri.joinPath(folder, 'messages', 'wf_team_invites.jsonl');
  // Not as a preview, which would take the place of the walkthrough.
  await commands.executeCommand('vscode.openWith', log, 'agentEnvelopes.replayEditor', { preview: false });
  setContext('tried.replay', true);
}

/** Shows a log of the sample with the declaration of its envelopes beside it. */
async function showDeclaration({ globalState }: ExtensionContext): Promise<void> {
  const folder = openedSample(globalState);
  if (!folder) {
    const open = l10n.t('Open Sample…');
    const text = l10n.t('The declaration is part of the sample. Open the sample first.');
    if ((await showInformation(text, open)) === open) await commands.executeCommand('agentEnvelopes.openSample');
    return;
  }
  const show = async (file: string, viewColumn: ViewColumn) =>
    window.showTextDocument(Uri.joinPath(folder, 'reviews', file), { viewColumn, preview: false });
  await show('invites.jsonl', ViewColumn.Active);
  await show('review-queue.agent-protocol.json', ViewColumn.Beside);
  setContext('tried.declare', true);
}
