import { expect, test } from 'vitest';
import { errorMessage, partialSuccess, shownMessage } from '../../../server/src/sources/send/deliverBatches';

test.each<[string, string, object | undefined]>([
  ['all', '{}', undefined],
  ['all, explicitly', '{"partialSuccess":{}}', undefined],
  ['a part', '{"partialSuccess":{"rejectedSpans":"3","errorMessage":"why"}}', { rejected: 3, message: 'why' }],
  ['a part, as a number', '{"partialSuccess":{"rejectedSpans":3}}', { rejected: 3, message: undefined }],
  [
    'a part, in snake case',
    '{"partial_success":{"rejected_spans":1,"error_message":"x"}}',
    { rejected: 1, message: 'x' },
  ],
  ['a warning', '{"partialSuccess":{"errorMessage":"soon no more"}}', { rejected: 0, message: 'soon no more' }],
  ['more than were sent', '{"partialSuccess":{"rejectedSpans":1e9}}', { rejected: 5, message: undefined }],
  ['a negative number', '{"partialSuccess":{"rejectedSpans":-1}}', undefined],
  ['no JSON', 'OK', undefined],
  ['nothing', '', undefined],
  ['a torn answer', '{"partialSuccess":{"rejec', undefined],
  ['another shape', '[{"partialSuccess":1}]', undefined],
])('what is taken: %s', (_, body, expected) => {
  expect(partialSuccess({ body }, 5)).toEqual(expected);
});

test.each([
  ['a status', { body: '{"code":3,"message":"bad span"}' }, 'bad span'],
  ['plain text', { body: 'busy', contentType: 'text/plain; charset=utf-8' }, 'busy'],
  ['a page', { body: '<html>', contentType: 'text/html' }, undefined],
  ['nothing', { body: '' }, undefined],
])('what an error says: %s', (_, answer, expected) => {
  expect(errorMessage({ status: 500, ...answer })).toBe(expected);
});

test('what is shown is one short line without credentials', () => {
  const headers = { authorization: 'Bearer t0ken-1', 'x-key': 'k3y!', short: 'a' };
  expect(shownMessage('bad\r\n\u001b[31m t0ken-1, k3y! or Bearer t0ken-1 \u202e', headers)).toBe('bad [31m …, … or …');
  expect(shownMessage('x'.repeat(1e6), headers).length).toBe(200);
});
