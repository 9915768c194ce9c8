import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';
import { durationFromMilliseconds, parseInstant } from '../../text/time/instant';
import { identifier, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { totalAmount } from '../drafts/usageEffects';
import { traceTitle } from './traceTitle';

/** The draft of a trace whose observations are unknown. */
export function traceDraft(trace: Record<string, unknown>, path: Path): Draft {
  const { latency, output } = trace;
  const id = identifier(trace['id']);
  const name = shortLine(trace['name']);
  const start = parseInstant(trace['timestamp']);
  const duration = typeof latency === 'number' ? durationFromMilliseconds(latency * 1000) : undefined;
  return operationDraft({
    key: id,
    run: id,
    parent: undefined,
    start,
    end: start !== undefined && duration !== undefined ? start + duration : undefined,
    kind: 'langfuse/trace',
    title: name ?? 'trace',
    outcome: output === undefined || output === null ? 'unknown' : 'ok',
    about: traceTitle(trace),
    path,
    tokens: undefined,
    cost: totalAmount([trace['totalCost']], []),
  });
}
