import type { DeclarationFault } from '../../model/rule';
import type { Path } from '../../model/text';
import { compileCondition } from '../../rules/condition';
import { isObject, parsePointer } from '../../text/pointer';
import { readScopedCondition } from '../declared/readSignature';
import { shortLine, spokenLine } from '../drafts/draft';
import { amountOf, totalAmount } from '../drafts/usageEffects';
import { messageWords } from '../exchanges/requestWords';
import { compileWhen, originOf, type Test } from './compileWhen';
import { type Getter, lookInto, pathReader, type Scope } from './scope';

/** Reads a found value; undefined if it is not usable. `isComposed`: it is a text of the declaration. */
export type Read<T> = (found: unknown, isComposed: boolean) => T | undefined;

/** Visits the values that an expression finds, until one is usable. */
export type Visit = <T>(scope: Scope, read: Read<T>) => T | undefined;

/** What the compiler of a declaration's rules collects and knows. */
export interface Compiling {
  faults: DeclarationFault[];
  /** The names of `stepLists`. */
  lists: ReadonlySet<string>;
  /** What is left to compile. */
  budget: { left: number };
}

/** Compiles a value into a function that reads it; undefined if nothing is said, or it can't be used, which is a fault. */
export function compileGetter<T>(
  json: unknown,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  const visit = compileValue(json, path, compiling);
  if (!visit) return undefined;
  // What needs no visit: a text of the declaration, a pointer into the value itself.
  if (typeof json === 'string') {
    if (isFixed(json)) {
      const fixed = read(json.slice(1), true);
      return () => fixed;
    }
    if (isOwnPointer(json)) {
      const find = pathReader(parsePointer(json));
      return scope => read(find(scope.value), false);
    }
  }
  return scope => visit(scope, read);
}

function isFixed(text: string): boolean {
  return text.startsWith('=') && text.search(PLACEHOLDER) < 0;
}

function isOwnPointer(text: string): boolean {
  return text.startsWith('/') && !text.includes('*');
}

/** Compiles a value; undefined if nothing is said, or it can't be used, which is a fault. */
export function compileValue(json: unknown, path: Path, compiling: Compiling): Visit | undefined {
  if (json === undefined) return undefined;
  if (!takesOne(path, compiling)) return undefined;
  if (typeof json === 'string') return compileText(json, path, compiling);
  if (typeof json === 'number' || typeof json === 'boolean') return (_, read) => read(json, true);
  if (Array.isArray(json)) {
    const visits = json
      .slice(0, MOST_ALTERNATIVES)
      .flatMap((one, at) => compileValue(one, [...path, at], compiling) ?? []);
    return firstOf(visits);
  }
  if (isObject(json)) return compileForm(json, path, compiling);
  compiling.faults.push({ path, message: NO_VALUE });
  return undefined;
}

/** Counts what is compiled; false, with a fault for the first, if it is too much. */
export function takesOne(path: Path, { budget, faults }: Compiling): boolean {
  budget.left -= 1;
  if (budget.left === 0) faults.push({ path, message: 'There are too many rules and values here; use fewer.' });
  return budget.left > 0;
}

const MOST_ALTERNATIVES = 50;
const NO_VALUE =
  'This is no value: a pointer such as "/a/b" or "^/a", a text such as "=user" or "={/type} done", a list of these, or an object with "then", "of", "sum", "join", "member" or "at".';

function firstOf(visits: readonly Visit[]): Visit | undefined {
  const [only] = visits;
  if (visits.length <= 1) return only;
  return (scope, read) => {
    for (const visit of visits) {
      const found = visit(scope, read);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function compileText(text: string, path: Path, compiling: Compiling): Visit | undefined {
  if (text.startsWith('=')) return compileTemplate(text.slice(1), path, compiling);
  const origin = originOf(text);
  if (!origin) {
    const meant = /^\w{1,40}$/.test(text) ? ` Write "/${text}" for a property, or "=${text}" for this text.` : '';
    compiling.faults.push({ path, message: `"${text.slice(0, 60)}" is no pointer and no text.${meant}` });
    return undefined;
  }
  const steps = parsePointer(origin.pointer);
  const { from } = origin;
  if (!steps.includes('*')) {
    const find = pathReader(steps);
    return (scope, read) => read(find(from(scope)), false);
  }
  return (scope, read) => visitAll(from(scope), steps, 0, read);
}

function visitAll<T>(value: unknown, steps: readonly string[], at: number, read: Read<T>): T | undefined {
  const star = steps.indexOf('*', at);
  if (star < 0) return read(lookInto(value, at === 0 ? steps : steps.slice(at)), false);
  const list = lookInto(value, steps.slice(at, star));
  if (Array.isArray(list)) {
    for (const one of list) {
      const found = visitAll(one, steps, star + 1, read);
      if (found !== undefined) return found;
    }
  } else if (isObject(list)) {
    for (const key in list) {
      const found = visitAll(list[key], steps, star + 1, read);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** A text with values in braces; finds nothing where one of them does not. */
function compileTemplate(text: string, path: Path, compiling: Compiling): Visit | undefined {
  const pieces: (string | Visit)[] = [];
  let end = 0;
  for (const { 0: whole, 1: inner = '', index } of text.matchAll(PLACEHOLDER)) {
    const visit = compileText(inner, path, compiling);
    if (!visit) return undefined;
    pieces.push(text.slice(end, index), visit);
    end = index + whole.length;
  }
  if (pieces.length === 0) return (_, read) => read(text, true);
  pieces.push(text.slice(end));
  return (scope, read) => {
    let made = '';
    for (const piece of pieces) {
      const shown = typeof piece === 'string' ? piece : piece(scope, asShown);
      if (shown === undefined) return undefined;
      made += shown;
    }
    return read(made, true);
  };
}

// Within braces: a pointer, or the place in a list.
const PLACEHOLDER = /\{([/^$#][^{}]{0,300})\}/g;

function asShown(found: unknown): string | undefined {
  return typeof found === 'boolean' ? String(found) : shortLine(found);
}

function compileForm(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const form = FORMS().find(([key]) => Object.hasOwn(json, key));
  if (form) {
    const [key, compile, beside] = form;
    for (const name of Object.keys(json)) {
      if (name === key || beside.includes(name)) continue;
      const message = `"${name.slice(0, 60)}" says nothing beside "${key}"; what may stand there is ${beside.join(', ')}.`;
      compiling.faults.push({ path: [...path, name], on: 'key', message });
    }
    return compile(json, path, compiling);
  }
  compiling.faults.push({ path, message: NO_VALUE });
  return undefined;
}

type CompileForm = (json: Record<string, unknown>, path: Path, compiling: Compiling) => Visit | undefined;

const FORMS = (): readonly (readonly [key: string, compile: CompileForm, beside: readonly string[]])[] => [
  ['then', compileConditional, ['when', 'else']],
  ['of', compileFiltered, ['if']],
  ['sum', compileSum, []],
  ['join', compileJoin, ['with']],
  ['member', compileMember, ['in', 'path']],
  ['at', compileChanged, [...Object.keys(CHANGES), 'else', 'unit']],
];

function compileConditional(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const test = compileTest(json['when'], [...path, 'when'], compiling);
  const then = compileValue(json['then'], [...path, 'then'], compiling);
  const otherwise = compileValue(json['else'], [...path, 'else'], compiling);
  if (!test || !then) return undefined;
  return (scope, read) => (test(scope) ? then(scope, read) : otherwise?.(scope, read));
}

/** Compiles a condition; undefined if there is none, or it can't be used, which is a fault. */
export function compileTest(json: unknown, path: Path, { faults }: Compiling): Test | undefined {
  const condition = json === undefined ? undefined : readScopedCondition(json, path, faults);
  return condition === undefined ? undefined : compileWhen(condition);
}

function compileFiltered(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const visit = compileValue(json['of'], [...path, 'of'], compiling);
  const condition = readScopedCondition(json['if'], [...path, 'if'], compiling.faults);
  if (!visit || condition === undefined) return undefined;
  const test = compileCondition(condition);
  return (scope, read) => visit(scope, (found, isComposed) => (test(found) ? read(found, isComposed) : undefined));
}

function compileSum(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const of = Array.isArray(json['sum']) ? json['sum'] : [json['sum']];
  const [single, many]: [Getter<number>[], Visit[]] = [[], []];
  for (const [at, one] of of.entries()) {
    const own = [...path, 'sum', at];
    if (typeof one === 'string' && isOwnPointer(one))
      single.push(...[compileGetter(one, amountOf, own, compiling) ?? []].flat());
    else many.push(...[compileValue(one, own, compiling) ?? []].flat());
  }
  return (scope, read) => {
    let sum: number | undefined;
    for (const getter of single) {
      const amount = getter(scope);
      if (amount !== undefined) sum = (sum ?? 0) + amount;
    }
    if (many.length > 0) {
      const amounts: unknown[] = [sum];
      for (const visit of many) visit(scope, found => void amounts.push(found));
      sum = totalAmount([], amounts);
    }
    // Rounded, since sums of fractions have errors.
    return read(sum === undefined || Number.isInteger(sum) ? sum : totalAmount([], [sum]), false);
  };
}

function compileJoin(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const of = Array.isArray(json['join']) ? json['join'] : [json['join']];
  const all = of.flatMap((one, at) => compileAll(one, [...path, 'join', at], compiling) ?? []);
  const separator = typeof json['with'] === 'string' ? json['with'] : ' ';
  return (scope, read) => {
    const texts: string[] = [];
    let room = LONGEST_JOINED;
    for (const valuesIn of all) {
      for (const found of valuesIn(scope)) {
        if (room > 0 && addText(texts, found)) room -= texts.at(-1)?.length ?? 0;
      }
    }
    return texts.length === 0 ? undefined : read(texts.join(separator), true);
  };
}

/** The member of an object whose name is a value. */
function compileMember(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const name = compileGetter(json['member'], asText, [...path, 'member'], compiling);
  const around = compileValue(json['in'], [...path, 'in'], compiling);
  const steps = typeof json['path'] === 'string' ? parsePointer(json['path']) : [];
  if (!name || !around) return undefined;
  return (scope, read) => {
    const key = name(scope);
    if (key === undefined) return undefined;
    return around(scope, found =>
      isObject(found) && Object.hasOwn(found, key) ? visitAll(found[key], steps, 0, read) : undefined,
    );
  };
}

/** Adds a text, or a number as one; returns whether it did. */
function addText(texts: string[], found: unknown): boolean {
  if (texts.length >= MOST_JOINED) return false;
  const isText = typeof found === 'string' ? found.trim() !== '' : typeof found === 'number';
  if (isText) texts.push(String(found));
  return isText;
}

const MOST_JOINED = 1000;
/** In characters, but for the last text. */
const LONGEST_JOINED = 1_000_000;

type Change = (found: unknown, scope: Scope) => unknown;

/** A value that is changed: a part of a text, or a word for another. */
function compileChanged(json: Record<string, unknown>, path: Path, compiling: Compiling): Visit | undefined {
  const visit = compileValue(json['at'], [...path, 'at'], compiling);
  if (!visit) return undefined;
  const changes = Object.entries(CHANGES).flatMap(([name, make]) => {
    if (!Object.hasOwn(json, name)) return [];
    const before = compiling.faults.length;
    const change = make(json[name], [...path, name], compiling);
    if (change || json[name] === false) return change ?? [];
    if (compiling.faults.length === before) {
      compiling.faults.push({ path: [...path, name], message: `This value of "${name}" can't be used.` });
    }
    return [];
  });
  const otherwise = compileValue(json['else'], [...path, 'else'], compiling);
  const changed: Visit = (scope, read) =>
    visit(scope, (found, isComposed) => {
      let here = found;
      for (const change of changes) {
        if (here === undefined) return undefined;
        here = change(here, scope);
      }
      return read(here, isComposed);
    });
  return otherwise ? (scope, read) => changed(scope, read) ?? otherwise(scope, read) : changed;
}

// In the order in which they are applied.
const CHANGES: Readonly<Record<string, (given: unknown, path: Path, compiling: Compiling) => Change | undefined>> = {
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
    // A function, since `$` has a meaning in a text.
    return found => (typeof found === 'string' ? found.slice(0, LONGEST_CHANGED).replaceAll(from, () => to) : found);
  },
  trim: given => (given === true ? found => (typeof found === 'string' ? found.trim() : found) : undefined),
  end: given =>
    typeof given === 'number' && given > 0
      ? found => (typeof found === 'string' ? found.slice(-given) : found)
      : undefined,
  relativeTo(given, path, compiling) {
    const folder = compileGetter(given, asText, path, compiling);
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

function asText(found: unknown): string | undefined {
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function withoutFolder(found: unknown, folder: string | undefined): unknown {
  if (typeof found !== 'string' || folder === undefined) return found;
  return found.startsWith(`${folder}/`) ? found.slice(folder.length + 1) : found;
}

/** Reads any value but null. */
export function asIs(found: unknown): unknown {
  return found ?? undefined;
}

/** Compiles a value to read all that it finds; of several alternatives, what the first finds that finds any. */
export function compileAll(json: unknown, path: Path, compiling: Compiling): ((scope: Scope) => unknown[]) | undefined {
  const visits = Array.isArray(json)
    ? json.slice(0, MOST_ALTERNATIVES).flatMap((one, at) => compileValue(one, [...path, at], compiling) ?? [])
    : [compileValue(json, path, compiling)].filter(visit => visit !== undefined);
  if (visits.length === 0) return undefined;
  return scope => {
    const all: unknown[] = [];
    for (const visit of visits) {
      visit(scope, found => {
        if (found !== undefined && found !== null && found !== '') all.push(found);
        return undefined;
      });
      if (all.length > 0) break;
    }
    return all;
  };
}
