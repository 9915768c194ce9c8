import { TabInputText, Uri, window } from 'vscode';
import type { DiagnosticProviderMiddleware } from 'vscode-languageclient';
import type { DiagnosticsDropped } from '../../../server/src/shared/protocol';

/**
 * Middleware that tells the server when the client library drops pulled diagnostics: it does so for a document without a tab, even if VS Code
 * keeps the document open, and then shows what the workspace's report says next. To the server nothing has changed, so it would
 * report nothing, and the problems would stay.
 */
export function reportDropped(
  notify: (params: DiagnosticsDropped) => Promise<void>,
): NonNullable<DiagnosticProviderMiddleware['provideDiagnostics']> {
  return async (document, previousResultId, token, next) => {
    try {
      return await next(document, previousResultId, token);
    } finally {
      const uri = document instanceof Uri ? document : document.uri;
      // In a task of its own: the library drops the diagnostics once this has returned.
      if (!hasTab(uri)) setTimeout(() => void notify({ uri: uri.toString() }).catch(() => {}));
    }
  };
}

function hasTab(uri: Uri): boolean {
  const wanted = uri.toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === wanted),
  );
}
