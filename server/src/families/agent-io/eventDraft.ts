import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/jsonPointer';
import { durationFromMilliseconds } from '../../text/parseTime';
import { createDraft, identifier, joinLines, readFields, shortLine, startTime } from '../drafts/createDraft';
import { EVENT_FIELDS } from './eventName';

/**
 * Reads a step of a workflow run from an event of the protocol agent-io. An event in a log is a step of its own. An event in another envelope is
 * a step nested in the step of that envelope.
 */
export function eventDraft(event: Record<string, unknown>, nested?: NestedEvent): Draft {
  const base = readFields(event, EVENT_FIELDS);
  const { title: name } = base;
  if (nested) base.run = nested.run;
  const bags = bagsOf(event);
  const tool = found(bags, TOOLS, shortLine);
  const failure = found(bags, FAILURES, shortLine);
  const goal = found(bags, ['goal'], shortLine);
  const target = name === 'route_decision' ? found(bags, TARGETS, shortLine) : undefined;
  const outcome = outcomeOf(event, name, failure);
  const duration = durationFromMilliseconds(found(bags, ['duration_ms'], number));
  return createDraft(
    {
      kind: 'agent-io/event',
      // A duration is known at the end; only a start is dated before it.
      at: name && STARTED.test(name) ? undefined : startTime(base.at, duration),
      duration,
      agent: base.agent ?? found(bags, ['agent', 'agent_type'], shortLine),
      peer: target,
      title: joinLines(': ', name, tool ?? target ?? goal, failure ?? shortLine(event['message'])) ?? 'event',
      outcome,
      retry: name && RETRIED.test(name) ? (tool ?? name) : undefined,
      status: nested ? undefined : statusOf(name, bags),
      about: nested ? undefined : goal,
      parent: nested?.parent,
      path: nested?.path,
      effects: [
        ...(tool
          ? toolEffects(name, tool, { id: found(bags, ['call_id'], identifier), ok: outcome !== 'failed' })
          : []),
        ...(target ? [handoff(target, found(bags, ['reason', 'reasoning'], shortLine))] : []),
        ...(name ? gateEffects(name, bags) : []),
        ...bags.flatMap(readUsage),
      ],
    },
    base,
  );
}

/**
 * The place of an event that is nested in another envelope: its run, its parent step and its path. Effects on the run come from the outer
 * envelope only.
 */
export interface NestedEvent {
  run: string | undefined;
  parent: string | undefined;
  path: Path;
}

/** Reads tokens and cost; ignores values such as `[REDACTED]`. */
export function readUsage(value: unknown): Effect[] {
  if (!isObject(value)) return [];
  const tokens = found([value], ['total_tokens', 'tokens'], number);
  const cost = found([value], ['total_cost', 'cost_usd', 'total_cost_usd', 'cost'], number);
  if (tokens === undefined && cost === undefined) return [];
  return [{ do: 'usage', ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) }];
}

/** The phase of a tool call that an event reports; undefined for other events. */
export function toolPhase(name: string | undefined): 'start' | 'end' | undefined {
  const [, phase] = (name && TOOL_CALL.exec(name)) || [];
  return phase === undefined ? undefined : phase === 'start' ? 'start' : 'end';
}

const TOOL_CALL = /^tool(?:[_:]call)?[_:](start|complete|error)$/;
// A worker writes a single event for a finished tool call.
const TOOL_RUN = 'execute:step';

const TOOLS = ['tool', 'tool_name'];
const TARGETS = ['target', 'agent_selected', 'selected', 'worker'];
const FAILURES = ['error', 'error_message'];

// The event and the nested objects of its dialect, in order of precedence.
function bagsOf(event: Record<string, unknown>): Record<string, unknown>[] {
  return [event, event['details'], event['attributes'], event['metadata'], event['data']].filter(isObject);
}

function found<T>(
  bags: readonly Record<string, unknown>[],
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const bag of bags) {
    for (const name of names) {
      const value = Object.hasOwn(bag, name) ? read(bag[name]) : undefined;
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

// A failure in the text or the name takes precedence over the status: retries are logged as warnings, with the error.
function outcomeOf(event: Record<string, unknown>, name: string | undefined, failure: string | undefined): Outcome {
  if (failure || (name && FAILED.test(name))) return 'failed';
  const said = word(event['status']) ?? word(event['level']);
  return OUTCOMES.get(said) ?? (name && DONE.test(name) ? 'ok' : 'unknown');
}

const FAILED = /(?:^|[_:.])(?:error|failed|failure|timeout|exceeded)$/i;
const STARTED = /(?:^|[_:.])(?:start|started|begin)$/i;
// `step_retry`, `retry_scheduled`.
const RETRIED = /(?:^|[_:.])retr(?:y|ying|ied)(?:[_:.](?:attempt|scheduled|start|started))?$/i;
const DONE = /(?:^|[_:.])(?:completed?|done)$/i;

function word(value: unknown): string | undefined {
  return shortLine(value)?.toLowerCase();
}

const OUTCOMES: ReadonlyMap<string | undefined, Outcome> = new Map([
  ...['success', 'ok', 'completed', 'info', 'debug', 'warn', 'warning'].map(said => [said, 'ok'] as const),
  ...['error', 'failed', 'failure', 'timeout', 'cancelled', 'critical', 'fatal'].map(said => [said, 'failed'] as const),
  ...['pending', 'running', 'in_progress'].map(said => [said, 'pending'] as const),
]);

function statusOf(name: string | undefined, bags: readonly Record<string, unknown>[]): RunStatus | undefined {
  return name === 'approval_received' && approved(bags) === false ? 'cancelled' : STATUSES.get(name);
}

const STATUSES: ReadonlyMap<string | undefined, RunStatus> = new Map([
  ['execution_start', 'running'],
  ['execution_complete', 'succeeded'],
  ['execution_error', 'failed'],
  ['approval_requested', 'blocked'],
  ['approval_received', 'running'],
  ['approval_timeout', 'blocked'],
]);

function toolEffects(
  name: string | undefined,
  tool: string,
  { id, ok }: { id: string | undefined; ok: boolean },
): Effect[] {
  const named = id === undefined ? { tool } : { id, tool };
  const phase = toolPhase(name);
  const effects: Effect[] = [];
  if (phase === 'start' || name === TOOL_RUN) effects.push({ do: 'call', ...named });
  if (phase === 'end' || name === TOOL_RUN) effects.push({ do: 'result', ...named, ok });
  return effects;
}

function handoff(to: string, text: string | undefined): Effect {
  return { do: 'handoff', to, ...(text && { text }) };
}

/** `budget_warning`, `approval_requested`: the name gives the state, except for the decision of an approval. */
function gateEffects(name: string, bags: readonly Record<string, unknown>[]): Effect[] {
  const [, gate, state = ''] = GATE.exec(name) ?? [];
  if (gate === 'budget') return [{ do: 'budget', state }];
  if (gate !== 'approval') return [];
  const decided = state === 'received' ? approved(bags) : undefined;
  return [{ do: 'approval', state: decided === undefined ? state : decided ? 'approved' : 'rejected' }];
}

const GATE = /^(budget|approval)_(\w+)$/;

function approved(bags: readonly Record<string, unknown>[]): boolean | undefined {
  return found(bags, ['approved'], value => (typeof value === 'boolean' ? value : undefined));
}
