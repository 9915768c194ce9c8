import { otlpRequest, type StoredSpan } from '../otlpRequest';
import type { ClickhouseClient, SqlParams } from './clickhouseClient';
import { rowText, rowTime } from './rowValues';
import { spanColumns, spanOfRow } from './spanRows';
import { LOOKUP, SPANS, START, type TraceTable } from './traceTable';

/** The spans of a trace in pages, each a request of OTLP on one line. */
export async function* loadTrace(
  client: ClickhouseClient,
  table: TraceTable,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const params: Record<string, SqlParams[string]> = { ...table.params, id, most: SPANS_A_PAGE };
  if (table.hasLookup) {
    const [times] = await client.all(TIMES, params, signal);
    // Not every insert need have reached the lookup table: without a time, all days are searched.
    const [from, to] = [rowTime(times?.['from']), rowTime(times?.['to'])];
    if (from !== undefined && from !== 0n && to !== undefined) Object.assign(params, { from, to });
  }
  let left = client.maxBytes;
  let last: StoredSpan | undefined;
  for (;;) {
    if (last) Object.assign(params, { afterStart: last.start, afterSpan: last.spanId });
    const query = pageQuery(table, { isTimed: Object.hasOwn(params, 'from'), hasCursor: last !== undefined });
    let spans: StoredSpan[] = [];
    let size = 0;
    let count = 0;
    for await (const row of client.rows(query, params, signal, left)) {
      const span = spanOfRow(row, table);
      const length = SPAN_LENGTH + rowText(row['attributes']).length + eventsLength(row['eventAttributes']);
      // A line stays small enough to be read at once.
      if (size + length > LONGEST_LINE && spans.length > 0) {
        yield otlpRequest(spans);
        spans = [];
        size = 0;
      }
      spans.push(span);
      size += length;
      left -= length;
      count++;
      last = span;
    }
    if (spans.length > 0) yield otlpRequest(spans);
    if (count < SPANS_A_PAGE) return;
    if (left <= 0) {
      throw client.error(`run ${id} is larger than ${client.maxBytes / 1e6} MB; raise "maxMegabytes" to load it.`);
    }
  }
}

/** Most runs are one page: their spans are then read together, as from the file of an exporter. */
const SPANS_A_PAGE = 2000;
const LONGEST_LINE = 8_000_000;
/** What any span takes: without it, one without attributes would take nothing, and their number would have no limit. */
const SPAN_LENGTH = 200;

function eventsLength(attributes: unknown): number {
  return Array.isArray(attributes) ? attributes.reduce((sum: number, one) => sum + rowText(one).length, 0) : 0;
}

const TIMES = `SELECT toString(toUnixTimestamp64Nano(toDateTime64(min(Start), 9, 'UTC'))) AS from,
  toString(toUnixTimestamp64Nano(toDateTime64(max(End), 9, 'UTC')) + 1000000000) AS to
FROM ${LOOKUP}
WHERE TraceId = {id:String}`;

function pageQuery(table: TraceTable, { isTimed, hasCursor }: { isTimed: boolean; hasCursor: boolean }): string {
  const where = [
    'TraceId = {id:String}',
    ...(isTimed
      ? [
          "Timestamp >= fromUnixTimestamp64Nano({from:Int64}, 'UTC')",
          "Timestamp <= fromUnixTimestamp64Nano({to:Int64}, 'UTC')",
        ]
      : []),
    ...(hasCursor ? [`(${START}, SpanId) > ({afterStart:Int64}, {afterSpan:String})`] : []),
  ];
  return `SELECT ${spanColumns(table)}
FROM ${SPANS}
WHERE ${where.join(' AND ')}
ORDER BY Timestamp, SpanId
LIMIT {most:UInt32}`;
}
