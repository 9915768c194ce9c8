import { type Disposable, workspace } from 'vscode';
import { DOCUMENT, type DocumentParams } from '../../../server/src/shared/protocol';
import type { Server } from '../server/createServer';

/** Provides the documents of the scheme `agent-envelopes:` for read-only editors, mainly the documentation of rules. */
export function registerVirtualDocuments(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider('agent-envelopes', {
    async provideTextDocumentContent(uri) {
      const params: DocumentParams = { uri: uri.toString() };
      const text = await server.request<string | null>(DOCUMENT, params);
      return text ?? `There is no document ${uri.path}.`;
    },
  });
}
