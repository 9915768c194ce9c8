import type { ModelPrice, RuleSeverity, Settings } from '../shared/protocol';
import { truncate } from '../shared/truncate';

export const DEFAULT_SETTINGS: Settings = {
  associations: {},
  agents: [],
  intents: [],
  rules: {},
  toolCatalogues: [],
  protocols: [],
  protectedPaths: {},
  include: [],
  exclude: ['**/node_modules', '**/.git'],
  useIgnoreFiles: true,
  checkClosedFiles: true,
  maxProblems: 1000,
  prices: {},
  codeLens: { enabled: true },
  inlayHints: { elapsed: true, confidence: true, tool: true },
};

/** Validates what the client gave: a value of the wrong type counts as not set. */
export function readSettings(given: unknown): Settings {
  if (!isRecord(given)) return DEFAULT_SETTINGS;
  return {
    associations: validEntries(given.associations, isStringEntry),
    agents: namesIn(given.agents),
    intents: namesIn(given.intents),
    rules: validEntries(given.rules, isSeverityEntry),
    toolCatalogues: namesIn(given.toolCatalogues),
    protocols: namesIn(given.protocols),
    protectedPaths: validEntries(given.protectedPaths, isBooleanEntry),
    include: namesIn(given.include),
    // The defaults stay: excluding one more folder must not include packages.
    exclude: [...new Set([...DEFAULT_SETTINGS.exclude, ...namesIn(given.exclude)])],
    useIgnoreFiles: flag(given.useIgnoreFiles, DEFAULT_SETTINGS.useIgnoreFiles),
    checkClosedFiles: flag(given.checkClosedFiles, DEFAULT_SETTINGS.checkClosedFiles),
    maxProblems: isPositiveInteger(given.maxProblems) ? given.maxProblems : DEFAULT_SETTINGS.maxProblems,
    prices: validEntries(given.prices, isPriceEntry),
    codeLens: switches(given.codeLens, DEFAULT_SETTINGS.codeLens),
    inlayHints: switches(given.inlayHints, DEFAULT_SETTINGS.inlayHints),
  };
}

/** Describes an invalid `maxProblems`, which counts as not set. */
export function maxProblemsFault(given: unknown): string | undefined {
  const value = isRecord(given) ? (given.maxProblems ?? undefined) : undefined;
  if (value === undefined || isPositiveInteger(value)) return undefined;
  const shown = truncate(JSON.stringify(value), 60, 57);
  const applied = DEFAULT_SETTINGS.maxProblems.toLocaleString('en-US');
  return `agentEnvelopes.maxProblems: ${shown} is not a whole number from 1 up; ${applied} is used.`;
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1;
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function switches<T extends object>(given: unknown, otherwise: T): T {
  const read = Object.entries(otherwise).map(([name, value]) => [
    name,
    flag(isRecord(given) ? given[name] : undefined, value),
  ]);
  return Object.fromEntries(read) as T;
}

function validEntries<T>(given: unknown, isSo: (entry: [string, unknown]) => entry is [string, T]): Record<string, T> {
  return isRecord(given) ? Object.fromEntries(Object.entries(given).filter(isSo)) : {};
}

function isSeverityEntry(entry: [string, unknown]): entry is [string, RuleSeverity] {
  return SEVERITIES.includes(entry[1] as RuleSeverity);
}

function isBooleanEntry(entry: [string, unknown]): entry is [string, boolean] {
  return typeof entry[1] === 'boolean';
}

function isPriceEntry(entry: [string, unknown]): entry is [string, ModelPrice] {
  const [, price] = entry;
  if (!isRecord(price)) return false;
  const { input, output, cached = 0 } = price;
  return [input, output, cached].every(amount => typeof amount === 'number' && amount >= 0);
}

const SEVERITIES: readonly RuleSeverity[] = ['error', 'warning', 'info', 'off'];

function isStringEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter(one => typeof one === 'string') : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
