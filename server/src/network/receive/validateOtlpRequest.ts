import { isObject } from '../../text/jsonPointer';
import { DEEPEST, fieldsOf, isMessage, type OtlpJson, type OtlpMessage, type OtlpScalar } from './decodeOtlpProtobuf';

/** A type of data that a request of OpenTelemetry (OTLP) carries, there called a signal: traces or logs. The receiver has one URL path for each. */
export interface Signal {
  /** The message of the request. */
  request: OtlpMessage;
  /** The names of the nested lists in it: by resource, by scope, and the items. */
  lists: readonly [resources: string, scopes: string, items: string];
  resources: OtlpMessage;
  scopes: OtlpMessage;
  item: OtlpMessage;
  /** The name of an item; below, the field of the answer with the number of rejected items. */
  itemName: string;
  rejectedField: string;
  /** The fault in the ids of an item; undefined if they are valid. */
  idFault(item: OtlpJson): string | undefined;
}

export const TRACES: Signal = {
  request: 'ExportTraceServiceRequest',
  lists: ['resourceSpans', 'scopeSpans', 'spans'],
  resources: 'ResourceSpans',
  scopes: 'ScopeSpans',
  item: 'Span',
  itemName: 'span',
  rejectedField: 'rejectedSpans',
  idFault: span =>
    idFault(span, 'traceId', TRACE_ID) ??
    idFault(span, 'spanId', SPAN_ID) ??
    (isEmpty(span['parentSpanId']) ? undefined : idFault(span, 'parentSpanId', SPAN_ID)),
};

export const LOGS: Signal = {
  request: 'ExportLogsServiceRequest',
  lists: ['resourceLogs', 'scopeLogs', 'logRecords'],
  resources: 'ResourceLogs',
  scopes: 'ScopeLogs',
  item: 'LogRecord',
  itemName: 'log record',
  rejectedField: 'rejectedLogRecords',
  // A log record need not belong to a trace.
  idFault: record =>
    (isEmpty(record['traceId']) ? undefined : idFault(record, 'traceId', TRACE_ID)) ??
    (isEmpty(record['spanId']) ? undefined : idFault(record, 'spanId', SPAN_ID)),
};

/** The valid portion of a request. */
export interface ValidRequest {
  /** The request in the standard form, without unknown fields; its lists have only valid items. */
  request: OtlpJson;
  accepted: number;
  rejected: number;
  /** The fault of the first rejected item. */
  fault?: string;
}

/**
 * Returns the valid items of a request in OTLP/JSON. Throws if the value is no request.
 *
 * @param given a value of any origin
 */
export function validateOtlpRequest(given: unknown, signal: Signal): ValidRequest {
  const [resources, scopes, items] = signal.lists;
  if (!isObject(given)) throw new Error('it is no object');
  const counts: Omit<ValidRequest, 'request'> = { accepted: 0, rejected: 0 };
  const reject = (count: number, fault: string) => {
    if (count > 0) counts.fault ??= fault;
    counts.rejected += count;
  };

  const takeItems = (scope: OtlpJson): OtlpJson[] =>
    listIn(scope, items).flatMap((item, index) => {
      const taken = attempt(() => {
        const valid = validMessage(item, signal.item, 0);
        const fault = signal.idFault(valid);
        if (fault !== undefined) throw new Fault(fault);
        return valid;
      });
      if ('fault' in taken) {
        reject(1, `${items}[${index}]: ${taken.fault}`);
        return [];
      }
      counts.accepted++;
      return [taken.value];
    });

  // A resource or scope belongs to its items: if it is invalid, so are all items in it.
  const takeGroups = (
    holder: OtlpJson,
    name: string,
    message: OtlpMessage,
    inner: { name: string; take(group: OtlpJson): OtlpJson[]; count(group: unknown): number },
  ): OtlpJson[] =>
    listIn(holder, name).flatMap((group, index) => {
      const taken = attempt(() => {
        const { [inner.name]: _, ...around } = objectOf(group);
        listIn(group as OtlpJson, inner.name);
        return validMessage(around, message, 0);
      });
      if ('fault' in taken) {
        reject(inner.count(group), `${name}[${index}]: ${taken.fault}`);
        return [];
      }
      const held = inner.take(group as OtlpJson);
      return held.length > 0 ? [{ ...taken.value, [inner.name]: held }] : [];
    });

  const countItems = (scope: unknown) => lengthOf(scope, items);
  const countInScopes = (resource: unknown) => {
    const held = isObject(resource) ? resource[scopes] : undefined;
    return Array.isArray(held) ? held.reduce((sum: number, scope) => sum + countItems(scope), 0) : 0;
  };
  const taken = takeGroups(given, resources, signal.resources, {
    name: scopes,
    count: countInScopes,
    take: resource => takeGroups(resource, scopes, signal.scopes, { name: items, count: countItems, take: takeItems }),
  });
  return { request: { [resources]: taken }, ...counts };
}

/** The error for an invalid value. Its message follows the name of the object that contains the value. */
class Fault extends Error {}

function attempt<T>(read: () => T): { value: T } | { fault: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function listIn(holder: OtlpJson, name: string): unknown[] {
  const list = holder[name] ?? [];
  if (!Array.isArray(list)) throw new Fault(`"${name}" is no list`);
  return list;
}

function lengthOf(holder: unknown, name: string): number {
  const list = isObject(holder) ? holder[name] : undefined;
  return Array.isArray(list) ? list.length : 0;
}

function objectOf(value: unknown): OtlpJson {
  if (!isObject(value)) throw new Fault('is no object');
  return value;
}

// Copies only names of the standard, never `__proto__`.
function validMessage(given: unknown, message: OtlpMessage, depth: number): OtlpJson {
  if (depth > DEEPEST) throw new Fault(`nests deeper than ${DEEPEST} levels`);
  const object = objectOf(given);
  const read: OtlpJson = {};
  for (const { name, type, isRepeated } of fieldsOf(message).values()) {
    const value = object[name];
    if (value === undefined || value === null) continue;
    const valid = (one: unknown) => {
      if (isMessage(type)) return inField(name, () => validMessage(one, type, depth + 1));
      const scalar = SCALARS[type](one);
      if (scalar === undefined) throw new Fault(`"${name}" is no ${NAMES[type]}`);
      return scalar;
    };
    read[name] = isRepeated ? inField(name, () => listIn(object, name)).map(valid) : valid(value);
  }
  return read;
}

function inField<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // The path is as long as the value is deep: only its beginning helps.
    if (error instanceof Fault && error.message.length < LONGEST_FAULT) throw new Fault(`${name}: ${error.message}`);
    throw error;
  }
}

const LONGEST_FAULT = 100;

const NAMES: Readonly<Record<OtlpScalar, string>> = {
  string: 'string',
  hex: 'id in hexadecimal digits',
  base64: 'string in base64',
  bool: 'boolean',
  int64: 'integer of 64 bits',
  fixed64: 'unsigned integer of 64 bits',
  uint32: 'unsigned integer of 32 bits',
  fixed32: 'unsigned integer of 32 bits',
  double: 'number',
  enum: 'integer',
};

/** For each type, a function that reads a JSON value and returns it in the standard form; undefined for a value of another type. */
const SCALARS: Readonly<Record<OtlpScalar, (value: unknown) => unknown>> = {
  string: value => (typeof value === 'string' ? value : undefined),
  hex: value => (typeof value === 'string' && HEX.test(value) ? value.toLowerCase() : undefined),
  base64: value => (typeof value === 'string' && BASE64.test(value) ? value : undefined),
  bool: value => (typeof value === 'boolean' ? value : undefined),
  int64: value => integer(value, -(2n ** 63n), 2n ** 63n - 1n)?.toString(),
  fixed64: value => integer(value, 0n, 2n ** 64n - 1n)?.toString(),
  uint32: value => smallInteger(value, 0n, 2n ** 32n - 1n),
  fixed32: value => smallInteger(value, 0n, 2n ** 32n - 1n),
  double: value => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    return typeof value === 'string' && DOUBLE.test(value) ? value : undefined;
  },
  enum: value => (typeof value === 'number' ? smallInteger(value, -(2n ** 31n), 2n ** 31n - 1n) : undefined),
};

const HEX = /^(?:[0-9a-f]{2}){0,64}$/i;
const BASE64 = /^[\w+/-]*={0,2}$/;
const DOUBLE = /^(?:NaN|-?Infinity|-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?)$/i;
const INTEGER = /^-?\d{1,20}$/;

function integer(value: unknown, least: bigint, most: bigint): bigint | undefined {
  const isInteger = typeof value === 'number' ? Number.isSafeInteger(value) : INTEGER.test(String(value));
  if (!isInteger || (typeof value !== 'number' && typeof value !== 'string')) return undefined;
  const read = BigInt(value);
  return read >= least && read <= most ? read : undefined;
}

function smallInteger(value: unknown, least: bigint, most: bigint): number | undefined {
  const read = integer(value, least, most);
  return read === undefined ? undefined : Number(read);
}

const TRACE_ID = 32;
const SPAN_ID = 16;

function isEmpty(id: unknown): boolean {
  return id === undefined || id === '' || (typeof id === 'string' && /^0+$/.test(id));
}

function idFault(item: OtlpJson, name: string, digits: number): string | undefined {
  const id = item[name];
  if (isEmpty(id)) return `"${name}" is missing`;
  return (id as string).length === digits ? undefined : `"${name}" has not ${digits} hexadecimal digits`;
}
