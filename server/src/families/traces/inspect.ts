import schemas from '../../generated/inspect.recognition.json';
import type { EnvelopeSurroundings } from '../../model/family';
import type { Condition } from '../../model/kind';
import type { Draft, Exchange, Outcome, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { stringifyJson } from '../../text/json/losslessJson';
import { atPointer, isObject } from '../../text/jsonPointer';
import { parseInstant } from '../../text/parseTime';
import { all, any, defineFamily } from '../defineFamily';
import { identifier, joinLines, objectsIn, shortLine } from '../drafts/createDraft';
import { type Operation, operationDraft } from '../drafts/operationDraft';
import { completeNested, type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { tokenCounts, totalAmount, usageEffects } from '../drafts/usageEffects';
import { sideAttributes, spanAttributes } from '../exchanges/spanAttributeNames';
import { conversation, spanExchange } from '../exchanges/spanExchange';
import { messageWords } from '../exchanges/userRequestText';

/**
 * Reads the messages in and out of one step in a log of `Inspect`, a framework for evaluations. The step is a call of a model, a call of a
 * tool, or a sample with its whole conversation. Undefined if the step has no messages and names no model. Never throws.
 */
export function exchange(
  written: Record<string, unknown>,
  kind: string,
  around?: EnvelopeSurroundings,
): Exchange | undefined {
  const [, word] = kind.split(':');
  const value = completed(written, word, around);
  const { messages, error } = value;
  if (word === 'sample' && Array.isArray(messages) && messages.length > 0) return conversation(messages, ['messages']);
  const at = (pointer: string) => atPointer(value, pointer);
  const said = spanExchange({
    word: word === 'sample' ? 'agent' : word,
    title: '',
    attributes: new Map([
      ...spanAttributes(
        {
          'gen_ai.request.model': value['model'],
          'gen_ai.response.model': word === 'llm' ? at('/output/model') : undefined,
          'gen_ai.response.finish_reasons': at('/output/choices/0/stop_reason'),
          'llm.invocation_parameters': value['config'],
          'llm.tools': value['tools'],
          'gen_ai.tool.name': value['function'],
          'gen_ai.tool.call.id': value['id'],
        },
        [],
      ),
      ...sideAttributes({ input: filled(value['input']), output: filled(at('/output/choices')) }, SIDES),
      ...sideAttributes(
        {
          arguments: value['arguments'],
          result: isObject(error) ? error['message'] : value['result'],
        },
        ['arguments', 'result'],
      ),
    ]),
    events: [],
  });
  return said && { ...said, ...(word === 'llm' && modelUsage(at('/output/usage'))) };
}

/** Completes an event or a sample with the messages and texts that the sample stores apart. */
function completed(
  value: Record<string, unknown>,
  word: string | undefined,
  around: EnvelopeSurroundings | undefined,
): Record<string, unknown> {
  if (word === 'sample') return withAttachments(value, value['attachments']) as Record<string, unknown>;
  if (!around) return value;
  // Events may be nested: the sample has the outermost list of events.
  const sample = around.path.slice(0, Math.max(0, around.path.indexOf('events')));
  const at = (...names: string[]) => around.valueAt([...sample, ...names]);
  const { input_refs: ranges, input } = value;
  const isApart = Array.isArray(ranges) && filled(input) === undefined;
  const whole = isApart
    ? { ...value, input: messagesInRanges(ranges, at('events_data', 'messages') ?? at('message_pool')) }
    : value;
  return hasAttachment(whole) ? (withAttachments(whole, at('attachments')) as Record<string, unknown>) : whole;
}

function hasAttachment(value: unknown): boolean {
  return stringifyJson(value).includes('"attachment://');
}

const SIDES = ['input', 'output'] as const;

/** The value itself; undefined for an empty list. */
function filled(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/** Defines the log format of the evaluation framework Inspect. Only reads the logs, and checks nothing. */
export default defineFamily('inspect', {
  title: 'Inspect',
  reference: t`Logs of evaluations with Inspect`,
  readOnly: true,
  steps,
  exchange,
  kinds: {
    log: {
      schema: schemas.log,
      signature: {
        keys: { '/eval': 0.25, '/plan': 0.25, '/stats': 0.25, '/samples': 0.25 },
        evidence: [
          {
            when: any(
              all('/eval/task', '/eval/dataset', '/eval/model', any('/eval/eval_id', '/eval/run_id')),
              hasEvents('/samples/0'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/eval/eval_id', '/eval/run_id'] },
    },
    sample: {
      schema: schemas.sample,
      signature: {
        keys: { '/epoch': 0.25, '/target': 0.25, '/events': 0.5, '/scores': 0.25 },
        evidence: [
          {
            when: any(
              hasEvents(''),
              all('/epoch', '/target', '/messages', any('/model_usage', '/output/choices', '/attachments')),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/uuid'] },
    },
  },
});

/** A sample at a position, with events; older versions write the last two pointers in the first event only. */
function hasEvents(at: string): Condition {
  const first = `${at}/events/0`;
  return all(
    { at: `${first}/event`, type: 'string' },
    `${first}/timestamp`,
    any(`${first}/working_start`, `${first}/span_id`, `${first}/state/messages`, all(`${first}/action`, `${at}/epoch`)),
  );
}

type Fields = Record<string, unknown>;

/** The steps of a log or of a single sample: one for each sample, with its events nested. A log without samples is one step. */
function steps(log: Fields): Draft[] {
  const { eval: written, samples, status } = log;
  const evaluation = isObject(written) ? written : {};
  const id = identifier(evaluation['eval_id']) ?? identifier(evaluation['run_id']);
  const task = { id, agent: shortLine(evaluation['solver']), title: shortLine(evaluation['task']) ?? t`sample` };
  if (log['events'] !== undefined || log['epoch'] !== undefined) return sampleDrafts(log, task, []);
  const drafts = (Array.isArray(samples) ? samples : []).flatMap((sample, index) =>
    isObject(sample) ? sampleDrafts(sample, task, ['samples', index]) : [],
  );
  if (drafts.length > 0) return drafts;
  const statistics = isObject(log['stats']) ? log['stats'] : {};
  return [
    rootDraft(
      { ...statistics, error: log['error'] },
      {
        ...task,
        key: 'log',
        run: id,
        model: shortLine(evaluation['model']),
        kind: 'inspect/log',
        outcome: OUTCOMES.get(status) ?? 'unknown',
      },
    ),
  ];
}

const OUTCOMES: ReadonlyMap<unknown, Outcome> = new Map([
  ['success', 'ok'],
  ['error', 'failed'],
  ['started', 'pending'],
]);

/** The root step of a run, with its times, usage and error. */
function rootDraft(fields: Fields, own: Omit<Operation, 'failure' | 'effects'>): Draft {
  return operationDraft({
    start: instantOf(fields, STARTS),
    end: instantOf(fields, ENDS),
    failure: shortLine(atPointer(fields, '/error/message')),
    // The usage of each model.
    effects: Object.values(isObject(fields['model_usage']) ? fields['model_usage'] : {}).flatMap(usage => {
      const { tokens, cost } = modelUsage(usage);
      return usageEffects(tokens, cost);
    }),
    ...own,
  });
}

interface Task {
  /** The id of the evaluation. */
  id: string | undefined;
  agent: string | undefined;
  title: string;
}

function sampleDrafts(sample: Fields, { id: evaluated, agent, title }: Task, path: Path): Draft[] {
  const { id, epoch, uuid, error, events } = sample;
  const run =
    identifier(uuid) ??
    (evaluated === undefined ? undefined : identifier([evaluated, id, epoch].map(String).join(' ')));
  const records = eventRecords(events, { path: [...path, 'events'], prefix: '', parent: SAMPLE });
  const root = rootDraft(
    // Older samples have no times: take those of the events.
    { timestamp: records[0]?.fields['timestamp'], completed: lastTime(records), ...sample },
    {
      key: SAMPLE,
      run,
      agent,
      kind: 'inspect/log:sample',
      title: joinLines(' ', title, shortLine(id), epochName(epoch)) ?? title,
      outcome: isObject(error) ? 'failed' : 'ok',
      about: messageWords(withAttachments(sample['input'], sample['attachments'])),
      path,
    },
  );
  return completeNested([root, ...recordDrafts(records, (event, from) => eventDraft(event, { run, ...from }))]);
}

const SAMPLE = 'sample';
const STARTS = ['started_at', 'timestamp'];
const ENDS = ['completed_at', 'completed'];

function instantOf(fields: Fields, names: readonly string[]): bigint | undefined {
  return parseInstant(names.map(name => fields[name]).find(one => one !== undefined && one !== null));
}

/** The end of the last event, or its start. */
function lastTime(records: readonly OperationRecord[]): unknown {
  const { completed, timestamp } = records.at(-1)?.fields ?? {};
  return completed ?? timestamp;
}

function epochName(epoch: unknown): string | undefined {
  return typeof epoch === 'number' && epoch > 1 ? `epoch ${epoch}` : undefined;
}

interface EventsPlace {
  path: Path;
  /** A prefix that makes generated ids of events unique in the sample. */
  prefix: string;
  /** The key of the enclosing step. */
  parent: string;
}

const DEEPEST = 20;

/** The records of the events in a sample, a call or a subtask. The end of a span or a step completes its beginning. */
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
    key: identifier(event['key']),
    parent: identifier(event['parent']) ?? SAMPLE,
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
    ...(word === 'llm' && modelUsage(atPointer(event, '/output/usage'))),
    ...place,
  });
}

/** The operation of an event: `llm`, `tool`, `agent`, `span`, or the event's own type. */
function eventWord({ event: type, type: span }: Fields): string {
  if (type === 'model') return 'llm';
  if (type === 'span_begin' || type === 'step') return span === 'agent' ? 'agent' : 'span';
  return typeof type === 'string' && /^[a-z][a-z_]{0,30}$/.test(type) ? type : 'event';
}

/** A description of an event without a name. */
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

/**
 * Replaces references of the form `attachment://…` in a value of a sample by the attached texts. Beyond a limit of text,
 * references stay, since one attachment may be referred to very often.
 */
function withAttachments(value: unknown, attachments: unknown): unknown {
  if (!isObject(attachments)) return value;
  let left = MOST_CHARACTERS;

  function resolved(here: unknown, depth: number): unknown {
    if (typeof here === 'string') return text(here);
    if (depth > DEEPEST_INPUT) return here;
    if (Array.isArray(here)) return here.map(item => resolved(item, depth + 1));
    if (!isObject(here)) return here;
    return Object.fromEntries(Object.entries(here).map(([key, item]) => [key, resolved(item, depth + 1)]));
  }

  function text(reference: string): string {
    if (!reference.startsWith(PROTOCOL)) return reference;
    const id = reference.slice(PROTOCOL.length);
    const found = Object.hasOwn(attachments as object, id) ? (attachments as Record<string, unknown>)[id] : undefined;
    if (typeof found !== 'string' || found.length > left) return reference;
    left -= found.length;
    return found;
  }

  return resolved(value, 0);
}

/** The messages in ranges of indices; the end of a range is exclusive. */
function messagesInRanges(ranges: unknown, pool: unknown): unknown[] {
  if (!Array.isArray(ranges) || !Array.isArray(pool)) return [];
  const messages: unknown[] = [];
  for (const range of ranges) {
    if (!Array.isArray(range) || messages.length >= MOST_MESSAGES) continue;
    const [start, end] = range.map(Number);
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || (start as number) < 0) continue;
    messages.push(...pool.slice(start, Math.min(end as number, (start as number) + MOST_MESSAGES)));
  }
  return messages.slice(0, MOST_MESSAGES);
}

const PROTOCOL = 'attachment://';
const DEEPEST_INPUT = 40;
const MOST_CHARACTERS = 10_000_000;
const MOST_MESSAGES = 10_000;

/** The tokens and the cost of a model. Depending on the provider, the input includes cached tokens or not. */
function modelUsage(usage: unknown): { tokens?: TokenCounts; cost?: number } {
  if (!isObject(usage)) return {};
  const { input_tokens: input, output_tokens: output, total_tokens: total } = usage;
  const { input_tokens_cache_read: cached, input_tokens_cache_write: written } = usage;
  const whole = totalAmount([], [input, cached, written]);
  const isBeside = (totalAmount([], [whole, output]) ?? 0) <= (totalAmount([total], []) ?? Infinity);
  const tokens = tokenCounts({
    total: [total],
    input: [isBeside ? whole : input],
    output: [output],
    cached: [cached],
    reasoning: [usage['reasoning_tokens']],
  });
  const cost = totalAmount([usage['total_cost']], []);
  return { ...(tokens && { tokens }), ...(cost !== undefined && { cost }) };
}
