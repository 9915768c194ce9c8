import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { countRecognisedKinds } from '../features/cursor';
import type { Analysis } from '../model/analysis';
import { ignoreRejection } from './ignoreRejection';

/** Registers the server as the formatter of the open Markdown documents that contain a state registry or an envelope, and of no others. */
export interface MarkdownFormatters {
  /** Registers the formatter for a document that now contains a registry or an envelope; removes it from a document that no longer does. */
  update(analysis: Analysis): void;
  forget(uri: string): void;
}

/**
 * Creates the registrations for a client that supports dynamic registration. A formatter for all Markdown files would make editors ask
 * every user with another Markdown formatter which of the two to use.
 */
export function markdownFormatters(
  connection: Connection,
  { textDocument }: Pick<ClientCapabilities, 'textDocument'>,
): MarkdownFormatters {
  const methods = [
    ...(textDocument?.formatting?.dynamicRegistration ? ['textDocument/formatting'] : []),
    ...(textDocument?.rangeFormatting?.dynamicRegistration ? ['textDocument/rangeFormatting'] : []),
  ];
  const registered = new Set<string>();
  const idsOf = (uri: string) => methods.map(method => ({ id: `${method} ${uri}`, method }));

  function forget(uri: string): void {
    // Spelt so in the protocol.
    if (registered.delete(uri)) ignoreRejection(send('client/unregisterCapability', { unregisterations: idsOf(uri) }));
  }
  const send = (method: string, params: object) => connection.sendRequest(method, params);

  return {
    update(analysis) {
      const { uri, lang } = analysis.file;
      if (lang !== 'markdown' || methods.length === 0) return;
      if (countRecognisedKinds(analysis).length === 0) return forget(uri);
      if (registered.has(uri)) return;
      registered.add(uri);
      const { scheme, fsPath } = URI.parse(uri);
      const registerOptions = { documentSelector: [{ language: 'markdown', scheme, pattern: fsPath }] };
      const registrations = idsOf(uri).map(one => ({ ...one, registerOptions }));
      ignoreRejection(send('client/registerCapability', { registrations }));
    },
    forget,
  };
}
