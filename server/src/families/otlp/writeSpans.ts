import type { RunSummary, Step, TokenCounts, WrittenExchange } from '../../model/run';
import { truncate } from '../../shared/shownText';
import { deterministicId, isSpanId, isTraceId } from './span';
import { attributeList, EVALUATION, RUN_ATTRIBUTES, STEP_ATTRIBUTES, saidAttributes } from './spanAttributes';
import { EVALUATION_EVENT } from './spanDraft';

/** A workflow run to export as OpenTelemetry spans. Its steps are numbered from 0, in order. */
export interface WritableRun {
  summary: RunSummary;
  step(index: number): Step;
}

/**
 * Writes a run as an OTLP/JSON request, with a span for each step. Facts are written as attributes of OpenTelemetry's conventions where
 * these have a name for them, otherwise as attributes of our own, so that reading the file gives the same run. Throws RangeError if the
 * text would be too long for a string.
 *
 * @param envelopes reads the texts and messages of a step, which are written to the step's span
 */
export function writeSpans(run: WritableRun, envelopes: StepEnvelopes): string {
  const { head, spans, tail } = spanRequest(run, envelopes);
  return `${head}${[...spans].join(',\n')}${tail}`;
}

/** Reads the envelopes of a step for an export. */
export interface StepEnvelopes {
  /** The texts of its envelopes: one, or question and answer; undefined for an unavailable text. */
  textsOf(step: Step): readonly (string | undefined)[];
  /** The messages of the step; undefined if it has none. */
  saidIn(step: Step): WrittenExchange | undefined;
}

/** The pieces of an OTLP/JSON request. Any of the spans, joined with commas between `head` and `tail`, make a request. */
export interface SpanRequest {
  /** The beginning of the request, up to the list of spans: one resource and scope for all. */
  head: string;
  /** The JSON of each step's span, in order. Generated while it is read, so it can be read only once. */
  spans: Iterable<string>;
  tail: string;
}

/** The request that `writeSpans` writes, in pieces. */
export function spanRequest(run: WritableRun, envelopes: StepEnvelopes): SpanRequest {
  const { id, title, status, family } = run.summary;
  const resource = attributeList({
    'service.name': family,
    [RUN_ATTRIBUTES.id]: id,
    [RUN_ATTRIBUTES.title]: title,
    [RUN_ATTRIBUTES.status]: status,
    [RUN_ATTRIBUTES.family]: family,
  });
  return {
    head: `{"resourceSpans":[{"resource":{"attributes":${JSON.stringify(resource)}},"scopeSpans":[{"scope":{"name":"agent-envelopes"},"spans":[\n`,
    spans: spanTexts(run, envelopes),
    tail: '\n]}]}]}\n',
  };
}

function* spanTexts(run: WritableRun, envelopes: StepEnvelopes): Generator<string> {
  const { id, family, startedAt = 0n, steps, conversation } = run.summary;
  const traceId = isTraceId(id) ? id : deterministicId(`${family} ${id}`, 32);
  const writing: Writing = { traceId, ids: spanIds(run, traceId), now: startedAt, conversation, ...textBudget() };
  for (let index = 0; index < steps; index++) {
    const step = run.step(index);
    yield spanText(writing, step, envelopes);
  }
}

interface Writing extends TextBudget {
  traceId: string;
  /** The span id of each step, by index. */
  ids: readonly string[];
  conversation: string | undefined;
  /** The time for steps without one: that of the previous step. Nanoseconds since 1970. */
  now: bigint;
}

/** The number of characters that remain for envelopes and messages. */
export interface TextBudget {
  left: number;
}

/** The budget for all steps of an exported run. */
export function textBudget(): TextBudget {
  return { left: MOST_TEXT };
}

const MOST_TEXT = 200_000_000;
const LONGEST_TEXT = 32_768;

// The key of a step if it is a valid and unused span id, else a new id.
function spanIds(run: WritableRun, traceId: string): string[] {
  const ids: string[] = [];
  const taken = new Set<string>();
  for (let index = 0; index < run.summary.steps; index++) {
    const { key } = run.step(index);
    let id = key !== undefined && isSpanId(key) ? key : deterministicId(`${traceId} ${index}`, 16);
    for (let again = 1; taken.has(id); again++) id = deterministicId(`${traceId} ${index} ${again}`, 16);
    taken.add(id);
    ids.push(id);
  }
  return ids;
}

function spanText(writing: Writing, step: Step, { textsOf, saidIn }: StepEnvelopes): string {
  const { index, parent, at, duration, title, outcome, failure } = step;
  if (at !== undefined) writing.now = at;
  const start = writing.now;
  const end = duration !== undefined && duration > 0n ? start + duration : start;
  const exchange = saidIn(step);
  const events = evaluationEvents(step, exchange, end);
  return JSON.stringify({
    traceId: writing.traceId,
    spanId: writing.ids[index],
    ...(parent !== undefined && { parentSpanId: writing.ids[parent] }),
    name: title,
    kind: sideOf(step),
    startTimeUnixNano: unsigned(start),
    endTimeUnixNano: unsigned(end),
    attributes: attributeList({
      ...conventional(step),
      'gen_ai.conversation.id': writing.conversation,
      ...said(writing, step, exchange),
      ...stepAttributes(step),
      ...envelopeAttributes(writing, textsOf(step)),
    }),
    ...(events.length > 0 && { events }),
    status: {
      code: outcome === 'ok' ? 1 : outcome === 'failed' ? 2 : 0,
      ...(failure !== undefined && { message: failure }),
    },
  });
}

/** An event for each evaluation of a step, as the conventions ask for. */
function evaluationEvents({ effects }: Step, exchange: WrittenExchange | undefined, end: bigint): object[] {
  const said = exchange?.output.filter(({ role }) => role === EVALUATION) ?? [];
  return effects.flatMap(effect => {
    if (effect.do !== 'evaluation') return [];
    const { name, label, score, text } = effect;
    const whole = said.find(message => message.name === name)?.parts[0];
    const [, ...why] = whole?.type === 'text' ? whole.text.split('\n\n') : [];
    const attributes = attributeList({
      'gen_ai.evaluation.name': name,
      'gen_ai.evaluation.score.value': score,
      'gen_ai.evaluation.score.label': label,
      'gen_ai.evaluation.explanation': why.length > 0 ? why.join('\n\n') : text,
    });
    return [{ timeUnixNano: unsigned(end), name: EVALUATION_EVENT, attributes }];
  });
}

const INTERNAL = 1;
const CLIENT = 3;

function sideOf({ effects, kind }: Step): number {
  return effects.some(effect => effect.do === 'call') || kind.endsWith(':llm') ? CLIENT : INTERNAL;
}

/** Attributes of the OpenTelemetry conventions for generative AI. */
function conventional({
  agent,
  agentVersion,
  model,
  effects,
  kind,
}: Step): Record<string, string | number | undefined> {
  const call = effects.find(effect => effect.do === 'call');
  const used = effects.filter(effect => effect.do === 'usage');
  const sum = (count: 'tokens' | Exclude<keyof TokenCounts, 'total'>) =>
    used.reduce((total, effect) => total + (effect[count] ?? 0), 0) || undefined;
  const cost = used.reduce((sum, effect) => sum + (effect.cost ?? 0), 0);
  return {
    'gen_ai.operation.name': call ? 'execute_tool' : operationOf(kind, agent),
    'gen_ai.agent.name': agent,
    'gen_ai.agent.version': agentVersion,
    'gen_ai.tool.name': call?.tool,
    'gen_ai.tool.call.id': call?.id,
    'gen_ai.response.model': model,
    'gen_ai.usage.total_tokens': sum('tokens'),
    'gen_ai.usage.input_tokens': sum('input'),
    'gen_ai.usage.output_tokens': sum('output'),
    'gen_ai.usage.cache_read.input_tokens': sum('cached'),
    'gen_ai.usage.cache_creation.input_tokens': sum('written'),
    'gen_ai.usage.reasoning.output_tokens': sum('reasoning'),
    'gen_ai.usage.cost': cost || undefined,
  };
}

function operationOf(kind: string, agent: string | undefined): string | undefined {
  if (kind.endsWith(':llm')) return 'chat';
  if (kind.endsWith(':embedding')) return 'embeddings';
  if (kind.endsWith(':workflow')) return 'invoke_workflow';
  const [, own] = OPERATIONS.exec(kind) ?? [];
  if (own !== undefined) return own;
  return agent === undefined ? undefined : 'invoke_agent';
}

const OPERATIONS = /:(retrieval|plan|create_agent|(?:search|create|update|upsert|delete)_memory)$/;

/** Our own attributes of a step. They repeat its times, since a span always has times but a step may have none. */
export function stepAttributes(step: Step): Record<string, string | number | undefined> {
  const { index, key, peer, model, service, kind, title, outcome, at, duration, agent, confidence, retry, effects } =
    step;
  return {
    [STEP_ATTRIBUTES.index]: index,
    [STEP_ATTRIBUTES.key]: key,
    [STEP_ATTRIBUTES.kind]: kind,
    [STEP_ATTRIBUTES.title]: title,
    [STEP_ATTRIBUTES.outcome]: outcome,
    [STEP_ATTRIBUTES.at]: at?.toString(),
    [STEP_ATTRIBUTES.duration]: duration?.toString(),
    [STEP_ATTRIBUTES.agent]: agent,
    [STEP_ATTRIBUTES.peer]: peer,
    [STEP_ATTRIBUTES.confidence]: confidence,
    [STEP_ATTRIBUTES.model]: model,
    [STEP_ATTRIBUTES.service]: service,
    [STEP_ATTRIBUTES.retry]: retry,
    [STEP_ATTRIBUTES.effects]: effects.length > 0 ? JSON.stringify(effects) : undefined,
  };
}

function said(
  writing: Writing,
  { effects }: Step,
  exchange: ReturnType<StepEnvelopes['saidIn']>,
): ReturnType<typeof saidAttributes> {
  if (!exchange || writing.left <= 0) return {};
  const attributes = saidAttributes(
    exchange,
    effects.some(effect => effect.do === 'call'),
  );
  for (const text of Object.values(attributes)) writing.left -= text?.length ?? 0;
  return attributes;
}

/** The envelopes of a step, question and answer, each up to a limit. */
export function envelopeAttributes(
  budget: TextBudget,
  texts: readonly (string | undefined)[],
): Record<string, string | undefined> {
  const [first, answer] = texts.map(text => cut(text, budget));
  return { [STEP_ATTRIBUTES.envelope]: first, [STEP_ATTRIBUTES.answer]: answer };
}

function cut(text: string | undefined, budget: TextBudget): string | undefined {
  if (text === undefined || budget.left <= 0) return undefined;
  const short = truncate(text, LONGEST_TEXT);
  budget.left -= short.length;
  return short;
}

const MOST_NANOSECONDS = 2n ** 64n - 1n;

function unsigned(time: bigint): string {
  return String(time < 0n ? 0n : time > MOST_NANOSECONDS ? MOST_NANOSECONDS : time);
}
