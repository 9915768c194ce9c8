import { type JsonNode, jsonTree, parseJson } from '../../text/json/parseJson';
import { isObject } from '../../text/jsonPointer';
import type { AnyValue, KeyValue, StoredEvent, StoredLink, StoredSpan } from '../otlpRequestBody';
import { rowText, type SqlRow } from './clickhouseClient';
import { ATTRIBUTES_JSON, START, type TraceTable } from './traceTable';

/**
 * Returns the columns of an SQL SELECT that reads trace spans from ClickHouse.
 *
 * @param attributes SQL for the attributes as the text of a JSON object
 */
export function spanColumns(table: TraceTable, attributes = ATTRIBUTES_JSON): string {
  const { hasScope } = table;
  return [
    'TraceId AS traceId',
    'SpanId AS spanId',
    'ParentSpanId AS parentSpanId',
    'TraceState AS traceState',
    'SpanName AS name',
    'SpanKind AS kind',
    'StatusCode AS statusCode',
    'StatusMessage AS statusMessage',
    `toString(${START}) AS start`,
    'toString(Duration) AS duration',
    'toJSONString(ResourceAttributes) AS resource',
    `${hasScope ? 'ScopeName' : "''"} AS scopeName`,
    `${hasScope ? 'ScopeVersion' : "''"} AS scopeVersion`,
    `${attributes} AS attributes`,
    'arrayMap(at -> toString(toUnixTimestamp64Nano(at)), `Events.Timestamp`) AS eventTimes',
    '`Events.Name` AS eventNames',
    'arrayMap(one -> toJSONString(one), `Events.Attributes`) AS eventAttributes',
    '`Links.TraceId` AS linkTraces',
    '`Links.SpanId` AS linkSpans',
    'arrayMap(one -> toJSONString(one), `Links.Attributes`) AS linkAttributes',
  ].join(',\n  ');
}

/** Converts a row of `spanColumns` to a span. */
export function spanOfRow(row: SqlRow, table: TraceTable): StoredSpan {
  const { hasJsonAttributes, hasJsonResource, hasJsonEvents, hasJsonLinks } = table;
  const start = rowText(row['start']);
  const end = endOf(start, rowText(row['duration']));
  return {
    traceId: rowText(row['traceId']),
    spanId: rowText(row['spanId']),
    parentSpanId: rowText(row['parentSpanId']),
    traceState: rowText(row['traceState']),
    name: rowText(row['name']),
    kind: rowText(row['kind']),
    start,
    ...(end !== undefined && { end }),
    statusCode: rowText(row['statusCode']),
    statusMessage: rowText(row['statusMessage']),
    attributes: attributesOf(rowText(row['attributes']), hasJsonAttributes),
    resource: attributesOf(rowText(row['resource']), hasJsonResource),
    scopeName: rowText(row['scopeName']),
    scopeVersion: rowText(row['scopeVersion']),
    events: list(row['eventTimes']).map(
      (time, index): StoredEvent => ({
        time,
        name: list(row['eventNames'])[index] ?? '',
        attributes: attributesOf(list(row['eventAttributes'])[index] ?? '{}', hasJsonEvents),
      }),
    ),
    links: list(row['linkTraces']).map(
      (traceId, index): StoredLink => ({
        traceId,
        spanId: list(row['linkSpans'])[index] ?? '',
        attributes: attributesOf(list(row['linkAttributes'])[index] ?? '{}', hasJsonLinks),
      }),
    ),
  };
}

// A span without an end has a negative duration, which an unsigned column shows as a huge one.
function endOf(start: string, duration: string): string | undefined {
  if (!DIGITS.test(start) || !DIGITS.test(duration)) return undefined;
  const length = BigInt(duration);
  return length < LONGEST_DURATION ? String(BigInt(start) + length) : undefined;
}

const DIGITS = /^\d{1,20}$/;
const LONGEST_DURATION = 1n << 62n;

/** Reads attributes from a JSON object: of a map of texts, or of a column of type JSON, in which names with dots are nested. */
export function attributesOf(json: string, isNested: boolean): KeyValue[] {
  if (isNested) return nestedAttributes(jsonTree(json));
  const { value } = parseJson(json, 'json');
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, one]) => ({ key, value: { stringValue: rowText(one) } }));
}

// A tree, since `input` and `input.value` are two properties of one name.
function nestedAttributes(node: JsonNode | undefined, before = ''): KeyValue[] {
  return (node?.children ?? []).flatMap((property): KeyValue[] => {
    const [key, value] = property.children ?? [];
    if (!key || !value) return [];
    const name = `${before}${String(key.value)}`;
    return value.type === 'object' && (value.children?.length ?? 0) > 0
      ? nestedAttributes(value, `${name}.`)
      : [{ key: name, value: typedValue(value) }];
  });
}

function typedValue({ type, value, children = [] }: JsonNode): AnyValue {
  if (type === 'array') return { arrayValue: { values: children.map(typedValue) } };
  if (type === 'object') {
    return {
      kvlistValue: {
        values: children.flatMap(({ children: [key, one] = [] }) =>
          key && one ? [{ key: String(key.value), value: typedValue(one) }] : [],
        ),
      },
    };
  }
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return typeof value === 'string' ? { stringValue: value } : {};
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(rowText) : [];
}
