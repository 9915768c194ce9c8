import { SPAN_CONVENTIONS } from '../../families/exchanges/spanAttributeNames';
import {
  OPERATION_ATTRIBUTES,
  OPERATION_WORDS,
  TOOL_NAME_ATTRIBUTES,
  VERCEL_OPERATIONS,
} from '../../families/otlp/span';
import { AGENT_ATTRIBUTES, OUTCOME_ATTRIBUTES } from '../../families/otlp/spanDraft';
import { t } from '../../shared/l10n';
import type { StoreConfig } from '../storeConfig';
import { type ClickhouseClient, rowText, rowTime } from './clickhouseClient';

/** The tables in ClickHouse that hold trace spans, with the facts that queries depend on. The exporter of the OpenTelemetry collector writes them. */
export interface TraceTable {
  /** The parameters of every query, which name the tables. */
  params: { database: string; table: string; lookup: string };
  /** Whether the attributes of spans are a column of type JSON; otherwise a map of texts. */
  hasJsonAttributes: boolean;
  hasJsonResource: boolean;
  hasJsonEvents: boolean;
  hasJsonLinks: boolean;
  hasScope: boolean;
  /** There is a lookup table with the time of each trace. */
  hasLookup: boolean;
  /** The start of the oldest span, in milliseconds since 1970. Ranges that begin earlier are searched by one query. */
  oldest: number;
}

/** Looks up the columns of the tables. Rejects if the table is missing, or has no spans. */
export async function traceTable(
  client: ClickhouseClient,
  { database, table }: StoreConfig,
  signal: AbortSignal,
): Promise<TraceTable> {
  const params = { database, table, lookup: `${table}_trace_id_ts` };
  const found = await client.all(COLUMNS, params, signal);
  if (!found.every(row => typeof row['table'] === 'string' && typeof row['name'] === 'string')) {
    throw client.wrongAnswer();
  }
  const types = new Map(found.map(row => [`${rowText(row['table'])} ${rowText(row['name'])}`, rowText(row['type'])]));
  const typeOf = (column: string) => types.get(`${table} ${column}`);
  if (types.size === 0 || typeOf('TraceId') === undefined) {
    throw client.error(
      t`ClickHouse has no table ${database}.${table} that this user may read; correct "database" and "table", or grant SELECT on it.`,
    );
  }
  const missing = NEEDED.find(column => typeOf(column) === undefined);
  if (missing !== undefined) {
    throw client.error(
      t`the table ${database}.${table} has no column ${missing}; "table" must be one that the OpenTelemetry collector writes.`,
    );
  }
  // Known from the partitions: reads no row.
  const [times] = await client.all(
    `SELECT toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldest FROM ${SPANS}`,
    params,
    signal,
  );
  const isJson = (column: string) => /\b(?:JSON|Object)\b/.test(typeOf(column) ?? '');
  return {
    params,
    hasJsonAttributes: isJson('SpanAttributes'),
    hasJsonResource: isJson('ResourceAttributes'),
    hasJsonEvents: isJson('Events.Attributes'),
    hasJsonLinks: isJson('Links.Attributes'),
    hasScope: typeOf('ScopeName') !== undefined && typeOf('ScopeVersion') !== undefined,
    oldest: Number((rowTime(times?.['oldest']) ?? 0n) / 1_000_000n),
    hasLookup: types.has(`${params.lookup} Start`) && types.has(`${params.lookup} TraceId`),
  };
}

const COLUMNS = `SELECT table, name, type FROM system.columns
WHERE database = {database:String} AND table IN ({table:String}, {lookup:String})`;

const NEEDED = [
  ...['Timestamp', 'TraceId', 'SpanId', 'ParentSpanId', 'SpanName', 'SpanKind', 'ServiceName', 'ResourceAttributes'],
  ...['SpanAttributes', 'Duration', 'StatusCode', 'StatusMessage', 'Events.Timestamp', 'Events.Name'],
  ...['Events.Attributes'],
];

/** The table names for FROM. */
export const SPANS = '{database:Identifier}.{table:Identifier}';
export const LOOKUP = '{database:Identifier}.{lookup:Identifier}';

/** SQL for the start of a span in nanoseconds since 1970. */
export const START = 'toUnixTimestamp64Nano(Timestamp)';

/** Quotes a constant of this code as an SQL literal. Text of users or servers must be passed as parameters. */
export function sqlText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** SQL for an attribute of a span as text; empty if the span doesn't have it. */
export function attribute({ hasJsonAttributes }: TraceTable, name: string): string {
  if (!hasJsonAttributes) return `SpanAttributes[${sqlText(name)}]`;
  const path = name.split('.').map(step => `\`${step}\``);
  return `ifNull(toString(SpanAttributes.${path.join('.')}), '')`;
}

/** SQL for the first text that is not empty; empty if all are. Contains each expression once: queries stay short. */
export function firstText(texts: readonly string[]): string {
  return `arrayFirst(one -> one != '', [${texts.join(', ')}])`;
}

/** SQL for the attributes of a span as the text of a JSON object. */
export const ATTRIBUTES_JSON = 'toJSONString(SpanAttributes)';

/** SQL for the agent that a span names, as `families/otlp` reads it; empty if it names none. Inherited agents don't count. */
export function agentExpression(table: TraceTable): string {
  const node = `extract(${attribute(table, 'metadata')}, '"langgraph_node"\\\\s*:\\\\s*"([^"\\\\\\\\]{1,200})"')`;
  return firstText([...AGENT_ATTRIBUTES.map(name => attribute(table, name)), node]);
}

/** SQL for the kind of a span, `otlp/span:tool`, as `families/otlp` reads it. */
export function kindExpression(table: TraceTable): string {
  return `arrayMap(word -> if(word = '', 'otlp/span', concat('otlp/span:', word)), [${operationExpression(table)}])[1]`;
}

/** SQL for the tool that a span calls; empty for any other span. */
export function toolExpression(table: TraceTable): string {
  const named = SPAN_CONVENTIONS.tool.map(name => attribute(table, name));
  const name = firstText([...named, "replaceRegexpOne(SpanName, '^execute_tool ', '')"]);
  return `if(${operationExpression(table)} = 'tool', ${name}, '')`;
}

/** SQL for whether a span says that it failed, or is judged, which may mean the same. */
export function failedExpression(table: TraceTable): string {
  const type = table.hasJsonAttributes
    ? `${attribute(table, 'error.type')} != ''`
    : "mapContains(SpanAttributes, 'error.type')";
  const judged = OUTCOME_ATTRIBUTES.map(name => `${attribute(table, name)} != ''`);
  return `(StatusCode IN ('Error', 'STATUS_CODE_ERROR') OR ${[type, ...judged].join(' OR ')})`;
}

function operationExpression(table: TraceTable): string {
  const words = OPERATION_ATTRIBUTES.map(name => attribute(table, name));
  const isTool = TOOL_NAME_ATTRIBUTES.map(name => `${attribute(table, name)} != ''`).join(' OR ');
  const first = translated("splitByChar(' ', substring(SpanName, 1, 30))[1]", OPERATION_WORDS, "''");
  const told = `arrayMap(word -> ${wordExpression('word')}, arrayMap(said -> lower(said), [${words.join(', ')}]))`;
  return `arrayFirst(one -> one != '', arrayConcat(${told}, [if(${isTool}, 'tool', ''), ${first}]))`;
}

function wordExpression(word: string): string {
  const isWord = `match(${word}, '^[a-z][a-z0-9_-]{0,29}$') AND ${word} != 'unknown'`;
  const own = `if(${isWord}, ${translated(word, OPERATION_WORDS, word)}, '')`;
  return `if(startsWith(${word}, 'ai.'), ${translated(word, VERCEL_OPERATIONS, "''")}, ${own})`;
}

function translated(text: string, words: ReadonlyMap<string, string>, otherwise: string): string {
  const list = (texts: Iterable<string>) => `[${[...texts].map(sqlText).join(', ')}]`;
  return `transform(${text}, ${list(words.keys())}, ${list(words.values())}, ${otherwise})`;
}
