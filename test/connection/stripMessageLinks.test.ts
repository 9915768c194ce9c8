import { expect, test } from 'vitest';
import type { Message } from 'vscode-languageserver/node';
import { stripMessageLinks } from '../../server/src/connection/interceptMessages';
import { editorLinks } from '../kit/editorLinks';

const LINK = '[x](command:y)';
const rpc = (message: object) => ({ jsonrpc: '2.0', ...message }) as Message;

test.each([
  ['a message', { method: 'window/showMessage', params: { type: 1, message: LINK } }],
  [
    'a question and its buttons',
    { id: 1, method: 'window/showMessageRequest', params: { type: 1, message: LINK, actions: [{ title: LINK }] } },
  ],
  ['a line of the log', { method: 'window/logMessage', params: { type: 4, message: LINK } }],
  ['a progress', { method: '$/progress', params: { token: 1, value: { kind: 'begin', title: LINK, message: LINK } } }],
  ['an error', { id: 1, error: { code: -32803, message: LINK } }],
])('%s holds no link', (_, message) => {
  const given = JSON.stringify(message);
  const sent = JSON.stringify(stripMessageLinks(rpc(message)));
  expect(editorLinks(given)).not.toEqual([]);
  expect(editorLinks(sent)).toEqual([]);
  expect(JSON.parse(sent.replaceAll('] (', ']('))).toEqual({ jsonrpc: '2.0', ...JSON.parse(given) });
  expect(JSON.stringify(message)).toBe(given);
});

test.each([
  ['an answer', { id: 1, result: { contents: LINK } }],
  [
    'problems, which an editor shows as they stand',
    { method: 'textDocument/publishDiagnostics', params: { message: LINK } },
  ],
  ['an edit', { id: 1, method: 'workspace/applyEdit', params: { label: LINK } }],
  ['a progress without a text', { method: '$/progress', params: { token: 1 } }],
  ['a message without anything', { method: 'window/showMessage' }],
])('%s is sent as it is', (_, message) => {
  expect(JSON.parse(JSON.stringify(stripMessageLinks(rpc(message))))).toEqual({ jsonrpc: '2.0', ...message });
});
