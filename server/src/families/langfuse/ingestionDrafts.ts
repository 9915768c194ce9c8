import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { identifier } from '../drafts/draft';
import { type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { observationDraft } from './observationDraft';
import { traceDraft } from './traceDraft';
import { traceTitle } from './traceTitle';

/** The drafts of the events that are posted for ingestion. Updates complete what was created under the same id. */
export function ingestionDrafts(batch: readonly unknown[]): Draft[] {
  const traces = new Map<string | undefined, { fields: Record<string, unknown>; path: Path }>();
  const records: OperationRecord[] = [];
  for (const [index, event] of batch.entries()) {
    if (!isObject(event) || typeof event['type'] !== 'string' || !isObject(event['body'])) continue;
    const [, word = '', action] = /^([a-z]+)-(create|update)$/.exec(event['type']) ?? [];
    const { body } = event;
    const id = identifier(body['id']);
    const path = ['batch', index, 'body'];
    if (word === 'trace') traces.set(id, { fields: { ...traces.get(id)?.fields, ...body }, path });
    else if (action !== undefined && !OTHERS.has(word)) {
      const fields = word === 'observation' ? body : { type: word.toUpperCase(), ...body };
      const isOpen = word !== 'event' && isMissing(body['endTime']) && isMissing(body['output']);
      records.push({ id, fields, path, isUpdate: action === 'update', isOpen });
    }
  }
  const drafts = recordDrafts(records, (fields, from) => {
    const { fields: trace = {} } = traces.get(identifier(fields['traceId'])) ?? {};
    return observationDraft(fields, { ...from, trace: { run: undefined, about: traceTitle(trace) } });
  });
  const runs = new Set(drafts.map(({ run }) => run));
  const alone = [...traces].filter(([id]) => !runs.has(id)).map(([, { fields, path }]) => traceDraft(fields, path));
  return [...alone, ...drafts];
}

/** What an event may create besides traces and observations. */
const OTHERS: ReadonlySet<string> = new Set(['score', 'session']);

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
