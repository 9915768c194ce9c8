import { SPAN_CONVENTIONS } from '../../families/exchanges/spanConventions';
import type { QueryTerm } from '../../features/runs/filter/queryTerms';
import type { Pushed } from '../filter/planFilter';
import type { SqlParams } from './clickhouseClient';
import { agentExpression, failedExpression, kindExpression, toolExpression } from './spanExpressions';
import { attribute, type TraceTable } from './traceTable';

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

function conditionOf(key: string, table: TraceTable, contains: (text: string) => string): string {
  switch (key) {
    case 'status':
      return `(ParentSpanId = '' AND ${failedExpression(table)})`;
    case 'agent':
      return `(${contains(agentExpression(table))} OR ${contains('ServiceName')})`;
    case 'tool':
      return contains(toolExpression(table));
    case 'kind':
      return contains(kindExpression(table));
    default:
      return `(${wordTexts(table).map(contains).join(' OR ')})`;
  }
}

/** The texts in which the filter looks for words: names, ids, failures, and what the run was asked, which is its title. */
function wordTexts(table: TraceTable): string[] {
  const asked = SPAN_CONVENTIONS.input.map(name => attribute(table, name));
  const tools = SPAN_CONVENTIONS.tool.map(name => attribute(table, name));
  return [
    ...['SpanName', 'StatusMessage', 'ServiceName', 'TraceId', 'SpanId'],
    agentExpression(table),
    `if(ParentSpanId = '', concat(${asked.join(", ' ', ")}), '')`,
    `concat(${tools.join(", ' ', ")})`,
  ];
}
