import { URI } from 'vscode-uri';
import type { Association } from '../analysis/recognise';
import { READ_SETTINGS } from '../generated/settings';
import type { Family } from '../model/family';
import { isObject } from '../shared/isObject';
import { formatNumber, t } from '../shared/l10n';
import type { ReadSetting, Settings } from '../shared/lspExtensions';
import { truncate } from '../shared/shownText';
import { globError, globMatcher } from '../text/glob';
import { nearestWord } from '../text/similarNames';

/** The settings that apply where the user has set nothing. */
export const DEFAULT_SETTINGS: Settings = settingsOf(setting => setting.default);

/** Validates the settings that the LSP client sends. A value of the wrong type counts as not set. */
export function readSettings(given: unknown): Settings {
  if (!isObject(given)) return DEFAULT_SETTINGS;
  return settingsOf(setting => {
    const [name = '', member] = setting.name.split('.');
    const value = given[name];
    return readValue(setting, member === undefined ? value : isObject(value) ? value[member] : undefined);
  });
}

/** Reads each setting; those with a dot in their name become members of an object. */
function settingsOf(read: (setting: ReadSetting) => unknown): Settings {
  const settings: Record<string, unknown> = {};
  for (const setting of READ_SETTINGS) {
    const [name = '', member] = setting.name.split('.');
    const value = read(setting);
    settings[name] = member === undefined ? value : { ...(settings[name] as object | undefined), [member]: value };
  }
  return settings as Settings;
}

// Drops only the invalid items of lists and of objects with free names.
function readValue({ schema, default: usual, keepsDefault }: ReadSetting, given: unknown): unknown {
  const { items, additionalProperties: entries } = schema;
  if (items) {
    const list = Array.isArray(given) ? given.filter(one => isValid(items, one)) : [];
    return keepsDefault ? [...new Set([...(usual as unknown[]), ...list])] : list;
  }
  if (typeof entries === 'object')
    return isObject(given) ? Object.fromEntries(Object.entries(given).filter(([, one]) => isValid(entries, one))) : {};
  return isValid(schema, given) ? given : usual;
}

/** Returns whether a value has the type, the range and the required members of a schema. */
function isValid(
  { type, enum: choices, required = [], properties = {}, ...range }: ReadSchema,
  value: unknown,
): boolean {
  if (choices) return choices.includes(value);
  if (type === 'object') {
    if (!isObject(value) || !required.every(name => Object.hasOwn(value, name))) return false;
    return Object.entries(properties).every(([name, one]) => !Object.hasOwn(value, name) || isValid(one, value[name]));
  }
  if (type === 'integer' ? !Number.isInteger(value) : typeof value !== type) return false;
  const { minimum = -Infinity, maximum = Infinity } = range;
  return typeof value !== 'number' || (value >= minimum && value <= maximum);
}

type ReadSchema = ReadSetting['schema'];

/** Describes an invalid `maxProblems`, which counts as not set. */
export function maxProblemsFault(given: unknown): string | undefined {
  const value = isObject(given) ? (given.maxProblems ?? undefined) : undefined;
  if (value === undefined || value === readSettings(given).maxProblems) return undefined;
  const shown = truncate(JSON.stringify(value), 60, 57);
  const applied = formatNumber(DEFAULT_SETTINGS.maxProblems);
  return t`agentEnvelopes.maxProblems: ${shown} is not a whole number from 1 up; ${applied} is used.`;
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
    if (fault) faults.push(t`agentEnvelopes.associations: "${glob.slice(0, 20)}" ${fault}.`);
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
  return meant
    ? t`agentEnvelopes.associations: "${id}" for "${glob}" is not a kind of envelope; did you mean "${meant}"?`
    : t`agentEnvelopes.associations: "${id}" for "${glob}" is not a kind of envelope; known are ${known.join(', ')}.`;
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

/** Returns the path and its parent folders; none if the path climbs out. */
function pathWithParents(path: string): string[] {
  const steps = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  if (path.length > LONGEST || /^[\\/]/.test(path) || steps.includes('..')) return [];
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

const LONGEST = 1000;
