import { URI } from 'vscode-uri';
import type { Association } from '../analysis/recognise';
import type { Family } from '../model/family';
import { isObject } from '../shared/isObject';
import type { ModelPrice, RuleSeverity, Settings } from '../shared/protocol';
import { truncate } from '../shared/shownText';
import { globError, globMatcher } from '../text/glob';
import { nearestWord } from '../text/names';

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
  if (!isObject(given)) return DEFAULT_SETTINGS;
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
  const value = isObject(given) ? (given.maxProblems ?? undefined) : undefined;
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
    flag(isObject(given) ? given[name] : undefined, value),
  ]);
  return Object.fromEntries(read) as T;
}

function validEntries<T>(given: unknown, isSo: (entry: [string, unknown]) => entry is [string, T]): Record<string, T> {
  return isObject(given) ? Object.fromEntries(Object.entries(given).filter(isSo)) : {};
}

function isSeverityEntry(entry: [string, unknown]): entry is [string, RuleSeverity] {
  return SEVERITIES.includes(entry[1] as RuleSeverity);
}

function isBooleanEntry(entry: [string, unknown]): entry is [string, boolean] {
  return typeof entry[1] === 'boolean';
}

function isPriceEntry(entry: [string, unknown]): entry is [string, ModelPrice] {
  const [, price] = entry;
  if (!isObject(price)) return false;
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

/**
 * Parses the setting `agentEnvelopes.associations`. Globs are relative to the file's workspace folder; one without a
 * slash matches a file name in any folder. The last matching glob wins.
 */
export function parseAssociations(
  setting: Readonly<Record<string, string>>,
  families: readonly Family[],
  folders: readonly string[],
): { kindOf(uri: string): Association; faults: string[] } {
  const kinds = new Map(
    families
      .flatMap(family => family.kinds)
      .filter(({ fileNames }) => !fileNames)
      .map(kind => [kind.id, kind]),
  );
  const faults: string[] = [];
  const entries: { fits(path: string): boolean; kind: Association }[] = [];
  for (const [glob, id] of Object.entries(setting)) {
    const kind = id === 'none' ? 'none' : kinds.get(id);
    const fault = globError(glob);
    if (fault) faults.push(`agentEnvelopes.associations: "${glob.slice(0, 20)}" ${fault}.`);
    else if (kind) entries.push({ fits: compileGlob(glob), kind });
    else faults.push(unknownKind(glob, id, [...kinds.keys(), 'none']));
  }
  return {
    kindOf: uri =>
      entries.length > 0 ? entries.findLast(({ fits }) => fits(relativePath(uri, folders)))?.kind : undefined,
    faults,
  };
}

function compileGlob(glob: string): (path: string) => boolean {
  const fits = globMatcher(glob);
  return glob.includes('/') ? fits : path => fits(path.slice(path.lastIndexOf('/') + 1));
}

function unknownKind(glob: string, id: string, known: readonly string[]): string {
  const meant = nearestWord(id, known);
  const hint = meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}.`;
  return `agentEnvelopes.associations: "${id}" for "${glob}" is not a kind of envelope; ${hint}`;
}

function relativePath(uri: string, folders: readonly string[]): string {
  const path = URI.parse(uri).path;
  const folder = folders.map(one => URI.parse(one).path).find(one => path.startsWith(`${one}/`));
  return folder ? path.slice(folder.length + 1) : path.slice(1);
}

/**
 * Parses the setting `agentEnvelopes.protectedPaths`: globs, and whether a matching path, or one in a matching folder,
 * is protected. A glob without a slash matches a name in any folder. The last matching glob wins.
 */
export function pathProtection(setting: Readonly<Record<string, boolean>>): (path: string) => boolean | undefined {
  const entries = Object.entries(setting)
    .filter(([glob]) => globError(glob) === undefined)
    .map(([glob, isProtected]) => ({ fits: placeFits(glob.replace(/\/+$/, ''), isProtected), isProtected }));
  return path => {
    const places = pathWithParents(path);
    return entries.findLast(({ fits }) => places.some(fits))?.isProtected;
  };
}

// Protection ignores letter case; permission does not.
function placeFits(glob: string, isProtected: boolean): (place: string) => boolean {
  const fits = globMatcher(isProtected ? glob.toLowerCase() : glob);
  const isName = !glob.includes('/');
  return place => {
    const cased = isProtected ? place.toLowerCase() : place;
    return fits(isName ? cased.slice(cased.lastIndexOf('/') + 1) : cased);
  };
}

/** The path and its parent folders; none where the path climbs out. */
function pathWithParents(path: string): string[] {
  const steps = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  if (path.length > LONGEST || /^[\\/]/.test(path) || steps.includes('..')) return [];
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

const LONGEST = 1000;
