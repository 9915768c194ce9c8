import { LSPErrorCodes, Message, type ResponseMessage } from 'vscode-languageserver/node';

/** Why a request is answered whose work never began. */
export const CANCELLED = { code: LSPErrorCodes.RequestCancelled, message: 'The request was cancelled.' };

/**
 * Answers a cancelled request that still waits behind other messages. Requests of the server's lifecycle are carried out
 * nevertheless.
 */
export function cancelUndispatched(message: Message): ResponseMessage | undefined {
  if (!Message.isRequest(message) || message.method === 'initialize' || message.method === 'shutdown') return undefined;
  const { jsonrpc, id } = message;
  return { jsonrpc, id, error: CANCELLED };
}
