import type { ReplayAnswer, ReplayParams, ReplayQuestion } from '../../server/src/shared/lspExtensions';
import type { ExtensionMessage, PageMessage, PageState } from '../../server/src/shared/pageMessages';

/**
 * Returns the host that answers the requests of the page that replays a workflow run: the list of runs next to the page, the run in an exported
 * file, or the editor.
 */
export function selectHost(): Host {
  return (globalThis as GivenHost).agentEnvelopesHost ?? fileHost() ?? editorHost();
}

/** The host that the list of runs gives to the page beside it. */
export interface GivenHost {
  agentEnvelopesHost?: Host;
}

/** Where the page is shown: in an editor, in a browser beside a list of runs, or in a browser as an exported file. */
export interface Host {
  /** Only an editor opens files; an exported file can't compare or export either. */
  is: 'editor' | 'browser' | 'file';
  /** Rejects with a message for the user. */
  ask<Q extends ReplayQuestion>(question: Q, params: ReplayParams<Q>): Promise<ReplayAnswer<Q>>;
  send(message: Exclude<PageMessage, { type: 'ask' }>): void;
  /** Called with all messages except answers. */
  listen(listener: (message: Exclude<ExtensionMessage, { type: 'answer' | 'failed' }>) => void): void;
  loadState(): PageState | undefined;
  saveState(state: PageState): void;
}

/** The API that VS Code gives to a webview. */
interface EditorApi {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The host of a page in a VS Code panel. */
function editorHost(): Host {
  const api = acquireVsCodeApi();
  const asked = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  const listeners: Parameters<Host['listen']>[0][] = [];
  let last = 0;
  window.addEventListener('message', ({ data }: MessageEvent<ExtensionMessage>) => {
    if (data.type === 'answer') asked.get(data.id)?.resolve(data.value as never);
    else if (data.type === 'failed') asked.get(data.id)?.reject(new Error(data.message));
    else for (const listener of listeners) listener(data);
    if (data.type === 'answer' || data.type === 'failed') asked.delete(data.id);
  });
  return {
    is: 'editor',
    ask: (question, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        asked.set(id, { resolve, reject });
        api.postMessage({ type: 'ask', id, question, params });
      }),
    send: message => api.postMessage(message),
    listen: listener => void listeners.push(listener),
    loadState: () => api.getState(),
    saveState: state => api.setState(state),
  };
}

/** The object in an exported file that answers questions from the file's run. */
interface Carried {
  run: string;
  answer<Q extends ReplayQuestion>(question: Q, params: ReplayParams<Q>): ReplayAnswer<Q>;
}

/** The host of an exported file that contains its run; undefined if it contains none. */
function fileHost(): Host | undefined {
  const carried = (globalThis as { agentEnvelopes?: Carried }).agentEnvelopes;
  if (!carried) return undefined;
  const { run } = carried;
  followSystemTheme();
  let writing: ReturnType<typeof setTimeout> | undefined;
  return {
    is: 'file',
    // Asynchronous, as in an editor.
    ask: async (question, params) => {
      await Promise.resolve();
      return carried.answer(question, params);
    },
    send(message) {
      if (message.type === 'copy') void navigator.clipboard?.writeText(message.text);
      if (message.type === 'copyLink') {
        void navigator.clipboard?.writeText(`${location.href.replace(/#.*$/s, '')}#${message.step + 1}`);
      }
      // The message `at` reports the shown step, which goes into the page's URL so that it can be linked to.
      if (message.type !== 'at') return;
      // Some browsers reject frequent changes.
      clearTimeout(writing);
      writing = setTimeout(() => history.replaceState(undefined, '', `#${message.step + 1}`), SETTLED);
    },
    listen(listener) {
      queueMicrotask(() => listener({ type: 'show', run, ...stepInAddress() }));
      window.addEventListener('hashchange', () => listener({ type: 'show', run, ...stepInAddress() }));
    },
    loadState: () => undefined,
    saveState(_state: PageState) {},
  };
}

/** Milliseconds at a step until it is written to the URL. */
const SETTLED = 300;

function stepInAddress(): { step?: number } {
  const step = Number(location.hash.slice(1)) - 1;
  return Number.isSafeInteger(step) && step >= 0 ? { step } : {};
}

/** Without an editor, gives the body the class of VS Code's theme for the system's colour scheme. */
export function followSystemTheme(): void {
  const [dark, contrast] = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('(prefers-contrast: more)')];
  const apply = () => {
    const { classList } = document.body;
    classList.toggle('vscode-dark', dark.matches && !contrast.matches);
    classList.toggle('vscode-light', !dark.matches && !contrast.matches);
    classList.toggle('vscode-high-contrast', contrast.matches);
    classList.toggle('vscode-high-contrast-light', contrast.matches && !dark.matches);
  };
  apply();
  for (const query of [dark, contrast]) query.addEventListener('change', apply);
}

/** Downloads a text, as a file of this name. */
export function download({ text, name }: { text: string; name: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
