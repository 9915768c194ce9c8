import { t } from '../../shared/l10n';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the HTTP headers for sending traces, from the environment variables that OpenTelemetry defines. Headers for traces take
 * precedence over headers for all data. If a header is invalid, returns a sentence about it as `fault`, which contains no value since a
 * value may be secret.
 */
export function otlpHeaders(env: Environment): { headers: Headers } | { fault: string } {
  let headers: Headers = {};
  for (const name of HEADER_VARIABLES) {
    const parsed = parseHeaders(env[name] ?? '');
    if ('fault' in parsed) return { fault: `${name}: ${parsed.fault}` };
    headers = { ...headers, ...parsed.headers };
  }
  return { headers };
}

/** The headers of an HTTP request. */
export type Headers = Readonly<Record<string, string>>;

/** The variables that set headers, in ascending precedence. */
export const HEADER_VARIABLES = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'] as const;

/** Parses `name=value,name=value`, with percent escapes in values. Returns names in lower case. */
export function parseHeaders(text: string): { headers: Headers } | { fault: string } {
  const headers = new Map<string, string>();
  for (const [index, item] of text.split(',').entries()) {
    if (item.trim() === '') continue;
    const [, name, value] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*(.*?)\s*$/.exec(item) ?? [];
    const decoded = value === undefined ? undefined : decodePercent(value);
    if (name === undefined || decoded === undefined || !VALUE.test(decoded)) {
      return { fault: t`Header ${index + 1} must be written as name=value, special characters in the value as %20.` };
    }
    if (!OURS.has(name.toLowerCase())) headers.set(name.toLowerCase(), decoded);
  }
  return { headers: Object.fromEntries(headers) };
}

/**
 * Returns the timeout for an answer in milliseconds, from the environment. Ignores empty variables. Returns a fault if a value is invalid.
 */
export function otlpTimeout(env: Environment): { timeout: number } | { fault: string } {
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', 'OTEL_EXPORTER_OTLP_TIMEOUT']) {
    const text = env[name]?.trim() ?? '';
    if (text === '') continue;
    const timeout = Number(text);
    if (Number.isFinite(timeout) && timeout > 0) return { timeout: Math.min(timeout, LONGEST_TIMEOUT) };
    return { fault: t`${name} must be a number of milliseconds above 0, not "${text.slice(0, LONGEST_SHOWN)}".` };
  }
  return { timeout: TIMEOUT };
}

/** The default timeout of OpenTelemetry, in milliseconds. */
export const TIMEOUT = 10_000;
const LONGEST_TIMEOUT = 600_000;
/** The maximum number of characters of a value that a fault shows. */
const LONGEST_SHOWN = 40;

/** A valid value of an HTTP header. */
const VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;

// The request determines these headers.
const OURS = new Set([
  ...['accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'expect', 'host'],
  ...['keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
