import {
  Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { SETTINGS } from '../../server/src/shared/lspExtensions';
import type { ClientPlatform } from './clientPlatform';
import { LANGUAGES, type Server } from './createServer';
import { debounce } from './debounce';
import { fileSchemes } from './editors/fileSchemes';

type Language = Parameters<ClientPlatform['mayHoldEnvelope']>[1];

/**
 * Starts the language server as soon as there is something to check. It starts when the user opens a text that may hold an envelope, when
 * the workspace has such a file, when settings assign kinds to files, or at the first request.
 */
export function startServerWhenNeeded(
  { extension }: ExtensionContext,
  server: Server,
  log: LogOutputChannel,
  { mayHoldEnvelope }: ClientPlatform,
): Disposable {
  const globs = workspaceGlobs(extension.packageJSON);

  const isDone = () => server.state !== 'idle';
  function start(reason: string): void {
    if (isDone()) return;
    log.info(`The server starts: ${reason}`);
    void server.start();
  }

  function checkText(text: string, language: string, uri: Uri): boolean {
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    const isCandidate = text.length > MOST_CHARACTERS || mayHoldEnvelope(text, language as Language, name);
    if (isCandidate) start(`${name} may hold an envelope.`);
    return isCandidate;
  }

  function checkDocument(document: TextDocument): void {
    const { languageId, uri } = document;
    if (isDone() || !LANGUAGES.includes(languageId) || ![...fileSchemes(), 'untitled'].includes(uri.scheme)) return;
    checkText(document.getText(), languageId, uri);
  }

  /** @returns whether the search is over */
  async function checkFile(uri: Uri): Promise<boolean> {
    if (isDone()) return true;
    try {
      const { size } = await workspace.fs.stat(uri);
      const language = LANGUAGE_OF[/\.\w+$/.exec(uri.path)?.[0].toLowerCase() ?? ''] ?? 'jsonl';
      if (language === 'jsonl' || size > MOST_CHARACTERS) {
        start(`there is ${workspace.asRelativePath(uri)}.`);
        return true;
      }
      return checkText(new TextDecoder().decode(await workspace.fs.readFile(uri)), language, uri);
    } catch {
      return false; // It is gone, or can't be read.
    }
  }

  async function searchWorkspace(): Promise<void> {
    if (declaresEnvelopes()) return start('the settings say what files are.');
    for (const glob of globs) {
      if (isDone()) return;
      const files = await workspace.findFiles(glob, '**/node_modules/**', MOST_FILES);
      for (const file of files) if (await checkFile(file)) return;
      // The server searches in slices, and stays small if there is nothing.
      if (files.length === MOST_FILES) return start(`more than ${MOST_FILES} files are to be looked at.`);
    }
  }

  // VS Code opens documents for itself, too, such as settings that are empty.
  const checkShown = (editors: readonly TextEditor[]) => {
    for (const { document } of editors) checkDocument(document);
  };
  const scheduleCheck = debounce(200, () => checkShown(window.visibleTextEditors));
  const search = () => void searchWorkspace().catch(error => log.warn(`The workspace could not be searched: ${error}`));
  const watchers = globs.map(glob => workspace.createFileSystemWatcher(glob, false, false, true));
  const watching = Disposable.from(
    scheduleCheck,
    window.onDidChangeVisibleTextEditors(checkShown),
    workspace.onDidChangeTextDocument(() => scheduleCheck()),
    workspace.onDidChangeWorkspaceFolders(search),
    workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(SETTINGS)) search();
    }),
    ...watchers.flatMap(watcher => [watcher, watcher.onDidCreate(checkFile), watcher.onDidChange(checkFile)]),
    server.onDidChangeState(() => watching.dispose()),
  );
  checkShown(window.visibleTextEditors);
  if (!isDone() && workspace.workspaceFolders?.length) search();
  return watching;
}

/** Larger texts are not searched; they start the server. */
const MOST_CHARACTERS = 4_000_000;
/** The maximum number of files to search, for each kind of file name. */
const MOST_FILES = 200;

const LANGUAGE_OF: Readonly<Record<string, Language>> = {
  '.json': 'json',
  '.md': 'markdown',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};

/** Returns the globs by which VS Code activates the extension in a workspace. */
function workspaceGlobs({ activationEvents }: { activationEvents: readonly string[] }): string[] {
  return activationEvents.flatMap(event => /^workspaceContains:(.*)/.exec(event)?.[1] ?? []);
}

/** Returns whether the settings can make a file an envelope whatever its text. */
function declaresEnvelopes(): boolean {
  const settings = workspace.getConfiguration(SETTINGS);
  return ['associations', 'protocols', 'toolCatalogues'].some(
    name => Object.keys(settings.get<object>(name) ?? {}).length > 0,
  );
}
