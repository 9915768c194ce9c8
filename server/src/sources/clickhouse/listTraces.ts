import { SPAN_CONVENTIONS } from '../../families/exchanges/spanConventions';
import { AGENT_ATTRIBUTES } from '../../families/otlp/spanDraft';
import { OPERATION_ATTRIBUTES } from '../../families/otlp/spanKind';
import type { QueryTerm } from '../../features/runs/filter/queryTerms';
import type { RunSummary } from '../../model/run';
import type { ListedRun } from '../../model/runSource';
import type { StorePage } from '../filter/filteredPage';
import { otlpRequest } from '../otlpRequest';
import { runsInLines } from '../runsInLines';
import type { ClickhouseClient, SqlParams, SqlRow } from './clickhouseClient';
import { type SpanCondition, spanConditions } from './filterConditions';
import { agentExpression } from './spanExpressions';
import { spanColumns, spanOfRow } from './spanRows';
import { attribute, LOOKUP, SPANS, START, sqlText, type TraceTable } from './traceTable';

export interface TraceQuery {
  terms: readonly QueryTerm[];
  /** Milliseconds since 1970. */
  since: number | undefined;
  until: number | undefined;
  limit: number;
  cursor: string | undefined;
  now: number;
}

/** A page of traces, the newest first: which ones, then what is known of these. */
export async function listTraces(
  client: ClickhouseClient,
  table: TraceTable,
  query: TraceQuery,
  signal: AbortSignal,
): Promise<StorePage> {
  const { limit } = query;
  const found = await newestTraces(client, table, query, signal);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    runs: await describeTraces(client, table, page, signal),
    ...(hasMore && { next: `${last.start} ${last.id}` }),
  };
}

interface FoundTrace {
  id: string;
  /** Nanoseconds since 1970, in digits; as exact as the table that it is from. */
  start: string;
  end: string;
}

/** One trace more than the limit, if there are more. */
async function newestTraces(
  client: ClickhouseClient,
  table: TraceTable,
  { terms, since, until, limit, cursor, now }: TraceQuery,
  signal: AbortSignal,
): Promise<FoundTrace[]> {
  const params: Record<string, SqlParams[string]> = { ...table.params, most: limit + 1 };
  const conditions = spanConditions(terms, table, params);
  const after = cursorOf(cursor);
  if (cursor !== undefined && !after) throw client.error('the list has changed; refresh the runs.');
  if (after) Object.assign(params, { afterStart: after.start, afterId: after.id });
  const top = Math.min(until ?? Infinity, after ? Number(BigInt(after.start) / 1_000_000n) + 1001 : Infinity);
  const newest = Math.min(top, now + DAY);
  // Newer days are asked first, since a store may have years of them.
  const bottoms = since === undefined ? [newest - DAY, newest - 30 * DAY, undefined] : [since];
  let found: FoundTrace[] = [];
  for (const bottom of bottoms) {
    const range = { bottom, top: top === Infinity ? undefined : top };
    const rows = await client.all(
      tracesQuery(table, conditions, { ...range, hasCursor: after !== undefined }),
      { ...params, ...rangeParams(range) },
      signal,
    );
    found = rows.map(row => ({ id: String(row['id']), start: String(row['start']), end: String(row['end']) }));
    if (found.length > limit) break;
  }
  return found;
}

const DAY = 86_400_000;

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
 * Traces with their times. Of spans in other files of the exporter, the first may be a day older: so the rows that are read begin a day
 * before the traces that are wanted.
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
  const matching = ({ sql }: SpanCondition) =>
    `(SELECT TraceId FROM ${SPANS} WHERE ${[...spansWithin, sql].join(' AND ')})`;
  const where = [
    "TraceId != ''",
    ...within,
    ...conditions.map(condition => {
      const { sql, isNot, isOfTrace } = condition;
      if (isOfTrace) return isNot ? `NOT (${sql})` : sql;
      return `TraceId ${isNot ? 'NOT IN' : 'IN'} ${matching(condition)}`;
    }),
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

function cursorOf(cursor: string | undefined): { start: string; id: string } | undefined {
  const [, start, id] = /^(\d{1,19}) (.{1,200})$/s.exec(cursor ?? '') ?? [];
  return start === undefined || id === undefined ? undefined : { start, id };
}

/** What the list shows of some traces: counts of all spans, and the rest from the roots as the family reads them. */
async function describeTraces(
  client: ClickhouseClient,
  table: TraceTable,
  traces: readonly FoundTrace[],
  signal: AbortSignal,
): Promise<ListedRun[]> {
  if (traces.length === 0) return [];
  const starts = traces.map(({ start }) => BigInt(start));
  const ends = traces.map(({ end }) => BigInt(end));
  const params = {
    ...table.params,
    ids: `[${traces.map(({ id }) => sqlText(id)).join(',')}]`,
    from: least(starts),
    // Times of a lookup table may be whole seconds.
    to: greatest(ends) + 1_000_000_000n,
  };
  const [roots, totals] = await Promise.all([
    client.all(rootsQuery(table), params, signal),
    client.all(totalsQuery(table), params, signal),
  ]);
  const summaries = new Map<string, RunSummary | undefined>();
  for (const [id, rows] of groupById(roots)) {
    const line = otlpRequest(rows.map(row => spanOfRow(row, { ...table, hasJsonAttributes: false })));
    const summary = runsInLines([line])[0]?.summary;
    // Without its root, nobody knows how it went.
    const isWhole = rows.some(({ parentSpanId }) => parentSpanId === '');
    summaries.set(id, summary && (isWhole ? summary : { ...summary, status: 'unknown' }));
  }
  const byId = new Map(totals.map(row => [String(row['id']), row]));
  return traces.flatMap(({ id }) => {
    const total = byId.get(id);
    return total ? [listedRun(id, total, summaries.get(id))] : [];
  });
}

function groupById(rows: readonly SqlRow[]): Map<string, SqlRow[]> {
  const groups = new Map<string, SqlRow[]>();
  for (const row of rows) {
    const id = String(row['traceId']);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

const IN_PAGE = `TraceId IN {ids:Array(String)}
  AND Timestamp >= fromUnixTimestamp64Nano({from:Int64}, 'UTC')
  AND Timestamp <= fromUnixTimestamp64Nano({to:Int64}, 'UTC')`;

/** The root spans, and the first ones that tell what was asked, with the attributes that tell it; long values are left out. */
function rootsQuery(table: TraceTable): string {
  return `SELECT ${spanColumns(table, rootAttributes(table))}
FROM ${SPANS}
WHERE ${IN_PAGE} AND (ParentSpanId = '' OR ${asksSomething(table)})
ORDER BY ParentSpanId = '' DESC, Timestamp
LIMIT 5 BY TraceId`;
}

function asksSomething(table: TraceTable): string {
  const asked = SPAN_CONVENTIONS.input.map(name => `${attribute(table, name)} != ''`);
  return `(${asked.join(' OR ')})`;
}

function totalsQuery(table: TraceTable): string {
  const agent = agentExpression(table);
  const length = 'if(toInt64(Duration) < 0, 0, toInt64(Duration))';
  return `SELECT TraceId AS id, toString(count()) AS steps, toString(min(${START})) AS start,
  toString(max(${START} + ${length})) AS end, argMin(SpanName, Timestamp) AS first,
  groupUniqArrayIf(20)(${agent}, ${agent} != '') AS agents,
  groupUniqArrayIf(5)(toString(ServiceName), ServiceName != '' AND NOT startsWith(ServiceName, 'unknown_service')) AS services
FROM ${SPANS}
WHERE ${IN_PAGE}
GROUP BY TraceId`;
}

const ROOT_ATTRIBUTES = [
  ...SPAN_CONVENTIONS.input,
  ...OPERATION_ATTRIBUTES,
  ...AGENT_ATTRIBUTES,
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

function listedRun(id: string, total: SqlRow, roots: RunSummary | undefined): ListedRun {
  const named = texts(total['agents']);
  const services = texts(total['services']);
  // A service stands in where the root names no agent.
  const inherited = roots?.agents.filter(agent => !named.includes(agent)) ?? (named.length === 0 ? services : []);
  return {
    id,
    family: 'otlp',
    title: roots?.title ?? String(total['first']),
    status: roots?.status ?? 'unknown',
    startedAt: BigInt(String(total['start'])),
    endedAt: BigInt(String(total['end'])),
    agents: [...inherited, ...named],
    steps: Number(total['steps']),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}

function least(times: readonly bigint[]): bigint {
  return times.reduce((one, other) => (other < one ? other : one));
}

function greatest(times: readonly bigint[]): bigint {
  return times.reduce((one, other) => (other > one ? other : one));
}
