import { TabInputText, Uri, window } from 'vscode';
import type { DiagnosticProviderMiddleware } from 'vscode-languageclient';
import type { DiagnosticsDropped } from '../../../server/src/shared/protocol';

/**
 * Middleware that notifies the server when the client library drops pulled diagnostics. The library does so for a
 * document without a tab, even if VS Code keeps the document open, and then relies on the next workspace report. Without
 * the notification, the server would see no change and would not report them again.
 */
export function reportDropped(
  notify: (params: DiagnosticsDropped) => Promise<void>,
): NonNullable<DiagnosticProviderMiddleware['provideDiagnostics']> {
  return async (document, previousResultId, token, next) => {
    try {
      return await next(document, previousResultId, token);
    } finally {
      const uri = document instanceof Uri ? document : document.uri;
      // In a later task, since the library drops the diagnostics after this function returns.
      if (!hasTab(uri)) setTimeout(() => void notify({ uri: uri.toString() }).catch(() => {}));
    }
  };
}

function hasTab(uri: Uri): boolean {
  const address = uri.toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === address),
  );
}
