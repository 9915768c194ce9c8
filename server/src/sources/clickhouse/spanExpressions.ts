import { SPAN_CONVENTIONS } from '../../families/exchanges/spanConventions';
import { AGENT_ATTRIBUTES } from '../../families/otlp/spanDraft';
import {
  OPERATION_ATTRIBUTES,
  OPERATION_WORDS,
  TOOL_NAME_ATTRIBUTES,
  VERCEL_OPERATIONS,
} from '../../families/otlp/spanKind';
import { attribute, firstText, sqlText, type TraceTable } from './traceTable';

/** The agent of a span, as `families/otlp` reads it: without those that it inherits. Empty if it names none. */
export function agentExpression(table: TraceTable): string {
  const node = `extract(${attribute(table, 'metadata')}, '"langgraph_node"\\\\s*:\\\\s*"([^"\\\\\\\\]{1,200})"')`;
  return firstText([...AGENT_ATTRIBUTES.map(name => attribute(table, name)), node]);
}

/** The kind of a span, `otlp/span:tool`, as `families/otlp` reads it. */
export function kindExpression(table: TraceTable): string {
  return `arrayMap(word -> if(word = '', 'otlp/span', concat('otlp/span:', word)), [${operationExpression(table)}])[1]`;
}

/** The tool that a span calls; empty for any other span. */
export function toolExpression(table: TraceTable): string {
  const named = SPAN_CONVENTIONS.tool.map(name => attribute(table, name));
  const name = firstText([...named, "replaceRegexpOne(SpanName, '^execute_tool ', '')"]);
  return `if(${operationExpression(table)} = 'tool', ${name}, '')`;
}

/** Whether a span says that it failed. */
export function failedExpression(table: TraceTable): string {
  const type = table.hasJsonAttributes
    ? `${attribute(table, 'error.type')} != ''`
    : "mapContains(SpanAttributes, 'error.type')";
  return `(StatusCode IN ('Error', 'STATUS_CODE_ERROR') OR ${type})`;
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
