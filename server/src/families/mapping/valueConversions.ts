import { isObject, parsePointer } from '../../text/jsonPointer';
import { spokenLine } from '../drafts/createDraft';
import { messageWords } from '../exchanges/userRequestText';
import { type Getter, lookInto, type Scope } from './mappingScope';

/** Converts a value that a declaration's JSON pointer found in an envelope, such as a text to a number. Undefined if it can't be converted. */
export type Change = (found: unknown, scope: Scope) => unknown;

/**
 * Creates a conversion from its declaration; undefined if the declaration is invalid.
 *
 * @param compileGiven compiles the declared argument as a value, which is a text
 */
type MakeChange = (given: unknown, compileGiven: () => Getter<string> | undefined) => Change | undefined;

// The conversions by name, in the order in which they are applied.
export const CHANGES: Readonly<Record<string, MakeChange>> = {
  in(given) {
    const steps = typeof given === 'string' && given.startsWith('/') ? parsePointer(given) : undefined;
    return steps && (found => lookInto(found, steps));
  },
  after: given => onText(given, (text, mark) => partAfter(text, mark, text.indexOf(mark))),
  afterLast: given => onText(given, (text, mark) => partAfter(text, mark, text.lastIndexOf(mark))),
  before: given => onText(given, (text, mark) => partBefore(text, text.indexOf(mark))),
  beforeLast: given => onText(given, (text, mark) => partBefore(text, text.lastIndexOf(mark))),
  replace(given) {
    const [from, to] = Array.isArray(given) ? given : [];
    if (typeof from !== 'string' || typeof to !== 'string' || from === '' || to.length > LONGEST_REPLACEMENT)
      return undefined;
    // A function, since `$` has a meaning in a replacement text.
    return found => (typeof found === 'string' ? found.slice(0, LONGEST_CHANGED).replaceAll(from, () => to) : found);
  },
  trim: given => (given === true ? found => (typeof found === 'string' ? found.trim() : found) : undefined),
  end: given =>
    typeof given === 'number' && given > 0
      ? found => (typeof found === 'string' ? found.slice(-given) : found)
      : undefined,
  relativeTo(_, compileGiven) {
    const folder = compileGiven();
    return folder && ((found, scope) => withoutFolder(found, folder(scope)));
  },
  without(given) {
    const names = new Set(Array.isArray(given) ? given.slice(0, MOST_WORDS) : []);
    return found =>
      isObject(found) ? Object.fromEntries(Object.entries(found).filter(([name]) => !names.has(name))) : found;
  },
  unwrap(given) {
    const names = new Set(Array.isArray(given) ? given.slice(0, MOST_WORDS) : []);
    return found => {
      const [name, ...others] = isObject(found) ? Object.keys(found) : [];
      return name !== undefined && others.length === 0 && names.has(name) ? lookInto(found, [name]) : found;
    };
  },
  words: given => (given === true ? found => spokenLine(found) : undefined),
  request: given => (given === true ? found => messageWords(found) : undefined),
  table(given) {
    if (!isObject(given)) return undefined;
    const words = new Map(Object.entries(given).slice(0, MOST_WORDS));
    return found =>
      typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
        ? words.get(String(found))
        : undefined;
  },
};

const LONGEST_CHANGED = 10_000;
const LONGEST_REPLACEMENT = 1000;
const MOST_WORDS = 500;

function onText(given: unknown, part: (text: string, mark: string) => string | undefined): Change | undefined {
  if (typeof given !== 'string' || given === '') return undefined;
  return found => (typeof found === 'string' ? part(found, given) : undefined);
}

function partAfter(text: string, mark: string, at: number): string | undefined {
  return at < 0 ? undefined : text.slice(at + mark.length);
}

// Without the mark, all of the text is before it.
function partBefore(text: string, at: number): string {
  return at < 0 ? text : text.slice(0, at);
}

function withoutFolder(found: unknown, folder: string | undefined): unknown {
  if (typeof found !== 'string' || folder === undefined) return found;
  return found.startsWith(`${folder}/`) ? found.slice(folder.length + 1) : found;
}
