import type { ExtensionMessage, PageMessage, PageState } from '../../../server/src/shared/pageMessages';
import type { Host } from './host';

/** The API that VS Code gives to a webview. */
interface EditorApi {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The host of a page in a VS Code panel. */
export function editorHost(): Host {
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
