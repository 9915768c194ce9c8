import { t } from '../../shared/l10n';
import { isObject } from '../../text/jsonPointer';
import { serverText } from '../removeSecrets';
import type { SourceError } from '../sourceError';
import { type StoreClient, type StoreOptions, storeClient } from '../storeClient';
import type { StoreConfig } from '../storeConfig';

/** Sends SQL queries over HTTP to a ClickHouse database that stores traces. */
export interface ClickhouseClient {
  /** Yields the rows of an answer while it arrives. */
  rows(query: string, params: SqlParams, signal: AbortSignal, maxBytes?: number): AsyncIterable<SqlRow>;
  all(query: string, params: SqlParams, signal: AbortSignal): Promise<SqlRow[]>;
  error(text: string): SourceError;
  /** The error for an answer of an unexpected shape. */
  wrongAnswer(): SourceError;
  maxBytes: number;
}

/** The parameters of a ClickHouse query. Text from users or servers is passed only as a parameter, never in the query itself. */
export type SqlParams = Readonly<Record<string, string | number | bigint>>;

export type SqlRow = Record<string, unknown>;

export function clickhouseClient(config: StoreConfig, options: StoreOptions): ClickhouseClient {
  const client = storeClient(config, options, clickhouseHeaders);
  // A user with a read-only profile may change no setting; then the server's own limits apply.
  let takesSettings = true;

  async function* rows(
    query: string,
    params: SqlParams,
    signal: AbortSignal,
    maxBytes = client.maxBytes,
  ): AsyncGenerator<SqlRow> {
    const settings = { max_execution_time: Math.ceil(config.timeoutSeconds), max_result_rows: MOST_ROWS };
    const ask = () =>
      client.ask('/', {
        method: 'POST',
        query: { ...paramsOf(params), ...(takesSettings && settings) },
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: `${query}\nFORMAT JSONEachRow`,
        accept: EXPLAINED,
        ...{ signal, maxBytes },
      });
    let response = await ask();
    if (response.status !== 200) {
      const { code, text } = await readException(response.pieces());
      if (code !== READONLY || !takesSettings) throw refused(client, code, text);
      takesSettings = false;
      response = await ask();
      if (response.status !== 200) {
        const again = await readException(response.pieces());
        throw refused(client, again.code, again.text);
      }
    }
    for await (const line of linesOf(response.pieces())) {
      if (line === '') continue;
      yield rowOf(line, client);
    }
  }

  return {
    rows,
    error: client.error,
    wrongAnswer: () => client.wrongAnswer(CLICKHOUSE),
    maxBytes: client.maxBytes,
    async all(query, params, signal) {
      const found: SqlRow[] = [];
      for await (const row of rows(query, params, signal)) found.push(row);
      return found;
    },
  };
}

const CLICKHOUSE = 'ClickHouse';

/** The row limit that the server enforces, higher than any query needs. */
const MOST_ROWS = 100_000;
const READONLY = 164;
/** Statuses whose body explains the error. */
const EXPLAINED = [400, 401, 403, 404, 500];

function clickhouseHeaders(credential: string): Record<string, string> {
  const colon = credential.indexOf(':');
  if (colon < 0) return { authorization: `Bearer ${credential}` };
  return { 'x-clickhouse-user': credential.slice(0, colon), 'x-clickhouse-key': credential.slice(colon + 1) };
}

/** Formats parameters in the escaped form of tab-separated values. */
function paramsOf(params: SqlParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [`param_${name}`, escapeParam(String(value))]),
  );
}

/** Escapes a value of a parameter. */
export function escapeParam(text: string): string {
  return text.replace(/[\\\t\n\r\b\f\0]/g, character => ESCAPES[character] ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\0': '\\0',
};

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const lines = piece.split('\n');
    const last = lines.pop() as string;
    for (const line of lines) {
      yield rest.length === 0 ? line : [...rest, line].join('');
      rest = [];
    }
    if (last !== '') rest.push(last);
  }
  if (rest.length > 0) yield rest.join('');
}

/** Parses a row. Throws if it is an exception, which ClickHouse may append to an answer that began as a success. */
function rowOf(line: string, client: StoreClient): SqlRow {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    const { code, text } = exceptionIn(line);
    if (code !== undefined) throw refused(client, code, text);
    throw client.error(t`the answer breaks off, or is none of ClickHouse; try again, and check "address" and "kind".`);
  }
  if (!isObject(row)) throw client.wrongAnswer(CLICKHOUSE);
  const { exception } = row;
  if (typeof exception === 'string' && Object.keys(row).length === 1) {
    const { code, text } = exceptionIn(exception);
    throw refused(client, code, text);
  }
  return row;
}

interface Exception {
  code: number | undefined;
  text: string;
}

async function readException(pieces: AsyncIterable<string>): Promise<Exception> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > 4000) break;
  }
  return exceptionIn(text);
}

function exceptionIn(text: string): Exception {
  const [, digits] = /Code: (\d{1,5})\./.exec(text) ?? [];
  return {
    code: digits === undefined ? undefined : Number(digits),
    text: text.replace(/^\s*Code: \d+\.\s*(?:DB::Exception:\s*)?/, ''),
  };
}

const REMEDIES: ReadonlyMap<number, string> = new Map([
  [60, t`ClickHouse does not have that table; correct "database" and "table"`],
  [81, t`ClickHouse does not have that database; correct "database"`],
  [47, t`ClickHouse has a table of another shape; "table" must be one that the OpenTelemetry collector writes`],
  [158, t`ClickHouse stopped, since there are too many rows; narrow the filter or the time`],
  [159, t`ClickHouse stopped, since the query took too long; narrow the filter or the time, or raise "timeoutSeconds"`],
  [160, t`ClickHouse stopped, since the query would take too long; narrow the filter or the time`],
  [192, t`ClickHouse does not know that user; check the credential of this source`],
  [193, t`ClickHouse does not accept the credential; check that of this source`],
  [194, t`ClickHouse requires a credential; set that of this source`],
  [241, t`ClickHouse ran out of memory; narrow the filter or the time`],
  [396, t`ClickHouse stopped, since there are too many rows; narrow the filter or the time`],
  [497, t`ClickHouse does not allow this user to read the table; grant SELECT on it`],
  [516, t`ClickHouse does not accept the credential; check that of this source`],
]);

/** Codes of errors about a user or a password. */
const OF_CREDENTIALS = [192, 193, 194, 516];

function refused(client: StoreClient, code: number | undefined, text: string): SourceError {
  const words = serverText(text, client.secrets);
  const shown = [code === undefined ? '' : `code ${code}`, words].filter(piece => piece !== '').join(': ');
  const isWithoutCredential = client.secrets.length === 0 && code !== undefined && OF_CREDENTIALS.includes(code);
  const remedy =
    (isWithoutCredential && t`ClickHouse requires a credential, and none is set; ${client.credentialRemedy}`) ||
    (code !== undefined && REMEDIES.get(code)) ||
    t`ClickHouse refused the query; check "address" and "kind" of this source`;
  return client.error(`${remedy}${shown === '' ? '' : ` (${shown})`}.`);
}

/** Returns a value of a row as text; empty unless it is a text, number or boolean. */
export function rowText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns a time of a row in nanoseconds since 1970; undefined for any other value. */
export function rowTime(value: unknown): bigint | undefined {
  const text = rowText(value);
  return TIME.test(text) ? BigInt(text) : undefined;
}

const TIME = /^-?\d{1,19}$/;
