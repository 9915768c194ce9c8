import type { Draft, Effect, Outcome, RunStatus, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { createDraft } from './createDraft';
import { usageEffects } from './usageEffects';

/** A call of a model, tool or agent, as a trace store such as Langfuse describes it. The stores call it a span, an observation, or a run. */
export interface Operation extends Pick<Draft, 'kind' | 'title' | 'outcome'> {
  path?: Path | undefined;
  key?: string | undefined;
  run?: string | undefined;
  parent?: string | undefined;
  /** Its index, if operations have no time. */
  order?: number | undefined;
  start?: bigint | undefined;
  end?: bigint | undefined;
  /** In nanoseconds, if the end is not known. */
  duration?: bigint | undefined;
  agent?: string | undefined;
  model?: string | undefined;
  agentVersion?: string | undefined;
  service?: string | undefined;
  conversation?: string | undefined;
  failure?: string | undefined;
  /** The status of the run, if the outcome does not say it. Counts at the root only. */
  status?: RunStatus | undefined;
  /** The title of the run; counts at the root only. */
  about?: string | undefined;
  /** The tool that it calls, and the id of the call; an update may not name the tool. */
  tool?: Record<'tool' | 'id', string | undefined> | undefined;
  effects?: Effect[];
  tokens?: TokenCounts | undefined;
  cost?: number | undefined;
  /** The side of the step that this record has, if another record has the other. */
  side?: Draft['side'] | undefined;
}

/**
 * Returns the draft of the step that an operation describes: a call of a model, tool or agent in another program's log. An operation
 * without a parent is the root of its run, and determines the run's status.
 */
export function operationDraft(operation: Operation): Draft {
  const { path, key, run, parent, start, end, kind, title, outcome, side } = operation;
  const isRoot = parent === undefined;
  return createDraft({
    key,
    isUnique: true,
    run,
    parent,
    ...(side && { side, pair: key }),
    at: side === 'answer' ? (end ?? start) : start,
    order: operation.order,
    duration: start !== undefined && end !== undefined && end >= start ? end - start : operation.duration,
    agent: operation.agent,
    model: operation.model,
    agentVersion: operation.agentVersion,
    service: operation.service,
    conversation: operation.conversation,
    kind,
    title,
    outcome,
    failure: outcome === 'failed' ? operation.failure : undefined,
    // An update may leave out its parent.
    status: isRoot && !side ? (operation.status ?? ENDS[outcome]) : undefined,
    about: isRoot && side !== 'answer' ? operation.about : undefined,
    path,
    effects: [
      ...toolEffects(operation),
      ...(operation.effects ?? []),
      ...usageEffects(operation.tokens, operation.cost),
    ],
  });
}

/** The status of a run by the outcome of a step without a parent. */
export const ENDS: Partial<Record<Outcome, RunStatus>> = { ok: 'succeeded', failed: 'failed', pending: 'running' };

function toolEffects({ tool: called, outcome, side }: Operation): Effect[] {
  if (!called) return [];
  const { tool, id } = called;
  const named = id === undefined ? {} : { id };
  const isEnded = side !== 'ask' && (outcome === 'ok' || outcome === 'failed');
  return [
    ...(side === 'answer' ? [] : [{ do: 'call' as const, ...named, tool: tool ?? 'tool' }]),
    ...(isEnded
      ? [{ do: 'result' as const, ...named, ...(tool !== undefined && { tool }), ok: outcome === 'ok' }]
      : []),
  ];
}
