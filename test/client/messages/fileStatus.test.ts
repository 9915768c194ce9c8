import { expect, test } from 'vitest';
import { fileStatus } from '../../../client/src/messages/fileStatus';
import type { RecognisedKind } from '../../../server/src/shared/lspExtensions';

const message: RecognisedKind = {
  id: 'agent-message/message',
  title: 'Agent message',
  count: 1,
  sure: true,
  by: 'signature',
  properties: ['intent', 'from'],
};
const look = (state: object) => fileStatus({ uri: 'file:///a.json', kinds: [], actions: [], ...state });

test.each<[string, object, string, string]>([
  ['its properties', { kinds: [message] }, 'Agent message', 'Its properties tell so: intent, from.'],
  ['a log', { kinds: [{ ...message, count: 14 }] }, 'Agent message ×14', 'Its properties tell so: intent, from.'],
  ['its schema', { kinds: [{ ...message, by: '$schema' }] }, 'Agent message', 'Its "$schema" says so.'],
  [
    'the settings',
    { kinds: [{ ...message, by: 'association' }] },
    'Agent message',
    'The settings say so, in associations.',
  ],
  ['its sections', { kinds: [{ ...message, by: 'document' }] }, 'Agent message', 'Its sections tell so.'],
  [
    'little',
    { kinds: [{ ...message, sure: false }] },
    'Agent message?',
    'Likely, by some properties (intent, from), but not checked until it is certain.',
  ],
  ['several', { kinds: [message, { ...message, title: 'Other' }] }, 'Agent message, Other', '2 kinds of envelopes.'],
  [
    'a likeness',
    { resembles: 'Agent message' },
    'Not Recognised',
    'Looks like: Agent message. Too little tells so, and it is not checked.',
  ],
  [
    'an exclusion',
    { isExcluded: true },
    'No Envelope',
    'The settings say that this file is no envelope: it is not checked.',
  ],
])('the status bar says what a file is, and why: by %s', (_, state, text, tooltip) => {
  expect(look(state)).toMatchObject({ text, tooltip });
});

test('of other files it says nothing', () => {
  expect(look({})).toBeUndefined();
});

test('the explanation names each kind with its id', () => {
  expect(look({ kinds: [message, { ...message, id: 'b', title: 'B', by: '$schema' }] })?.reasons).toBe(
    'Agent message (agent-message/message): Its properties tell so: intent, from.\n\nB (b): Its "$schema" says so.',
  );
});
