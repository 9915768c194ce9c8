import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { completeNested } from '../drafts/completeNested';
import { identifier } from '../drafts/draft';
import { ingestionDrafts } from './ingestionDrafts';
import { observationDraft } from './observationDraft';
import { traceDraft } from './traceDraft';
import { traceTitle } from './traceTitle';

/**
 * The steps of a trace or an observation, of a list of them, or of a body for ingestion: one for each observation, in file order, which
 * is rarely chronological; one for a trace without observations.
 */
export function steps(value: Record<string, unknown>, { id }: Kind): Draft[] {
  const { batch } = value;
  if (id === 'langfuse/observation') return itemDrafts(value, []);
  if (Array.isArray(batch) && batch.length > 0) return completeNested(ingestionDrafts(batch));
  const lists = ['data', 'traces'].flatMap(key => {
    const list = value[key];
    return Array.isArray(list)
      ? list.flatMap((item, index) => (isObject(item) ? itemDrafts(item, [key, index]) : []))
      : [];
  });
  return completeNested(lists.length > 0 ? lists : itemDrafts(value, []));
}

/** The drafts of a trace or an observation. */
function itemDrafts(item: Record<string, unknown>, path: Path): Draft[] {
  if (item['traceId'] !== undefined) return [observationDraft(item, { path })];
  // The service's own API returns the trace itself, with its observations.
  const [trace, at] = isObject(item['trace']) ? [item['trace'], [...path, 'trace']] : [item, path];
  const { observations } = item;
  const list = Array.isArray(observations) ? observations : [];
  const own = {
    run: identifier(trace['id']),
    about: traceTitle(trace, list),
  };
  const drafts = list.flatMap((observation, index) =>
    isObject(observation)
      ? [observationDraft(observation, { path: [...path, 'observations', index], trace: own })]
      : [],
  );
  return drafts.length > 0 ? drafts : [traceDraft(trace, at)];
}
