import type { Draft } from '../../model/run';
import { isObject } from '../../text/pointer';
import { completeNested } from '../drafts/completeNested';
import { identifier, shortLine } from '../drafts/draft';
import { observationDraft } from './observationDraft';

/** The steps of a trace: one for each observation, in file order, which is rarely chronological. */
export function steps(value: Record<string, unknown>): Draft[] {
  // The service's own API returns the trace itself, with its observations.
  const trace = isObject(value['trace']) ? value['trace'] : value;
  const { observations } = value;
  if (!Array.isArray(observations)) return [];
  const run = identifier(trace['id']);
  const about = shortLine(trace['name']) ?? shortLine(trace['input']);
  return completeNested(
    observations.flatMap((observation, index) =>
      isObject(observation)
        ? [observationDraft(observation, { path: ['observations', index], trace: { run, about } })]
        : [],
    ),
  );
}
