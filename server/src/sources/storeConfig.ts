import type { SourceKind } from '../model/runSource';
import { t } from '../shared/l10n';
import { isObject } from '../text/jsonPointer';
import { nearestWord } from '../text/similarNames';
import { serverText } from './removeSecrets';

/** A trace store that the user configured, such as Langfuse, as the setting describes it. Its credential is stored elsewhere. */
export interface StoreConfig {
  /** Unique among all sources, and shown. */
  name: string;
  kind: StoreKind;
  /** The base URL, without a slash at the end. */
  address: string;
  /** Tempo: the tenant, sent as X-Scope-OrgID. */
  tenant?: string;
  /** Jaeger: the services whose traces are listed; all if absent. */
  services?: readonly string[];
  /** ClickHouse: the database. */
  database: string;
  /** ClickHouse: the table of spans. */
  table: string;
  /** The limit of runs on a page. */
  maxRuns: number;
  /** The limit of an answer, and of a run. */
  maxMegabytes: number;
  timeoutSeconds: number;
}

/** The kinds of stores that traces are loaded from, such as Jaeger. */
export type StoreKind = Exclude<SourceKind, 'files'>;

/**
 * Parses the stores in a setting; returns one line for each mistake. Leaves out stores with a mistake, and all stores that share a name:
 * credentials are stored by name, so one could be sent to the wrong store.
 */
export function parseSources(value: unknown): { sources: StoreConfig[]; faults: string[] } {
  const sources: StoreConfig[] = [];
  const faults: string[] = [];
  if (value === undefined || value === null) return { sources, faults };
  if (!Array.isArray(value))
    return { sources, faults: [t`The sources are no list: write [{ "name": …, "kind": …, "address": … }].`] };
  if (value.length > MOST_SOURCES)
    faults.push(t`There are more than ${MOST_SOURCES} sources; the others are left out.`);
  const entries = value.slice(0, MOST_SOURCES);
  const names = entries.flatMap(nameKey);
  const reported = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const parsed = parseSource(entry, index + 1);
    const [key = ''] = nameKey(entry);
    const count = names.filter(one => one === key).length;
    if (count > 1) {
      const shown = serverText(String(ownValue(entry as Fields, 'name')));
      if (!reported.has(key)) faults.push(t`${count} sources are called "${shown}"; give each a name of its own.`);
      reported.add(key);
    } else if (typeof parsed === 'string') faults.push(parsed);
    else sources.push(parsed);
  }
  return { sources, faults };
}

/** Returns the name of an entry in lower case, in a list; empty if it has no name. Names that differ only in case count as equal. */
function nameKey(entry: unknown): string[] {
  const name = isObject(entry) ? ownValue(entry, 'name') : undefined;
  return typeof name === 'string' && NAME.test(name) ? [name.toLowerCase()] : [];
}

const MOST_SOURCES = 50;

export const STORE_KINDS: readonly StoreKind[] = ['jaeger', 'tempo', 'clickhouse', 'langfuse'];

/** Returns the variable that holds the credential of a source: `AGENT_ENVELOPES_PROD_EU_CREDENTIAL`. */
export function credentialVariable(name: string): string {
  return `AGENT_ENVELOPES_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_CREDENTIAL`;
}

type Fields = Record<string, unknown>;

/** Parses one store; returns its mistake in one line if there is one. */
function parseSource(entry: unknown, place: number): StoreConfig | string {
  if (!isObject(entry)) return t`Source ${place} is no object with "name", "kind" and "address".`;
  const name = ownValue(entry, 'name');
  if (typeof name !== 'string' || !NAME.test(name)) {
    return t`Source ${place} needs a "name" of at most 60 letters, digits, blanks, ".", "_" or "-".`;
  }
  const fault = (text: string) => t`Source "${name}": ${text}`;
  const kind = STORE_KINDS.find(one => one === ownValue(entry, 'kind'));
  if (!kind) return fault(t`"kind" must be one of ${STORE_KINDS.join(', ')}.`);
  const strange = strangeKey(entry, kind);
  if (strange !== undefined) return fault(strange);
  const address = addressOf(ownValue(entry, 'address'));
  if ('fault' in address) return fault(address.fault);
  const texts = textsOf(entry);
  if (typeof texts === 'string') return fault(texts);
  const limits = limitsOf(entry);
  if (typeof limits === 'string') return fault(limits);
  return { name, kind, ...address, database: 'default', table: 'otel_traces', ...texts, ...limits };
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

const COMMON_KEYS = ['name', 'kind', 'address', 'maxRuns', 'maxMegabytes', 'timeoutSeconds'];
const OWN_KEYS: Readonly<Record<StoreKind, readonly string[]>> = {
  jaeger: ['services'],
  tempo: ['tenant'],
  clickhouse: ['database', 'table'],
  langfuse: [],
};
const SECRET = /credential|password|passwd|secret|token|api_?key|auth/i;

function strangeKey(entry: Fields, kind: StoreKind): string | undefined {
  const known = [...COMMON_KEYS, ...OWN_KEYS[kind]];
  const key = Object.keys(entry).find(one => !known.includes(one));
  if (key === undefined) return undefined;
  const shown = serverText(key);
  if (SECRET.test(key)) return t`"${shown}" does not belong into settings; set the credential of the source instead.`;
  const meant = nearestWord(key, known);
  return meant === undefined
    ? t`"${shown}" is unknown; a ${kind} source has ${known.join(', ')}.`
    : t`"${shown}" is unknown; did you mean "${meant}"?`;
}

function addressOf(value: unknown): { address: string } | { fault: string } {
  const url = typeof value === 'string' && value.length <= LONGEST_ADDRESS ? parsedUrl(value) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    return { fault: t`"address" must be a web address such as http://localhost:3200.` };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      fault: t`"address" contains a user name or password; remove it, and set the credential of the source instead.`,
    };
  }
  if (url.search !== '' || url.hash !== '') return { fault: t`"address" must end before "?" and "#".` };
  return { address: url.href.replace(/\/+$/, '') };
}

const LONGEST_ADDRESS = 1000;

function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text.trim());
  } catch {
    return undefined;
  }
}

type Texts = Partial<Pick<StoreConfig, 'tenant' | 'services' | 'database' | 'table'>>;

function textsOf(entry: Fields): Texts | string {
  const texts: Texts = {};
  for (const key of ['tenant', 'database', 'table'] as const) {
    const value = ownValue(entry, key);
    if (value === undefined) continue;
    if (typeof value !== 'string' || !PRINTABLE.test(value))
      return t`"${key}" must be a text of 1 to 200 plain characters.`;
    texts[key] = value;
  }
  const services = ownValue(entry, 'services');
  if (services === undefined) return texts;
  const isList = Array.isArray(services) && services.length > 0 && services.length <= MOST_SERVICES;
  if (!isList || !services.every(one => typeof one === 'string' && one !== '' && one.length <= 200)) {
    return t`"services" must be a list of 1 to ${MOST_SERVICES} names.`;
  }
  return { ...texts, services: services as string[] };
}

const PRINTABLE = /^[\x20-\x7e]{1,200}$/;
const MOST_SERVICES = 20;

type Limits = Pick<StoreConfig, 'maxRuns' | 'maxMegabytes' | 'timeoutSeconds'>;

/** The defaults and the allowed ranges of the limits in `StoreConfig`. */
export const STORE_LIMITS: Readonly<Record<keyof Limits, { usual: number; least: number; most: number }>> = {
  maxRuns: { usual: 50, least: 1, most: 500 },
  maxMegabytes: { usual: 64, least: 1, most: 512 },
  timeoutSeconds: { usual: 10, least: 0.1, most: 300 },
};

function limitsOf(entry: Fields): Limits | string {
  const limits: Limits = { maxRuns: 0, maxMegabytes: 0, timeoutSeconds: 0 };
  for (const key of Object.keys(STORE_LIMITS) as (keyof Limits)[]) {
    const { usual, least, most } = STORE_LIMITS[key];
    const value = ownValue(entry, key) ?? usual;
    if (typeof value !== 'number' || !(value >= least && value <= most)) {
      return t`"${key}" must be a number from ${least} to ${most}.`;
    }
    limits[key] = key === 'maxRuns' ? Math.floor(value) : value;
  }
  return limits;
}

function ownValue(entry: Fields, key: string): unknown {
  return Object.hasOwn(entry, key) ? entry[key] : undefined;
}
