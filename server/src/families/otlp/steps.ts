import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { completeNested } from '../drafts/completeNested';
import { bareSpans } from './bareSpans';
import { exportedDraft } from './exportedDraft';
import { logSteps } from './logRecords';
import { jaegerSpans, printedSpan } from './looseSpans';
import { nameRuns } from './nameRuns';
import { requestSpans } from './requestSpans';
import type { Span } from './span';
import { spanDraft } from './spanDraft';

const SPANS: ReadonlyMap<string, (value: Record<string, unknown>) => Span[]> = new Map([
  ['otlp/spans', bareSpans],
  ['otlp/span', value => [printedSpan(value)]],
  ['otlp/jaeger', jaegerSpans],
]);

/** The steps of a trace: one for each span, in file order. */
export function steps(value: Record<string, unknown>, { id }: Kind): Draft[] {
  if (id === 'otlp/log' || id === 'otlp/logs') return logSteps(value, id === 'otlp/logs');
  const spans = (SPANS.get(id) ?? requestSpans)(value);
  const written = spans.map(span => exportedDraft(span));
  const foreign = spans.filter((_, index) => !written[index]);
  const drafts = completeNested(foreign.map(spanDraft));
  // A service is no agent, but stands in where none is named.
  for (const draft of drafts) if (draft.agent === undefined && draft.service !== undefined) draft.agent = draft.service;
  nameRuns(value, foreign, drafts);
  if (drafts.length === spans.length) return drafts;
  let next = 0;
  return written.flatMap(draft => draft ?? drafts[next++] ?? []);
}
