import { shortLine } from '../../families/drafts/createDraft';
import { SPAN_CONVENTIONS } from '../../families/exchanges/spanAttributeNames';
import { OPERATION_ATTRIBUTES } from '../../families/otlp/span';
import { AGENT_ATTRIBUTES, OUTCOME_ATTRIBUTES } from '../../families/otlp/spanDraft';
import type { QueryTerm } from '../../features/runs/queryTerms';
import type { ListedRun } from '../../model/runSource';
import { t } from '../../shared/l10n';
import { runsInLines } from '../loadedRuns';
import { otlpRequestBody, type StoredSpan } from '../otlpRequestBody';
import { isRunId } from '../storeClient';
import type { StorePage } from '../storeFilter';
import { type ClickhouseClient, rowText, rowTime, type SqlParams, type SqlRow } from './clickhouseClient';
import { type SpanCondition, spanConditions } from './searchSpans';
import { spanOfRow } from './spanRows';
import { agentExpression, attribute, LOOKUP, SPANS, START, sqlText, type TraceTable } from './traceTable';

/**
 * Returns a page of the traces that a ClickHouse database stores, newest first. Sends two queries: the first selects the traces, the second reads
 * facts about them.
 */
export async function listTraces(
  client: ClickhouseClient,
  table: TraceTable,
  query: TraceQuery,
  signal: AbortSignal,
): Promise<StorePage> {
  const { limit } = query;
  const { found, unlisted } = await newestTraces(client, table, query, signal);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    runs: await describeTraces(client, table, page, signal),
    unlisted,
    ...(hasMore && { next: `${last.start} ${last.id}` }),
  };
}

/** A request for one page of the traces in ClickHouse: the filter, the range of time, and where the page begins. */
export interface TraceQuery {
  terms: readonly QueryTerm[];
  /** Milliseconds since 1970. */
  since: number | undefined;
  until: number | undefined;
  limit: number;
  cursor: string | undefined;
  now: number;
}

interface FoundTrace {
  id: string;
  /** Nanoseconds since 1970, with the precision of the table: the lookup table may have whole seconds. */
  start: bigint;
  end: bigint;
}

/** Returns the newest traces, plus one more than the limit if there are more. */
async function newestTraces(
  client: ClickhouseClient,
  table: TraceTable,
  { terms, since, until, limit, cursor, now }: TraceQuery,
  signal: AbortSignal,
): Promise<{ found: FoundTrace[]; unlisted: number }> {
  const params: Record<string, SqlParams[string]> = { ...table.params, most: limit + 1 };
  const conditions = spanConditions(terms, table, params);
  const after = cursorOf(cursor);
  if (cursor !== undefined && !after) throw client.error(t`the list has changed; list the runs again.`);
  if (after) Object.assign(params, { afterStart: after.start, afterId: after.id });
  const top = Math.min(until ?? Infinity, after ? Number(BigInt(after.start) / 1_000_000n) + 1001 : Infinity);
  const bottoms =
    since === undefined ? windowsBefore(Math.min(top, now), terms.length === 0 ? [1, 30] : [7], table) : [since];
  let found: FoundTrace[] = [];
  let unlisted = 0;
  for (const bottom of bottoms) {
    const range = { bottom, top: top === Infinity ? undefined : top };
    const rows = await client.all(
      tracesQuery(table, conditions, { ...range, hasCursor: after !== undefined }),
      { ...params, ...rangeParams(range) },
      signal,
    );
    found = rows.flatMap(foundTrace);
    unlisted = rows.length - found.length;
    if (rows.length > limit) break;
  }
  return { found, unlisted };
}

function foundTrace(row: SqlRow): FoundTrace[] {
  const [id, start, end] = [rowText(row['id']), rowTime(row['start']), rowTime(row['end'])];
  return !isRunId(id) || start === undefined || end === undefined ? [] : [{ id, start, end }];
}

const DAY = 86_400_000;

/** Returns the starts of the time ranges to search one after the other, newest first, since a store may have years of data. */
function windowsBefore(newest: number, days: readonly number[], { oldest }: TraceTable): (number | undefined)[] {
  return [...days.map(count => newest - count * DAY).filter(bottom => bottom > oldest), undefined];
}

interface TimeRange {
  bottom: number | undefined;
  top: number | undefined;
}

function rangeParams({ bottom, top }: TimeRange): Record<string, bigint> {
  const nano = (milliseconds: number) => BigInt(Math.round(milliseconds)) * 1_000_000n;
  return {
    ...(bottom !== undefined && { bottom: nano(bottom), low: nano(bottom - DAY) }),
    ...(top !== undefined && { top: nano(top), high: nano(top + DAY) }),
  };
}

/**
 * Returns the query for traces with their times. The first span of a trace may be up to a day older than its other spans, so the query
 * reads rows from a day before the wanted traces.
 */
function tracesQuery(
  table: TraceTable,
  conditions: readonly SpanCondition[],
  { bottom, top, hasCursor }: TimeRange & { hasCursor: boolean },
): string {
  const { hasLookup } = table;
  const from = hasLookup ? 'Start' : 'Timestamp';
  const [start, end] = hasLookup ? ['min(Start)', 'max(End)'] : ['min(Timestamp)', 'max(Timestamp)'];
  const nano = (time: string) => `toUnixTimestamp64Nano(toDateTime64(${time}, 9, 'UTC'))`;
  const within = [
    ...(bottom === undefined ? [] : [`${from} >= fromUnixTimestamp64Nano({low:Int64}, 'UTC')`]),
    ...(top === undefined ? [] : [`${from} < fromUnixTimestamp64Nano({high:Int64}, 'UTC')`]),
  ];
  const spansWithin = within.map(one => one.replace(/^Start/, 'Timestamp'));
  const ofSpans = conditions.filter(({ isOfTrace }) => !isOfTrace);
  const [required, excluded] = [false, true].map(isNot =>
    ofSpans.filter(one => one.isNot === isNot).map(({ sql }) => sql),
  );
  const where = [
    "TraceId != ''",
    ...within,
    ...conditions.filter(({ isOfTrace }) => isOfTrace).map(({ sql, isNot }) => (isNot ? `NOT (${sql})` : sql)),
    ...(required?.length ? [`TraceId IN ${tracesWith(required, 'AND', spansWithin)}`] : []),
    ...(excluded?.length ? [`TraceId NOT IN ${tracesWith(excluded, 'OR', spansWithin)}`] : []),
  ];
  const having = [
    ...(bottom === undefined ? [] : ['started >= {bottom:Int64}']),
    ...(top === undefined ? [] : ['started < {top:Int64}']),
    ...(hasCursor
      ? ['(started < {afterStart:Int64} OR (started = {afterStart:Int64} AND id < {afterId:String}))']
      : []),
  ];
  return `SELECT TraceId AS id, ${nano(start)} AS started, toString(started) AS start, toString(${nano(end)}) AS end
FROM ${hasLookup ? LOOKUP : SPANS}
WHERE ${where.join('\n  AND ')}
GROUP BY TraceId
${having.length === 0 ? '' : `HAVING ${having.join(' AND ')}\n`}ORDER BY started DESC, id DESC
LIMIT {most:UInt32}`;
}

/**
 * Returns the query for traces that fulfil all conditions, or one of them. A trace fulfils a condition if one of its spans does. Takes one
 * pass.
 */
function tracesWith(conditions: readonly string[], all: 'AND' | 'OR', within: readonly string[]): string {
  const some = `(${conditions.join('\n    OR ')})`;
  const each =
    conditions.length > 1 && all === 'AND'
      ? ` GROUP BY TraceId HAVING ${conditions.map(one => `max(${one})`).join(' AND ')}`
      : '';
  return `(SELECT TraceId FROM ${SPANS} WHERE ${[...within, some].join(' AND ')}${each})`;
}

function cursorOf(cursor: string | undefined): { start: string; id: string } | undefined {
  const [, start, id] = /^(\d{1,19}) (.{1,200})$/s.exec(cursor ?? '') ?? [];
  return start === undefined || id === undefined ? undefined : { start, id };
}

/** Returns the list entries of some traces: counts of all spans, and other facts from the root spans, as the family reads them. */
async function describeTraces(
  client: ClickhouseClient,
  table: TraceTable,
  traces: readonly FoundTrace[],
  signal: AbortSignal,
): Promise<ListedRun[]> {
  if (traces.length === 0) return [];
  const params = {
    ...table.params,
    ids: `[${traces.map(({ id }) => sqlText(id)).join(',')}]`,
    from: traces.map(({ start }) => start).reduce((one, other) => (other < one ? other : one)),
    // Times of a lookup table may be whole seconds.
    to: traces.map(({ end }) => end).reduce((one, other) => (other > one ? other : one)) + 1_000_000_000n,
  };
  const rows = await client.all(describeQuery(table), params, signal);
  const byId = new Map(rows.map(row => [rowText(row['id']), row]));
  return traces.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [listedRun(id, row, table)] : [];
  });
}

/** Returns the query for the counts of all spans, the root spans, and the first other span with the request, with its attributes. */
function describeQuery(table: TraceTable): string {
  const agent = agentExpression(table);
  const length = 'if(toInt64(Duration) < 0, 0, toInt64(Duration))';
  const asked = SPAN_CONVENTIONS.input.map(name => `${attribute(table, name)} != ''`).join(' OR ');
  const span = `[SpanId, ParentSpanId, SpanName, StatusCode, StatusMessage, toString(${START}), toString(Duration), ServiceName, ${rootAttributes(table)}]`;
  return `SELECT TraceId AS id, toString(count()) AS steps, toString(min(${START})) AS start,
  toString(max(${START} + ${length})) AS end, argMin(SpanName, Timestamp) AS first,
  groupUniqArrayIf(100)(${agent} AS agent, agent != '') AS agents,
  groupUniqArrayIf(5)(toString(ServiceName), ServiceName != '' AND NOT startsWith(ServiceName, 'unknown_service')) AS services,
  groupArrayIf(5)(${span} AS span, ParentSpanId = '') AS roots,
  argMinIf(span, Timestamp, ParentSpanId != '' AND (${asked})) AS asked
FROM ${SPANS}
WHERE TraceId IN {ids:Array(String)}
  AND Timestamp >= fromUnixTimestamp64Nano({from:Int64}, 'UTC')
  AND Timestamp <= fromUnixTimestamp64Nano({to:Int64}, 'UTC')
GROUP BY TraceId`;
}

const ROOT_ATTRIBUTES = [
  ...SPAN_CONVENTIONS.input,
  ...OPERATION_ATTRIBUTES,
  ...AGENT_ATTRIBUTES,
  ...OUTCOME_ATTRIBUTES,
  ...SPAN_CONVENTIONS.conversation,
  'error.type',
  'error.message',
  'exception.message',
];

function rootAttributes(table: TraceTable): string {
  if (!table.hasJsonAttributes) {
    const lists = SPAN_CONVENTIONS.input.map(name => `startsWith(key, ${sqlText(`${name}.0.`)})`);
    const names = ROOT_ATTRIBUTES.map(sqlText).join(', ');
    return `toJSONString(mapFilter((key, value) -> length(value) <= ${LONGEST_VALUE} AND (key IN (${names}) OR ${lists.join(' OR ')}), SpanAttributes))`;
  }
  const pairs = ROOT_ATTRIBUTES.map(name => {
    const value = attribute(table, name);
    return `${sqlText(name)}, if(length(${value}) <= ${LONGEST_VALUE}, ${value}, '')`;
  });
  return `toJSONString(mapFilter((key, value) -> value != '', map(${pairs.join(', ')})))`;
}

const LONGEST_VALUE = 10_000;

function listedRun(id: string, row: SqlRow, table: TraceTable): ListedRun {
  const roots = spansIn(row['roots'], id, table);
  const asked = spansIn([row['asked']], id, table);
  const line = otlpRequestBody([...roots, ...asked]);
  const summary = roots.length + asked.length === 0 ? undefined : runsInLines([line])[0]?.summary;
  const named = texts(row['agents']).flatMap(name => shortLine(name) ?? []);
  const services = texts(row['services']).flatMap(name => shortLine(name) ?? []);
  // A service stands in if the root names no agent.
  const inherited = summary?.agents.filter(agent => !named.includes(agent)) ?? (named.length === 0 ? services : []);
  const [startedAt, endedAt] = [rowTime(row['start']), rowTime(row['end'])];
  const steps = Number(rowText(row['steps']) || 0);
  return {
    id,
    family: 'otlp',
    title: summary?.title ?? shortLine(row['first']) ?? id,
    // Only the root tells the status.
    status: roots.length > 0 && summary ? summary.status : 'unknown',
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    agents: [...inherited, ...named],
    ...(summary?.conversation !== undefined && { conversation: summary.conversation }),
    ...(Number.isSafeInteger(steps) && steps > 0 && { steps }),
  };
}

function spansIn(lists: unknown, traceId: string, table: TraceTable): StoredSpan[] {
  return (Array.isArray(lists) ? lists : []).flatMap(list => {
    const [spanId, parentSpanId, name, statusCode, statusMessage, start, duration, service, attributes] = texts(list);
    if (attributes === undefined) return [];
    const resource = JSON.stringify({ 'service.name': service });
    const row = {
      traceId,
      spanId,
      parentSpanId,
      name,
      statusCode,
      statusMessage,
      start,
      duration,
      attributes,
      resource,
    };
    return [spanOfRow(row, { ...table, hasJsonAttributes: false, hasJsonResource: false })];
  });
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}
