import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { t } from '../../shared/l10n';
import { parseInstant } from '../../text/parseTime';
import { identifier, joinLines, langGraphNode, shortLine } from '../drafts/createDraft';
import { operationDraft } from '../drafts/operationDraft';
import { SPAN_CONVENTIONS, spanUsage } from '../exchanges/spanAttributeNames';
import { type Span, spanKind } from './span';
import { type AttributeReader, attributeReader } from './spanAttributes';

/** Reads the step of a run that an OpenTelemetry span describes, from the span alone. */
export function spanDraft(span: Span): Draft {
  const { path, run, key, parent, name, status, message, attributes, service, events = [] } = span;
  const start = parseInstant(span.start);
  const end = parseInstant(span.end);
  const word = spanKind(attributes, name);
  const title = shortLine(name) ?? word ?? t`span`;
  const judgements = events.filter(event => event.name === EVALUATION_EVENT);
  const evaluations = [attributes, ...judgements.map(event => attributeReader(event.attributes))].flatMap(evaluationIn);
  const {
    outcome,
    status: runStatus,
    because,
  } = judgedOutcome(
    outcomeOf(status, attributes, { started: start !== undefined, ended: end !== undefined }),
    attributes,
    evaluations,
  );
  return operationDraft({
    path,
    run,
    key,
    parent,
    start,
    end,
    agent:
      agentOf(attributes) ??
      (word === 'workflow' ? firstAttribute(attributes, SPAN_CONVENTIONS.workflow, shortLine) : undefined),
    agentVersion: firstAttribute(attributes, SPAN_CONVENTIONS.agentVersion, shortLine),
    model:
      firstAttribute(attributes, SPAN_CONVENTIONS.answeredBy, shortLine) ??
      firstAttribute(attributes, SPAN_CONVENTIONS.model, shortLine),
    service,
    conversation: conversationOf(attributes),
    kind: word === undefined ? 'otlp/span' : `otlp/span:${word}`,
    title,
    outcome,
    failure: because ?? shortLine(message) ?? firstAttribute(attributes, FAILURES, shortLine),
    status: runStatus,
    tool:
      word === 'tool'
        ? {
            tool: firstAttribute(attributes, SPAN_CONVENTIONS.tool, shortLine) ?? title.replace(/^execute_tool /, ''),
            id: firstAttribute(attributes, SPAN_CONVENTIONS.call, identifier),
          }
        : undefined,
    effects: evaluations,
    ...spanUsage(attributes),
  });
}

const FAILURES = ['exception.message', 'error.message', 'error.type'];

// Most successful spans are "Unset", which means that no error was reported.
function outcomeOf(
  status: unknown,
  attributes: AttributeReader,
  { started, ended }: Record<'started' | 'ended', boolean>,
): Outcome {
  const code = typeof status === 'string' ? status.replace(/^STATUS_CODE_/i, '').toLowerCase() : status;
  if (code === 1 || code === '1' || code === 'ok') return 'ok';
  if (code === 2 || code === '2' || code === 'error' || shortLine(attributes('error.type')) !== undefined)
    return 'failed';
  if (ended) return 'ok';
  return started ? 'pending' : 'unknown';
}

/** The attributes of a span that decide its outcome, besides its status and errors. */
export const OUTCOME_ATTRIBUTES = [
  'a2a.task.state',
  ...SPAN_CONVENTIONS.evaluation.name,
  ...SPAN_CONVENTIONS.evaluation.label,
];

interface Judged {
  outcome: Outcome;
  status?: RunStatus | undefined;
  /** The reason for the failure, if it is not in the span itself. */
  because?: string | undefined;
}

/** The outcome of a span whose work may have ended otherwise than its call: a task of A2A, or an answer that was judged. */
function judgedOutcome(outcome: Outcome, attributes: AttributeReader, evaluations: readonly Evaluation[]): Judged {
  if (outcome === 'failed') return { outcome };
  const task = shortLine(attributes('a2a.task.state'));
  const ended = task === undefined ? undefined : TASK_STATES.get(wordOfState(task));
  if (ended) return { ...ended, ...(ended.outcome === 'failed' && { because: `task ${wordOfState(task as string)}` }) };
  const bad = evaluations.find(({ isGood }) => isGood === false);
  if (!bad || outcome !== 'ok') return { outcome };
  return { outcome: 'failed', because: joinLines(': ', `${bad.name} ${bad.label}`, bad.text) };
}

/** `TASK_STATE_INPUT_REQUIRED` of A2A 1.0 and `input-required` before it are one word. */
function wordOfState(state: string): string {
  return state
    .replace(/^TASK_STATE_/i, '')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** The states of a task that say more than the call: submitted and working tasks leave the outcome of the call as it is. */
const TASK_STATES: ReadonlyMap<string, Judged> = new Map([
  ['failed', { outcome: 'failed' }],
  ['rejected', { outcome: 'failed' }],
  ['canceled', { outcome: 'failed', status: 'cancelled' }],
  ['input-required', { outcome: 'pending', status: 'blocked' }],
  ['auth-required', { outcome: 'pending', status: 'blocked' }],
] satisfies [string, Judged][]);

/** The event of a span, or the log record, that tells of an evaluation. */
export const EVALUATION_EVENT = 'gen_ai.evaluation.result';

type Evaluation = Extract<Effect, { do: 'evaluation' }>;

/** The evaluation that attributes of a span, an event or a log record tell of; empty if there is none. */
export function evaluationIn(attributes: AttributeReader): Evaluation[] {
  const { evaluation } = SPAN_CONVENTIONS;
  const name = firstAttribute(attributes, evaluation.name, shortLine);
  if (name === undefined) return [];
  const label = firstAttribute(attributes, evaluation.label, shortLine);
  const score = firstAttribute(attributes, evaluation.score, finiteNumber);
  const text = firstAttribute(attributes, evaluation.text, shortLine);
  const isGood = label === undefined ? undefined : VERDICTS.get(label.toLowerCase().replaceAll(/[\s_]+/g, '-'));
  return [
    {
      do: 'evaluation',
      name,
      ...(label !== undefined && { label }),
      ...(score !== undefined && { score }),
      ...(text !== undefined && { text }),
      ...(isGood !== undefined && { isGood }),
    },
  ];
}

/** Labels that judge, whatever is measured. The meaning of a score depends on its evaluator, so a score judges nothing. */
const VERDICTS: ReadonlyMap<string, boolean> = new Map([
  ...['pass', 'passed', 'success', 'correct', 'relevant', 'good', 'true', 'yes', 'ok', 'safe'].map(
    word => [word, true] as const,
  ),
  ...['fail', 'failed', 'failure', 'incorrect', 'not-relevant', 'irrelevant', 'bad', 'false', 'no', 'unsafe'].map(
    word => [word, false] as const,
  ),
]);

function finiteNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The conversation that attributes name. */
export function conversationOf(attributes: AttributeReader): string | undefined {
  return firstAttribute(attributes, SPAN_CONVENTIONS.conversation, identifier);
}

function agentOf(attributes: AttributeReader): string | undefined {
  return firstAttribute(attributes, AGENT_ATTRIBUTES, shortLine) ?? langGraphNode(attributes('metadata'));
}

/** The attributes that name the agent of a span; the first that has a value counts. */
export const AGENT_ATTRIBUTES = [
  'gen_ai.agent.name',
  'agent.name',
  'agent_name',
  'graph.node.id',
  'langgraph_node',
  'metadata.langgraph_node',
];

/** The first usable value of some attributes. */
export function firstAttribute<T>(
  attributes: AttributeReader,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    const found = read(attributes(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
