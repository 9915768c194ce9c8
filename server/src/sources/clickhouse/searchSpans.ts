import type { SaidMatch, SaidPage, SaidQuery } from '../../model/runSource';
import { containedWords } from '../containedWords';
import type { FilterPlan } from '../filter/planFilter';
import { foundMatch } from '../foundMatch';
import { isRunId } from '../storeClient';
import type { ClickhouseClient, SqlParams, SqlRow } from './clickhouseClient';
import { spanConditions } from './filterConditions';
import { rowText } from './rowValues';
import { SPANS, START, type TraceTable } from './traceTable';

interface SearchOptions {
  query: SaidQuery;
  plan: FilterPlan;
  now: number;
  maxRuns: number;
}

/** A page of the spans that contain all words in one of their texts, the newest first. Of a text, only a piece is transferred. */
export async function searchSpans(
  client: ClickhouseClient,
  table: TraceTable,
  { query, plan, now, maxRuns }: SearchOptions,
  signal: AbortSignal,
): Promise<SaidPage> {
  const words = containedWords(query.words);
  if (words.length === 0) return { matches: [] };
  const { since, until, pushed, notApplied } = plan;
  const limit = Math.min(query.limit, maxRuns);
  const params: Record<string, SqlParams[string]> = { ...table.params, most: limit + 1 };
  for (const [index, word] of words.entries()) params[`word${index}`] = word;
  const traces = spanConditions(pushed, table, params).map(({ sql, isNot, isOfTrace }) =>
    isOfTrace
      ? `${isNot ? 'NOT ' : ''}(${sql})`
      : `TraceId ${isNot ? 'NOT IN' : 'IN'} (SELECT TraceId FROM ${SPANS} WHERE ${sql})`,
  );
  const [, afterStart, afterSpan] = /^(\d{1,19}) (.{0,200})$/s.exec(query.cursor ?? '') ?? [];
  if (afterStart !== undefined) Object.assign(params, { afterStart, afterSpan });
  const nano = (milliseconds: number) => BigInt(Math.round(milliseconds)) * 1_000_000n;
  if (until !== undefined) params['top'] = nano(until);
  const newest =
    Math.min(until ?? now, afterStart === undefined ? now : Number(BigInt(afterStart) / 1_000_000n) + 1) + 1;
  const bottoms = since === undefined ? [newest - DAY, newest - 30 * DAY, undefined] : [since];
  let rows: SqlRow[] = [];
  for (const bottom of bottoms) {
    if (bottom !== undefined) params['bottom'] = nano(bottom);
    else delete params['bottom'];
    const where = [
      ...(bottom === undefined ? [] : ["Timestamp >= fromUnixTimestamp64Nano({bottom:Int64}, 'UTC')"]),
      ...(until === undefined ? [] : ["Timestamp < fromUnixTimestamp64Nano({top:Int64}, 'UTC')"]),
      ...(afterStart === undefined
        ? []
        : [`(${START} < {afterStart:Int64} OR (${START} = {afterStart:Int64} AND SpanId < {afterSpan:String}))`]),
      ...traces,
    ];
    rows = await client.all(searchQuery(table, words.length, where), params, signal);
    if (rows.length > limit) break;
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const applied = plan.after === '' ? [] : plan.appliedAfter;
  return {
    matches: page.map(row => matchOf(row, words)).filter(({ run }) => isRunId(run)),
    ...(rows.length > limit && last && { next: `${rowText(last['start'])} ${rowText(last['span'])}` }),
    // A place where words are is no run: what takes a run's steps is not applied to it.
    ...(notApplied.length + applied.length > 0 && { notApplied: [...notApplied, ...applied] }),
  };
}

const DAY = 86_400_000;
/** Of a text that contains the words, so much before and behind the first one. */
const BEFORE = 80;
const LENGTH = 320;

function searchQuery(table: TraceTable, count: number, where: readonly string[]): string {
  const words = Array.from({ length: count }, (_, index) => `{word${index}:String}`);
  const hasAll = (text: string) => words.map(word => `positionCaseInsensitiveUTF8(${text}, ${word}) > 0`).join(' AND ');
  const place = `arrayMin([${words.map(word => `positionCaseInsensitiveUTF8(hit.2, ${word})`).join(', ')}])`;
  return `SELECT TraceId AS trace, SpanId AS span, SpanName AS name, toString(${START}) AS start,
  arrayFirst(one -> ${hasAll('one.2')}, ${textsOf(table)}) AS hit,
  hit.1 AS field,
  substringUTF8(hit.2, greatest(1, toInt64(${place}) - ${BEFORE}), ${LENGTH}) AS text
FROM ${SPANS}
WHERE ${[...where, `arrayExists(one -> ${hasAll('one.2')}, ${textsOf(table)})`].join('\n  AND ')}
ORDER BY Timestamp DESC, SpanId DESC
LIMIT {most:UInt32}`;
}

/** The texts of a span with the names of their fields: attributes in JSON are one text, since its paths are not known. */
function textsOf({ hasJsonAttributes, hasJsonEvents }: TraceTable): string {
  const pair = (field: string, text: string) => `(toString(${field}), toString(${text}))`;
  const ofMap = (map: string) => `arrayZip(arrayMap(key -> toString(key), mapKeys(${map})), mapValues(${map}))`;
  const own = `[${pair("'name'", 'SpanName')}, ${pair("'status.message'", 'StatusMessage')}]`;
  const attributes = hasJsonAttributes
    ? `[${pair("'attributes'", 'toJSONString(SpanAttributes)')}]`
    : ofMap('SpanAttributes');
  const events = hasJsonEvents
    ? `arrayMap((event, name) -> ${pair("concat('event ', name)", 'toJSONString(event)')}, \`Events.Attributes\`, \`Events.Name\`)`
    : `arrayFlatten(arrayMap(event -> ${ofMap('event')}, \`Events.Attributes\`))`;
  return `arrayConcat(${own}, ${attributes}, ${events})`;
}

function matchOf(row: SqlRow, words: readonly string[]): SaidMatch {
  const [run, step, title, field, text] = ['trace', 'span', 'name', 'field', 'text'].map(name =>
    rowText(row[name]),
  ) as [...[string, string, string, string, string]];
  return foundMatch({ run, family: 'otlp', step, title, field }, text, words);
}
