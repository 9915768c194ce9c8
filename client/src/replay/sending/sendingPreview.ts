import { type Disposable, Uri, window, workspace } from 'vscode';
import {
  SENDING_PREVIEW,
  type SendingPreviewParams,
  type SendingSummary,
} from '../../../../server/src/shared/protocol';
import type { Server } from '../../server/createServer';

const SCHEME = 'agent-envelopes-sending';

/** Opens what would be sent in a read-only editor. */
export async function openPreview({ id, isPreviewCut }: SendingSummary): Promise<void> {
  const path = isPreviewCut ? '/Beginning of the Run.otlp.json' : '/Run.otlp.json';
  const document = await workspace.openTextDocument(Uri.from({ scheme: SCHEME, path, query: String(id) }));
  await window.showTextDocument(document, { preview: true, preserveFocus: true });
}

/** Provides the documents of previews. */
export function registerSendingPreviews(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent({ query }) {
      const params: SendingPreviewParams = { id: Number(query) };
      const text = await server.request<string | null>(SENDING_PREVIEW, params);
      return text ?? 'This preview is no longer kept. Send the run again to see it.';
    },
  });
}
