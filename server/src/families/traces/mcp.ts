import schemas from '../../generated/mcp.recognition.json';
import type { Draft, Exchange } from '../../model/run';
import { t } from '../../shared/l10n';
import { atPointer, isObject } from '../../text/jsonPointer';
import { all, defineFamily } from '../defineFamily';
import { createDraft, identifier, idInRecord, shortLine } from '../drafts/createDraft';
import { toolCall } from '../exchanges/chatMessages';

/** Reads tool calls as steps of a run from logs with requests of the Model Context Protocol. Checks nothing. */
export default defineFamily('mcp', {
  title: 'Model Context Protocol',
  reference: t`Model Context Protocol, calls of tools`,
  readOnly: true,
  steps,
  exchange,
  kinds: {
    call: {
      schema: schemas.call,
      signature: {
        keys: { '/jsonrpc': 0.25, '/id': 0.25, '/method': 0.25, '/params': 0.25 },
        evidence: [
          {
            when: all({ at: '/method', is: ['tools/call'] }, { at: '/params/name', type: 'string' }),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { title: ['/params/name'] },
      toolCall: { tool: '/params/name', args: '/params/arguments' },
    },
  },
});

/** The draft of a call. Its answer is in no envelope that is read, so its outcome is unknown. Never throws. */
function steps(value: Record<string, unknown>): Draft[] {
  const tool = shortLine(atPointer(value, '/params/name'));
  const id = idInRecord(value, identifier(value['id']));
  return [
    createDraft({
      kind: 'mcp/call',
      title: tool ?? 'tools/call',
      outcome: 'unknown',
      effects: [{ do: 'call', ...(id !== undefined && { id }), tool: tool ?? 'tool' }],
    }),
  ];
}

/** Reads the call of a request. Never throws. */
function exchange(value: Record<string, unknown>): Exchange | undefined {
  const { id, params } = value;
  if (!isObject(params)) return undefined;
  const pieces = toolCall({ ...params, id: idInRecord(value, identifier(id)) });
  return { input: [{ role: 'assistant', pieces, path: ['params'] }], output: [] };
}
