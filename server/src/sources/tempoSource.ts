import { objectsIn, shortLine } from '../families/drafts/createDraft';
import { SPAN_CONVENTIONS } from '../families/exchanges/spanAttributeNames';
import { AGENT_ATTRIBUTES, OUTCOME_ATTRIBUTES } from '../families/otlp/spanDraft';
import type { QueryTerm } from '../features/runs/queryTerms';
import type { ListedRun, RunSource, SaidMatch } from '../model/runSource';
import { compareValues } from '../shared/arrays';
import { t } from '../shared/l10n';
import { isObject } from '../text/jsonPointer';
import { durationFromMilliseconds, parseInstant } from '../text/parseTime';
import { hasSpans, loadedRun, runsInLines } from './loadedRuns';
import { type AnyValue, type KeyValue, otlpRequestBody } from './otlpRequestBody';
import { serverText } from './removeSecrets';
import { containedWords, cutRunNote, foundMatch, hasAllWords } from './searchByLoadingRuns';
import { parsedJson, pathSegment, type StoreClient, type StoreOptions, storeClient } from './storeClient';
import type { StoreConfig } from './storeConfig';
import { DAY, filteredPage, type Pushed, planFilter, RECENT_DAYS, recentTime, type StorePage } from './storeFilter';

/** Creates the reader of the trace store Grafana Tempo, which finds traces by TraceQL and loads them by id. */
export function tempoSource(config: StoreConfig, options: StoreOptions): RunSource {
  const client = storeClient(config, options);
  const { maxRuns } = config;
  const source: RunSource = {
    name: config.name,
    kind: 'tempo',
    async list(query, signal) {
      const now = options.now();
      const plan = planFilter(query, tempoPushes, now);
      if (plan.fault !== undefined) return { runs: [], fault: plan.fault };
      const { pushed } = plan;
      const { since, until, told } = recentTime(plan, now);
      const page = await filteredPage({
        ...{ query, plan, now, maxRuns, uncertain: ['agent'] },
        page: (limit, cursor) => tracesPage(client, { terms: pushed, since, until, limit, cursor }, signal),
        load: run => loadedRun(source, run.id, signal),
      });
      return { ...page, ...told };
    },
    async search(query, signal) {
      const now = options.now();
      const plan = planFilter(query, tempoPushes, now);
      const words = containedWords(query.words);
      if (plan.fault !== undefined) return { matches: [], fault: plan.fault };
      if (words.length === 0) return { matches: [] };
      const { pushed, notApplied, appliedAfter } = plan;
      const { since, until, told } = recentTime(plan, now);
      const limit = Math.min(query.limit, maxRuns);
      const range = rangeBefore({ since, until }, query.cursor);
      const { found } = await search(client, searchQuery(pushed, words), { ...range, limit, signal });
      const ignored = [...notApplied, ...appliedAfter];
      const next = nextCursor(found, { ...range, since, limit });
      return {
        matches: found.flatMap(trace => trace.spans.flatMap(span => matchOf(trace.id, span, words))),
        ...(next !== undefined && { next }),
        ...(found.some(({ spans }) => spans.length >= SPANS_OF_A_TRACE) && { notes: [cutRunNote(SPANS_OF_A_TRACE)] }),
        ...(ignored.length > 0 && { notApplied: ignored }),
        ...told,
      };
    },
    async *load(id, signal) {
      const segment = pathSegment(id, client.error);
      for (const path of ['/api/v2/traces/', '/api/traces/']) {
        const response = await client.ask(`${path}${segment}`, { signal, accept: [404] });
        const body = await response.text();
        // Older releases have only the second path.
        if (response.status === 404) continue;
        const answer = parsedJson(body, client.error);
        if (!isTraceAnswer(answer)) throw client.wrongAnswer(TEMPO);
        // Part of a trace would be shown as if it were all.
        if (PARTIAL.has(answer['status'])) {
          const reason = serverText(text(answer['message']), client.secrets);
          throw client.error(
            t`run ${id} is not answered as a whole${reason === '' ? '' : ` (${reason})`}; raise the limits of Tempo to load it.`,
          );
        }
        if (!hasSpans(isObject(answer['trace']) ? answer['trace'] : answer)) return;
        yield `${body.replace(/[\r\n]+/g, ' ')}\n`;
        return;
      }
    },
  };
  return source;
}

/** The status of an answer that Tempo cut: the name in its protocol, or the number. */
const PARTIAL: ReadonlySet<unknown> = new Set(['PARTIAL', 1]);

/** By default Tempo refuses to search a longer time. */
const LONGEST_RANGE = RECENT_DAYS * DAY;

interface TracesQuery {
  terms: readonly QueryTerm[];
  since: number;
  until: number;
  limit: number;
  cursor: string | undefined;
}

async function tracesPage(
  client: StoreClient,
  { terms, since, until, limit, cursor }: TracesQuery,
  signal: AbortSignal,
): Promise<StorePage> {
  const range = rangeBefore({ since, until }, cursor);
  const { found, invalid } = await search(client, listQuery(terms), { ...range, limit, signal });
  const next = nextCursor(found, { ...range, since, limit });
  const bottom = BigInt(Math.round(since)) * MILLION;
  const top = BigInt(Math.round(until)) * MILLION;
  const runs = found.map(listedTrace).filter(({ startedAt = top }) => startedAt >= bottom && startedAt < top);
  const unlisted = invalid + found.filter(one => one.start === 0n).length;
  return { runs, unlisted, ...(next !== undefined && { next }) };
}

const MILLION = 1_000_000n;

interface SearchRange {
  /** In seconds since 1970. */
  start: number;
  end: number;
  /** The ids of traces that earlier pages listed. */
  listed: ReadonlySet<string>;
}

/**
 * Returns the time range to search before a cursor. A cursor has the end of the range in seconds, and the traces of its last second that
 * were listed already.
 */
function rangeBefore({ since, until }: { since: number; until: number }, cursor: string | undefined): SearchRange {
  const [, seconds, ids = ''] = /^(\d{1,12}) ([\da-f,]*)$/.exec(cursor ?? '') ?? [];
  const end = seconds === undefined ? Math.ceil(until / 1000) : Number(seconds);
  const start = Math.max(Math.floor(since / 1000), end - LONGEST_RANGE / 1000);
  return { start: Math.min(start, end - 1), end, listed: new Set(ids.split(',').filter(id => id !== '')) };
}

function nextCursor(
  found: readonly FoundTrace[],
  { start, end, since, limit, listed }: SearchRange & { since: number; limit: number },
): string | undefined {
  const last = found.at(-1);
  if (last && found.length + listed.size >= limit) {
    const second = Number(last.start / (1000n * MILLION));
    const same = found.filter(one => Number(one.start / (1000n * MILLION)) === second).map(({ id }) => id);
    // One second has more traces than a page: skips the rest, since the list would never end.
    if (second + 1 >= end && same.length + listed.size >= limit) return `${Math.min(second, end - 1)} `;
    return `${Math.min(second + 1, end)} ${same.join(',')}`;
  }
  return start > Math.ceil(since / 1000) ? `${start} ` : undefined;
}

interface FoundTrace {
  id: string;
  name: string;
  service: string;
  start: bigint;
  duration: bigint | undefined;
  spans: FoundSpan[];
}

interface FoundSpan {
  id: string;
  name: string;
  attributes: KeyValue[];
}

/** Returns the traces that Tempo finds, newest first, and the number of traces without a valid id. */
async function search(
  client: StoreClient,
  q: string,
  { start, end, listed, limit, signal }: SearchRange & { limit: number; signal: AbortSignal },
): Promise<{ found: FoundTrace[]; invalid: number }> {
  // Without the hint, Tempo answers the first traces that it finds, not the newest.
  const query = { q: `${q} with (most_recent=true)`, start, end, limit: limit + listed.size, spss: SPANS_OF_A_TRACE };
  const answer =
    (await client.json('/api/search', { query, signal, accept: [400] })) ??
    (await client.json('/api/search', { query: { ...query, q }, signal }));
  if (!isSearchAnswer(answer)) throw client.wrongAnswer(TEMPO);
  const traces = answer.traces ?? [];
  const valid = traces.flatMap(foundTrace);
  const found = valid
    .filter(({ id }) => !listed.has(id))
    .sort((one, other) => compareValues(other.start, one.start))
    .slice(0, limit);
  return { found, invalid: traces.length - valid.length };
}

const SPANS_OF_A_TRACE = 10;

const TEMPO = 'Grafana Tempo';

/** Returns whether a value is the answer to a search. The list may be missing if no trace matches, but the metrics are always there. */
function isSearchAnswer(answer: unknown): answer is { traces?: unknown[] | null } {
  if (!isObject(answer)) return false;
  const { traces, metrics } = answer;
  if (metrics !== undefined && metrics !== null && !isObject(metrics)) return false;
  return Array.isArray(traces) || ((traces === undefined || traces === null) && isObject(metrics));
}

/**
 * Returns whether a value is the answer to a request for a trace. In version 2 of the API, the trace is in `trace`, which is absent if
 * empty; in version 1, the answer is an OTLP request with an older name.
 */
function isTraceAnswer(answer: unknown): answer is Record<string, unknown> {
  if (!isObject(answer)) return false;
  const { trace, metrics, batches, resourceSpans } = answer;
  if (trace === undefined || trace === null) {
    const isEmpty = isObject(metrics) && !Object.hasOwn(answer, 'traces');
    return isEmpty || Array.isArray(batches) || Array.isArray(resourceSpans);
  }
  return (
    isObject(trace) && [trace['resourceSpans'], trace['batches']].every(one => one === undefined || Array.isArray(one))
  );
}

function foundTrace(value: unknown): FoundTrace[] {
  if (!isObject(value) || typeof value['traceID'] !== 'string' || !/^[\da-f]{1,32}$/i.test(value['traceID'])) return [];
  const sets = [...objectsIn(value['spanSets']), ...(isObject(value['spanSet']) ? [value['spanSet']] : [])];
  const spans = new Map<string, FoundSpan>();
  for (const span of sets.flatMap(set => objectsIn(set['spans']))) {
    const id = text(span['spanID']);
    if (spans.has(id)) continue;
    spans.set(id, { id, name: text(span['name']), attributes: objectsIn(span['attributes']).flatMap(keyValue) });
  }
  const { durationMs } = value;
  return [
    {
      // Leading zeros are left out there.
      id: value['traceID'].toLowerCase().padStart(32, '0'),
      name: text(value['rootTraceName']),
      service: text(value['rootServiceName']),
      start: parseInstant(value['startTimeUnixNano']) ?? 0n,
      duration: durationFromMilliseconds(durationMs),
      spans: [...spans.values()],
    },
  ];
}

function keyValue(value: Record<string, unknown>): KeyValue[] {
  const { key, value: own } = value;
  return typeof key === 'string' && isObject(own) ? [{ key, value: own as AnyValue }] : [];
}

/** Converts a found trace to a list entry. Only its root span is known; status and request are read from it as the family does. */
function listedTrace({ id, name, service, start, duration = 0n, spans }: FoundTrace): ListedRun {
  const root = spans.find(({ attributes }) => isRoot(attributes));
  const end = start + duration;
  const attributes = root?.attributes.map(({ key, value }) => ({ key: key.replace(/^span\./, ''), value })) ?? [];
  const line = otlpRequestBody([
    {
      traceId: id,
      spanId: root?.id || '1'.padStart(16, '0'),
      parentSpanId: '',
      name: name || root?.name || '',
      kind: 'internal',
      start: String(start),
      end: String(end),
      statusCode: attributeText(attributes, 'status') ?? 'unset',
      statusMessage: attributeText(attributes, 'statusMessage') ?? '',
      attributes: attributes.filter(({ key }) => key !== 'status' && key !== 'statusMessage'),
      events: [],
      links: [],
      resource: [{ key: 'service.name', value: { stringValue: service } }],
      scopeName: '',
      scopeVersion: '',
    },
  ]);
  const summary = runsInLines([line])[0]?.summary;
  return {
    id,
    family: 'otlp',
    title: summary?.title ?? shortLine(name) ?? id,
    status: root && summary ? summary.status : 'unknown',
    startedAt: start,
    endedAt: end,
    agents: summary?.agents ?? [],
    ...(summary?.conversation !== undefined && { conversation: summary.conversation }),
  };
}

function isRoot(attributes: readonly KeyValue[]): boolean {
  return Number(attributeText(attributes, 'nestedSetParent') ?? 0) < 0;
}

function attributeText(attributes: readonly KeyValue[], name: string): string | undefined {
  const [own] = Object.values(attributes.find(({ key }) => key === name)?.value ?? {});
  return typeof own === 'string' || typeof own === 'number' ? String(own) : undefined;
}

/** Returns a match for the first field of a span that contains all words. */
function matchOf(run: string, { id, name, attributes }: FoundSpan, words: readonly string[]): SaidMatch[] {
  const fields: [field: string, text: string][] = [
    ['name', name],
    ...attributes.map(({ key, value }): [string, string] => {
      const [own] = Object.values(value);
      return [key.replace(/^span\./, ''), typeof own === 'string' ? own : ''];
    }),
  ];
  const hit = fields.find(([, said]) => hasAllWords(said, words));
  if (!hit) return [];
  const [field, said] = hit;
  const title = name || attributeText(attributes, 'name') || '';
  return [foundMatch({ run, family: 'otlp', step: id, title, field }, said, words)];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns how Tempo applies a term of the filter. */
function tempoPushes({ name, operator, value, isNot }: QueryTerm): Pushed {
  // A condition asks for a span that meets it; TraceQL can't ask that no span does.
  if (isNot) return undefined;
  if (operator === '' || !KEYS.has(name)) return operator === '' || name === '' ? 'all' : undefined;
  if (name === 'status') return 'failed'.startsWith(value) || 'succeeded'.startsWith(value) ? 'some' : undefined;
  if (name === 'id') return TRACE_ID.test(value) ? 'some' : undefined;
  return 'all';
}

const KEYS: ReadonlySet<string> = new Set(['id', 'agent', 'tool', 'status']);
const TRACE_ID = /^[0-9a-f]{32}$/;

/** Returns the query for the root spans of all matching traces, with the attributes that the list needs. */
export function listQuery(terms: readonly QueryTerm[]): string {
  const spansets = terms.map(term => `{ ${condition(term)} }`);
  const select = ['nestedSetParent', 'name', 'status', 'statusMessage', ...LISTED.map(spanAttribute)];
  return `${[...spansets, `{ ${ROOT} }`].join(' && ')} | select(${select.join(', ')})`;
}

const ROOT = 'nestedSetParent < 0';

/** The attributes of a root span that the list needs. */
const LISTED = [
  ...['gen_ai.operation.name', 'openinference.span.kind', 'traceloop.span.kind', 'ai.operationId'],
  ...AGENT_ATTRIBUTES,
  ...['gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt', 'input.value', 'traceloop.entity.input', 'input'],
  ...OUTCOME_ATTRIBUTES,
  ...SPAN_CONVENTIONS.conversation,
  'error.type',
];

/** Attributes that may say that a span failed, although it ended without an error. */
const JUDGED = OUTCOME_ATTRIBUTES.map(name => `${spanAttribute(name)} != nil`).join(' || ');

function condition(term: QueryTerm): string {
  const { name, operator, value, words } = term;
  if (operator === '' || !KEYS.has(name)) return anyOf([...WORD_FIELDS, ...AGENTS, ...TOOLS], words);
  switch (name) {
    case 'status':
      return 'failed'.startsWith(value)
        ? `${ROOT} && (status = error || span.error.type != nil || ${JUDGED})`
        : `${ROOT} && status != error`;
    case 'id':
      return `trace:id = ${quoted(value)}`;
    case 'agent':
      return anyOf([...AGENTS, 'resource.service.name'], value);
    default:
      return `${anyOf(TOOLS, value)} || name =~ ${quoted(`(?is)execute_tool .*${escapeRegex(value)}.*`)}`;
  }
}

const AGENTS = AGENT_ATTRIBUTES.map(spanAttribute);
const TOOLS = SPAN_CONVENTIONS.tool.map(spanAttribute);
const WORD_FIELDS = ['name', 'statusMessage', 'resource.service.name'];

/** The fields in which words are searched: texts of spans by the conventions. */
const SAID_FIELDS = [
  ...['name', 'statusMessage'],
  ...[
    ...['gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.system_instructions', 'gen_ai.prompt'],
    ...['gen_ai.completion', 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', 'input.value', 'output.value'],
    ...['input', 'output', 'traceloop.entity.input', 'traceloop.entity.output', 'ai.prompt', 'ai.response.text'],
    ...['ai.toolCall.args', 'ai.toolCall.result', 'llm.input_messages.0.message.content'],
    ...['llm.output_messages.0.message.content', 'exception.message', 'error.message'],
  ].map(spanAttribute),
];

/** Returns the query for spans that contain all words in one field. The answer has these fields, since the query names them. */
export function searchQuery(terms: readonly QueryTerm[], words: readonly string[]): string {
  const fields = SAID_FIELDS.map(field => `(${words.map(word => `${field} =~ ${containing(word)}`).join(' && ')})`);
  const said = `{ ${fields.join(' || ')} }`;
  // The answer has the spans of the last spanset; the others only select traces.
  return [...terms.map(term => `{ ${condition(term)} }`), said].join(' && ').concat(' | select(name)');
}

function anyOf(fields: readonly string[], text: string): string {
  return fields.map(field => `${field} =~ ${containing(text)}`).join(' || ');
}

/** Returns a regular expression for texts that contain a text. It works whether or not a release anchors patterns at both ends. */
function containing(text: string): string {
  return quoted(`(?is).*${escapeRegex(text)}.*`);
}

/** Escapes a text for a regular expression of Go. */
function escapeRegex(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** Quotes a text for TraceQL. Replaces control characters and lone surrogates, which match nothing there. */
function quoted(text: string): string {
  const plain = text.replace(/[\p{Cc}\u2028\u2029]|\p{Cs}/gu, ' ');
  return `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

function spanAttribute(name: string): string {
  return `span.${name}`;
}
