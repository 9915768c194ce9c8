import { SPAN_CONVENTIONS } from '../../families/exchanges/spanAttributeNames';
import { AGENT_ATTRIBUTES } from '../../families/otlp/spanDraft';
import type { QueryTerm } from '../../features/runs/queryTerms';
import type { SaidMatch, SaidPage, SaidQuery } from '../../model/runSource';
import { containedWords, foundMatch } from '../searchByLoadingRuns';
import { isRunId } from '../storeClient';
import type { FilterPlan, Pushed } from '../storeFilter';
import { type ClickhouseClient, rowText, type SqlParams, type SqlRow } from './clickhouseClient';
import {
  attribute,
  failedExpression,
  kindExpression,
  SPANS,
  START,
  sqlText,
  type TraceTable,
  toolExpression,
} from './traceTable';

interface SearchOptions {
  query: SaidQuery;
  plan: FilterPlan;
  now: number;
  maxRuns: number;
}

/**
 * Searches the traces in ClickHouse: returns a page of the spans that contain all words in one of their texts, newest first. Transfers only a
 * piece of each text.
 */
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
    // A match is no run: terms that need a run's steps are not applied.
    ...(notApplied.length + applied.length > 0 && { notApplied: [...notApplied, ...applied] }),
  };
}

const DAY = 86_400_000;
/** Characters of a text that are transferred before and after the first word. */
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

/**
 * Returns the SQL for the texts of a span with the names of their fields. Attributes in JSON are one text, since their paths are unknown.
 */
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

/** Returns how ClickHouse applies a term of the filter. */
export function clickhousePushes({ name, operator, value, isNot }: QueryTerm): Pushed {
  if (operator === '' || !KEYS.has(name)) return operator === '' || name === '' ? 'all' : undefined;
  if (name === 'status') return isNot || !'failed'.startsWith(value) ? undefined : 'some';
  // A service stands in for an agent if none is named.
  if (name === 'agent') return isNot ? undefined : 'some';
  return 'all';
}

const KEYS: ReadonlySet<string> = new Set(['id', 'agent', 'tool', 'kind', 'status']);

/** A condition on spans. A trace matches if one of its spans fulfils the condition; if the condition is negated, if none does. */
export interface SpanCondition {
  sql: string;
  isNot: boolean;
  /** The condition concerns only the trace's id. */
  isOfTrace: boolean;
}

/** Translates filter terms to conditions. Adds their values to `params`. */
export function spanConditions(
  terms: readonly QueryTerm[],
  table: TraceTable,
  params: Record<string, SqlParams[string]>,
): SpanCondition[] {
  return terms.map((term, index) => {
    const name = `term${index}`;
    const { isNot } = term;
    const key = term.operator === '' || !KEYS.has(term.name) ? 'words' : term.name;
    if (key !== 'status') params[name] = key === 'words' ? term.words : term.value;
    const contains = (text: string) => `positionCaseInsensitiveUTF8(${text}, {${name}:String}) > 0`;
    if (key === 'id') {
      const isWhole = TRACE_ID.test(term.value);
      return { sql: isWhole ? `TraceId = {${name}:String}` : contains('TraceId'), isNot, isOfTrace: true };
    }
    return { sql: conditionOf(key, table, contains), isNot, isOfTrace: false };
  });
}

const TRACE_ID = /^[0-9a-f]{32}$/;

function conditionOf(key: string, table: TraceTable, contains: Contains): string {
  const { tool, input } = SPAN_CONVENTIONS;
  switch (key) {
    case 'status':
      return `(ParentSpanId = '' AND ${failedExpression(table)})`;
    case 'agent':
      return `(${attributesContain(table, AGENTS, contains)} OR ${contains('ServiceName')})`;
    case 'tool':
      // The cheap condition comes first: most spans need no other.
      return `((${attributesContain(table, tool, contains)} OR ${contains('SpanName')}) AND ${contains(toolExpression(table))})`;
    case 'kind':
      return contains(kindExpression(table));
    default: {
      const own = [...COLUMNS.map(contains), attributesContain(table, [...AGENTS, ...tool], contains)];
      // The title of a run is the text of its request.
      return `(${own.join(' OR ')} OR (ParentSpanId = '' AND ${attributesContain(table, input, contains)}))`;
    }
  }
}

type Contains = (text: string) => string;

/** The columns that the filter searches for words in addition to attributes. */
const COLUMNS = ['SpanName', 'StatusMessage', 'ServiceName', 'TraceId', 'SpanId'];
const AGENTS = [...AGENT_ATTRIBUTES, 'metadata'];

/** Returns the condition that one of the attributes contains a text. Reads a map of attributes only once. */
function attributesContain(table: TraceTable, names: readonly string[], contains: Contains): string {
  if (table.hasJsonAttributes) return `(${names.map(name => contains(attribute(table, name))).join(' OR ')})`;
  const isNamed = `key IN (${names.map(sqlText).join(', ')})`;
  return `arrayExists((key, value) -> ${isNamed} AND ${contains('value')}, mapKeys(SpanAttributes), mapValues(SpanAttributes))`;
}
