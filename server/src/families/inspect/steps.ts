import type { Draft, Effect, Outcome } from '../../model/run';
import type { Path } from '../../model/text';
import { atPointer, isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { completeNested } from '../drafts/completeNested';
import { identifier, joinLines, objectsIn, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { usageEffects } from '../drafts/usageEffects';
import { messageWords } from '../exchanges/messageWords';
import { modelUsage } from './modelUsage';

type Fields = Record<string, unknown>;

/** The steps of a log or of a sample alone: one for each sample, and nested in it one for each event. A log without samples is one step. */
export function steps(value: Fields): Draft[] {
  const { eval: written, samples } = value;
  const evaluation = isObject(written) ? written : {};
  if (value['events'] !== undefined || value['epoch'] !== undefined) return sampleDrafts(value, evaluation, []);
  const drafts = (Array.isArray(samples) ? samples : []).flatMap((sample, index) =>
    isObject(sample) ? sampleDrafts(sample, evaluation, ['samples', index]) : [],
  );
  return drafts.length > 0 ? drafts : [logDraft(value, evaluation)];
}

function logDraft(log: Fields, evaluation: Fields): Draft {
  const { status, error } = log;
  return operationDraft({
    ...ROOT,
    key: 'log',
    run: identifier(evaluation['eval_id']) ?? identifier(evaluation['run_id']),
    start: parseInstant(atPointer(log, '/stats/started_at') ?? evaluation['created']),
    end: parseInstant(atPointer(log, '/stats/completed_at')),
    agent: shortLine(evaluation['solver']),
    model: shortLine(evaluation['model']),
    kind: 'inspect/log',
    title: shortLine(evaluation['task']) ?? 'evaluation',
    outcome: OUTCOMES.get(status) ?? 'unknown',
    failure: isObject(error) ? shortLine(error['message']) : undefined,
    effects: usageOf(atPointer(log, '/stats/model_usage')),
    path: [],
  });
}

const ROOT = { parent: undefined, tokens: undefined, cost: undefined };
const OUTCOMES: ReadonlyMap<unknown, Outcome> = new Map([
  ['success', 'ok'],
  ['error', 'failed'],
  ['started', 'pending'],
]);

function sampleDrafts(sample: Fields, evaluation: Fields, path: Path): Draft[] {
  const { id, epoch, uuid, error, events } = sample;
  const name = joinLines(' ', shortLine(evaluation['task']) ?? 'sample', shortLine(id), epochName(epoch));
  const evaluated = identifier(evaluation['eval_id']) ?? identifier(evaluation['run_id']);
  const run =
    identifier(uuid) ??
    (evaluated === undefined ? undefined : identifier([evaluated, id, epoch].map(String).join(' ')));
  const records = eventRecords(events, { path: [...path, 'events'], prefix: '', parent: 'sample' });
  const times = records.flatMap(({ fields }) => [instantOf(fields, STARTS), instantOf(fields, ENDS)]);
  const root = operationDraft({
    ...ROOT,
    key: 'sample',
    run,
    start: instantOf(sample, STARTS) ?? times.find(at => at !== undefined),
    end: instantOf(sample, ENDS) ?? times.findLast(at => at !== undefined),
    agent: shortLine(evaluation['solver']),
    kind: 'inspect/log:sample',
    title: name ?? 'sample',
    outcome: isObject(error) ? 'failed' : 'ok',
    failure: isObject(error) ? shortLine(error['message']) : undefined,
    about: messageWords(sample['input']),
    effects: usageOf(sample['model_usage']),
    path,
  });
  return completeNested([root, ...recordDrafts(records, (event, from) => eventDraft(event, { run, ...from }))]);
}

const STARTS = ['started_at', 'timestamp'];
const ENDS = ['completed_at', 'completed'];

function instantOf(fields: Fields, names: readonly string[]): bigint | undefined {
  return parseInstant(names.map(name => fields[name]).find(one => one !== undefined && one !== null));
}

function epochName(epoch: unknown): string | undefined {
  return typeof epoch === 'number' && epoch > 1 ? `epoch ${epoch}` : undefined;
}

/** The usage of each model. */
function usageOf(models: unknown): Effect[] {
  return Object.values(isObject(models) ? models : {}).flatMap(usage => {
    const { tokens, cost } = modelUsage(usage);
    return usageEffects(tokens, cost);
  });
}

interface EventsPlace {
  path: Path;
  /** Makes ids of events without one unique in the sample. */
  prefix: string;
  /** The key of the enclosing step. */
  parent: string;
}

const DEEPEST = 20;

/** The events of a sample, or of a call or a subtask in it. The end of a span or a step completes its beginning. */
function eventRecords(events: unknown, { path, prefix, parent }: EventsPlace): OperationRecord[] {
  if (!Array.isArray(events) || path.length > DEEPEST) return [];
  // Older logs have steps that begin and end instead of spans.
  const open: string[] = [];
  return events.flatMap((event, index) => {
    if (!isObject(event)) return [];
    const { event: type, action, timestamp } = event;
    const isSpan = type === 'span_begin' || type === 'span_end';
    const isEnd = type === 'span_end' || (type === 'step' && action === 'end');
    const outer = spanKey(isSpan ? event['parent_id'] : event['span_id']) ?? open.at(-1) ?? parent;
    const own = identifier(event['uuid']) ?? `${prefix}${index}`;
    const id = (isSpan ? spanKey(event['id']) : isEnd ? open.pop() : undefined) ?? own;
    if (type === 'step' && !isEnd) open.push(id);
    const place = { id, path: [...path, index], isUpdate: isEnd, isOpen: false };
    if (isEnd) return [{ ...place, fields: { completed: timestamp } }];
    return [
      { ...place, fields: { ...event, key: id, parent: outer } },
      ...eventRecords(event['events'], { path: [...place.path, 'events'], prefix: `${id}.`, parent: id }),
    ];
  });
}

function spanKey(id: unknown): string | undefined {
  const name = identifier(id);
  return name === undefined ? undefined : `span ${name}`;
}

interface EventPlace {
  run: string | undefined;
  path: Path;
  side: Draft['side'] | undefined;
}

function eventDraft(event: Fields, place: EventPlace): Draft {
  const { event: type, error, pending } = event;
  const word = eventWord(event);
  const isTool = word === 'tool';
  const name = shortLine(isTool ? event['function'] : word === 'llm' ? event['model'] : event['name']);
  const failure = isObject(error) ? error['message'] : (error ?? atPointer(event, '/output/error'));
  const isFailed = shortLine(failure) !== undefined || event['failed'] === true;
  const to = isTool ? shortLine(event['agent']) : undefined;
  return operationDraft({
    ...place,
    key: identifier(event['key']),
    parent: identifier(event['parent']) ?? 'sample',
    start: instantOf(event, STARTS),
    end: instantOf(event, ENDS),
    agent: word === 'agent' ? name : undefined,
    model: word === 'llm' ? (shortLine(atPointer(event, '/output/model')) ?? name) : undefined,
    kind: `inspect/log:${word}`,
    title: name ?? joinLines(' ', shortLine(type)?.replaceAll('_', ' '), eventDetail(event)) ?? word,
    outcome: isFailed ? 'failed' : pending === true ? 'pending' : 'ok',
    failure: shortLine(failure),
    tool: isTool ? { tool: name, id: identifier(event['id']) } : undefined,
    effects: to === undefined ? [] : [{ do: 'handoff', to }],
    tokens: undefined,
    cost: undefined,
    ...(word === 'llm' && { tokens: undefined, cost: undefined, ...modelUsage(atPointer(event, '/output/usage')) }),
  });
}

/** The operation of an event: `llm`, `tool`, `agent`, `span`, or the event's own type. */
function eventWord({ event: type, type: span }: Fields): string {
  if (type === 'model') return 'llm';
  if (type === 'span_begin' || type === 'step') return span === 'agent' ? 'agent' : 'span';
  return typeof type === 'string' && /^[a-z][a-z_]{0,30}$/.test(type) ? type : 'event';
}

/** What an event without a name is about. */
function eventDetail(event: Fields): string | undefined {
  const { changes } = event;
  if (Array.isArray(changes)) {
    return joinLines(', ', ...objectsIn(changes).map(({ path }) => shortLine(path)));
  }
  return DETAILS.map(pointer => shortLine(atPointer(event, pointer))).find(found => found !== undefined);
}

const DETAILS = [
  '/score/value',
  '/message/message',
  '/message',
  '/error/message',
  '/decision',
  '/cmd',
  '/file',
  '/input',
  '/data',
  '/action',
];
