import { SPAN_CONVENTIONS } from '../../families/exchanges/spanConventions';
import { AGENT_ATTRIBUTES } from '../../families/otlp/spanDraft';
import type { QueryTerm } from '../../features/runs/filter/queryTerms';
import type { Pushed } from '../filter/planFilter';
import type { SqlParams } from './clickhouseClient';
import { failedExpression, kindExpression, toolExpression } from './spanExpressions';
import { attribute, sqlText, type TraceTable } from './traceTable';

/** How ClickHouse applies a term of the filter. */
export function clickhousePushes({ name, operator, value, isNot }: QueryTerm): Pushed {
  if (operator === '' || !KEYS.has(name)) return operator === '' || name === '' ? 'all' : undefined;
  if (name === 'status') return isNot || !'failed'.startsWith(value) ? undefined : 'some';
  // A service stands in for an agent where none is named.
  if (name === 'agent') return isNot ? undefined : 'some';
  return 'all';
}

const KEYS: ReadonlySet<string> = new Set(['id', 'agent', 'tool', 'kind', 'status']);

/** The keys of the filter that it applies. */
export const CLICKHOUSE_KEYS = [...KEYS];

/** A condition on spans: a trace matches if one of its spans does, or, if negated, none. */
export interface SpanCondition {
  sql: string;
  isNot: boolean;
  /** It is about the trace's id alone. */
  isOfTrace: boolean;
}

/** Translates terms into conditions. The values are parameters, and added to `params`. */
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
      // What is cheap to tell comes first: most spans need no more.
      return `((${attributesContain(table, tool, contains)} OR ${contains('SpanName')}) AND ${contains(toolExpression(table))})`;
    case 'kind':
      return contains(kindExpression(table));
    default: {
      const own = [...COLUMNS.map(contains), attributesContain(table, [...AGENTS, ...tool], contains)];
      // What a run was asked is its title.
      return `(${own.join(' OR ')} OR (ParentSpanId = '' AND ${attributesContain(table, input, contains)}))`;
    }
  }
}

type Contains = (text: string) => string;

/** The texts of a span in which the filter looks for words, besides attributes. */
const COLUMNS = ['SpanName', 'StatusMessage', 'ServiceName', 'TraceId', 'SpanId'];
const AGENTS = [...AGENT_ATTRIBUTES, 'metadata'];

/** Whether one of some attributes contains a text; of a map, it is read once. */
function attributesContain(table: TraceTable, names: readonly string[], contains: Contains): string {
  if (table.hasJsonAttributes) return `(${names.map(name => contains(attribute(table, name))).join(' OR ')})`;
  const isNamed = `key IN (${names.map(sqlText).join(', ')})`;
  return `arrayExists((key, value) -> ${isNamed} AND ${contains('value')}, mapKeys(SpanAttributes), mapValues(SpanAttributes))`;
}
