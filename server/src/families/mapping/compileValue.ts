import type { Condition, WatchPointer } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Path } from '../../model/text';
import { compileCondition } from '../../rules/compileCondition';
import { t, translated } from '../../shared/l10n';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { readScopedCondition } from '../declared/readSignature';
import { identifier, idInRecord, isNumberLike, shortLine } from '../drafts/createDraft';
import { amountOf, totalAmount } from '../drafts/usageEffects';
import { compilePointer, type Read, valueVisitor } from './compilePointer';
import { compileWhen, namesIn, originOf, type Test } from './compileWhen';
import { EMPTY_SCOPE, type Getter, type Scope } from './mappingScope';
import { CHANGES, type Change } from './valueConversions';

/**
 * The state of compiling the list `steps` of a protocol's declaration: the errors found so far, the names that rules may use, and how many more
 * rules and values may be compiled.
 */
export interface Compiling {
  faults: DeclarationFault[];
  /** The names of `stepLists`. */
  lists: ReadonlySet<string>;
  /** The names that clauses `let` give to values. */
  names: ReadonlySet<string>;
  /** The number of rules and values that may still be compiled. */
  budget: { left: number };
  /** Fixed texts are read at each call, since the reading function depends on the scope, or collects the texts. */
  readsAnew?: boolean;
  /** The number of values collected so far, where a value is read for all that it finds. */
  collected?: () => number;
  watch?: WatchPointer | undefined;
}

/**
 * Compiles a value into a function that returns the first usable value that it finds. Undefined without a value, or for an invalid one, which
 * is a fault. The reading function is compiled in, so that reading a value takes a few calls and allocates nothing.
 */
export function compileGetter<T>(
  json: unknown,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  if (json === undefined) return undefined;
  if (!takesOne(path, compiling)) return undefined;
  if (typeof json === 'string') return compileText(json, read, path, compiling);
  if (typeof json === 'number' || typeof json === 'boolean') return scope => read(json, true, scope);
  if (Array.isArray(json)) {
    return firstOf(
      json.slice(0, MOST_ALTERNATIVES).flatMap((one, at) => compileGetter(one, read, [...path, at], compiling) ?? []),
      compiling,
    );
  }
  if (isObject(json)) return compileForm(json, read, path, compiling);
  compiling.faults.push({ path, message: NO_VALUE });
  return undefined;
}

/** Compiles the value of an id. */
export function compileId(json: unknown, path: Path, compiling: Compiling): Getter<string> | undefined {
  return compileGetter(json, idOf, path, compiling);
}

function idOf(found: unknown, _isComposed: boolean, scope: Scope): string | undefined {
  const id = identifier(found);
  // A large record is read as a whole only if necessary: in JSON-RPC, a text is another id than a number.
  return id !== undefined && typeof found === 'string' && isNumberLike(id) ? idInRecord(recordOf(scope), id) : id;
}

function recordOf(scope: Scope): unknown {
  let record = scope;
  for (let around = record.outer; around; around = record.outer) record = around;
  return record.value;
}

/** Counts the compiled parts; returns false if there are too many, with a fault for the first one beyond the limit. */
export function takesOne(path: Path, { budget, faults }: Compiling): boolean {
  budget.left -= 1;
  if (budget.left === 0) faults.push({ path, message: t`There are too many rules and values here; use fewer.` });
  return budget.left > 0;
}

const MOST_ALTERNATIVES = 50;
const NO_VALUE = t`This is no value: a pointer such as "/a/b" or "^/a", a text such as "=user" or "={/type} done", a list of these, or an object with "then", "of", "sum", "join", "member" or "at".`;

/** Returns a getter of the first value that some getters find or collect; undefined without getters. */
export function firstOf<T>(
  getters: readonly Getter<T>[],
  { collected }: Pick<Compiling, 'collected'> = {},
): Getter<T> | undefined {
  const [first, second] = getters;
  if (!first || !second) return first;
  if (getters.length === 2 && !collected) return scope => first(scope) ?? second(scope);
  return scope => {
    const before = collected?.();
    for (const getter of getters) {
      const found = getter(scope);
      if (found !== undefined || collected?.() !== before) return found;
    }
    return undefined;
  };
}

function compileText<T>(text: string, read: Read<T>, path: Path, compiling: Compiling): Getter<T> | undefined {
  if (text.startsWith('=')) {
    const isShown = path.some(step => SHOWN.has(step));
    return compileTemplate(isShown ? translated(text.slice(1)) : text.slice(1), read, path, compiling);
  }
  const origin = originOf(text);
  if (!origin) {
    const message = /^\w{1,40}$/.test(text)
      ? t`"${text}" is no pointer and no text. Write "/${text}" for a property, or "=${text}" for this text.`
      : t`"${text.slice(0, 60)}" is no pointer and no text.`;
    compiling.faults.push({ path, message });
    return undefined;
  }
  if (origin.name !== undefined && !compiling.names.has(origin.name)) {
    compiling.faults.push({ path, message: unnamed(origin.name) });
    return undefined;
  }
  const { watch } = compiling;
  if (!watch || origin.pointer === '') return compilePointer(text, origin, read);
  let hasFound = false;
  const getter = compilePointer<T>(text, origin, (found, isComposed, scope) => {
    hasFound = true;
    return read(found, isComposed, scope);
  });
  return scope => {
    hasFound = false;
    const found = getter(scope);
    watch(path, text, hasFound);
    return found;
  };
}

function unnamed(name: string): string {
  return t`No "let" names a value "${name}".`;
}

/** Compiles a text with values in braces; its getter finds nothing if one of the values is missing. */
function compileTemplate<T>(text: string, read: Read<T>, path: Path, compiling: Compiling): Getter<T> | undefined {
  const bare = BARE.exec(text)?.[1];
  if (bare !== undefined) {
    // The braces may be meant as text, so this stays a text.
    const [written, meant] = [`{${bare}}`, `{/${bare}}`];
    const message = t`"${written}" is a text here; write "${meant}" for what a pointer finds.`;
    compiling.faults.push({ path, message, severity: 'warning' });
  }
  const pieces: (string | Getter<string>)[] = [];
  let end = 0;
  for (const { 0: whole, 1: inner = '', index } of text.matchAll(PLACEHOLDER)) {
    const shown = compileText(inner, asShown, path, compiling);
    if (!shown) return undefined;
    pieces.push(text.slice(end, index), shown);
    end = index + whole.length;
  }
  if (pieces.length === 0) {
    if (compiling.readsAnew) return scope => read(text, true, scope);
    const fixed = read(text, true, EMPTY_SCOPE);
    return () => fixed;
  }
  pieces.push(text.slice(end));
  return scope => {
    let made = '';
    for (const piece of pieces) {
      const shown = typeof piece === 'string' ? piece : piece(scope);
      if (shown === undefined) return undefined;
      made += shown;
    }
    return read(made, true, scope);
  };
}

/** The values of a step whose texts are shown unchanged. */
const SHOWN: ReadonlySet<string | number> = new Set(['title', 'about', 'failure']);

// Matches a pointer in braces, or a place in a list.
const PLACEHOLDER = /\{([/^$#][^{}]{0,300})\}/g;

/** Matches a word in braces, which was meant as a pointer. */
const BARE = /\{([a-z_][\w/.-]{0,60})\}/i;

function asShown(found: unknown): string | undefined {
  return typeof found === 'boolean' ? String(found) : shortLine(found);
}

function compileForm<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  const form = FORMS().find(([key]) => Object.hasOwn(json, key));
  if (form) {
    const [key, compile, beside] = form;
    for (const name of Object.keys(json)) {
      if (name === key || beside.includes(name)) continue;
      const message = t`"${name.slice(0, 60)}" says nothing beside "${key}"; what may stand there is ${beside.join(', ')}.`;
      compiling.faults.push({ path: [...path, name], on: 'key', message });
    }
    return compile(json, read, path, compiling);
  }
  compiling.faults.push({ path, message: NO_VALUE });
  return undefined;
}

type CompileForm = typeof compileForm;

const FORMS = (): readonly (readonly [key: string, compile: CompileForm, beside: readonly string[]])[] => [
  ['then', compileConditional, ['when', 'else']],
  ['of', compileFiltered, ['if']],
  ['sum', compileSum, []],
  ['join', compileJoin, ['with']],
  ['member', compileMember, ['in', 'by', 'path']],
  ['at', compileChanged, [...Object.keys(CHANGES), 'else', 'unit']],
];

function compileConditional<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  const test = compileTest(json['when'], [...path, 'when'], compiling);
  const then = compileGetter(json['then'], read, [...path, 'then'], compiling);
  const otherwise = compileGetter(json['else'], read, [...path, 'else'], compiling);
  if (!test || !then) return undefined;
  if (!otherwise) return scope => (test(scope) ? then(scope) : undefined);
  return scope => (test(scope) ? then(scope) : otherwise(scope));
}

/** Compiles a condition; undefined without one, or for an invalid one, which is a fault. */
export function compileTest(json: unknown, path: Path, compiling: Compiling): Test | undefined {
  const condition = json === undefined ? undefined : readNamedCondition(json, path, compiling);
  return condition === undefined ? undefined : compileWhen(condition);
}

/** Reads a condition whose pointers may begin at named values; undefined for an invalid one, which is a fault. */
export function readNamedCondition(json: unknown, path: Path, { faults, names }: Compiling): Condition | undefined {
  const condition = readScopedCondition(json, path, faults);
  const name = condition === undefined ? undefined : namesIn(condition).find(one => !names.has(one));
  if (name === undefined) return condition;
  faults.push({ path, message: unnamed(name) });
  return undefined;
}

function compileFiltered<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  let test: ((found: unknown) => boolean) | undefined;
  const tested: Read<T> = (found, isComposed, scope) => (test?.(found) ? read(found, isComposed, scope) : undefined);
  const getter = compileGetter(json['of'], tested, [...path, 'of'], { ...compiling, readsAnew: true });
  const condition = readScopedCondition(json['if'], [...path, 'if'], compiling.faults);
  if (condition === undefined) return undefined;
  test = compileCondition(condition);
  return getter;
}

function compileSum<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  const of = Array.isArray(json['sum']) ? json['sum'] : [json['sum']];
  const single: Getter<number>[] = [];
  const many: ((scope: Scope) => unknown[])[] = [];
  for (const [at, one] of of.entries()) {
    const own = [...path, 'sum', at];
    if (typeof one === 'string' && one.startsWith('/') && !one.includes('*')) {
      const getter = compileGetter(one, amountOf, own, compiling);
      if (getter) single.push(getter);
    } else {
      const all = compileAll(one, own, compiling);
      if (all) many.push(all);
    }
  }
  return scope => {
    let sum: number | undefined;
    for (const getter of single) {
      const amount = getter(scope);
      if (amount !== undefined) sum = (sum ?? 0) + amount;
    }
    for (const all of many) sum = totalAmount([], [sum, ...all(scope)]);
    // Rounded, since sums of fractions have errors.
    const found = sum === undefined || Number.isInteger(sum) ? sum : totalAmount([], [sum]);
    return found === undefined ? undefined : read(found, false, scope);
  };
}

function compileJoin<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  const of = Array.isArray(json['join']) ? json['join'] : [json['join']];
  const all = of.flatMap((one, at) => compileAll(one, [...path, 'join', at], compiling) ?? []);
  const separator = typeof json['with'] === 'string' ? json['with'] : ' ';
  return scope => {
    const texts: string[] = [];
    let room = LONGEST_JOINED;
    for (const valuesIn of all) {
      for (const found of valuesIn(scope)) {
        if (room > 0 && addText(texts, found)) room -= texts.at(-1)?.length ?? 0;
      }
    }
    return texts.length === 0 ? undefined : read(texts.join(separator), true, scope);
  };
}

/** Compiles the member of an object whose name is a value, or the element of a list that has this value at a place. */
function compileMember<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  const name = compileGetter(json['member'], identifier, [...path, 'member'], compiling);
  const steps = typeof json['path'] === 'string' ? parsePointer(json['path']) : [];
  const by = [json['by']]
    .flat()
    .slice(0, MOST_ALTERNATIVES)
    .flatMap(one => (typeof one === 'string' && one.startsWith('/') ? [parsePointer(one)] : []));
  if (json['by'] !== undefined && by.length === 0) {
    compiling.faults.push({ path: [...path, 'by'], message: t`This must be a pointer, such as "/id", or several.` });
  }
  const visit = valueVisitor(steps, read);
  const memberOf: Read<T> = (found, _, scope) => {
    if (Array.isArray(found)) {
      const key = by.length > 0 ? name?.(scope) : undefined;
      if (key === undefined) return undefined;
      const is: Read<true> = one => (identifier(one) === key ? true : undefined);
      const places = by.map(steps => valueVisitor(steps, is));
      const member = found.find(one => places.some(has => has(one, scope)));
      return member === undefined ? undefined : visit(member, scope);
    }
    const key = isObject(found) ? name?.(scope) : undefined;
    return isObject(found) && key !== undefined && Object.hasOwn(found, key) ? visit(found[key], scope) : undefined;
  };
  const getter = compileGetter(json['in'], memberOf, [...path, 'in'], { ...compiling, readsAnew: true });
  return name && getter;
}

/** Adds a text, or a number as text; returns whether it did. */
function addText(texts: string[], found: unknown): boolean {
  if (texts.length >= MOST_JOINED) return false;
  const isText = typeof found === 'string' ? found.trim() !== '' : typeof found === 'number';
  if (isText) texts.push(String(found));
  return isText;
}

const MOST_JOINED = 1000;
/** In characters, without the last text. */
const LONGEST_JOINED = 1_000_000;

/** Compiles a value with conversions, such as a part of a text, or a word for another. */
function compileChanged<T>(
  json: Record<string, unknown>,
  read: Read<T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  let changes: Change[] = [];
  const changed: Read<T> = (found, isComposed, scope) => {
    let here = found;
    for (const change of changes) {
      here = change(here, scope);
      if (here === undefined) return undefined;
    }
    return read(here, isComposed, scope);
  };
  const getter = compileGetter(json['at'], changed, [...path, 'at'], { ...compiling, readsAnew: true });
  if (!getter) return undefined;
  changes = Object.entries(CHANGES).flatMap(([name, make]) => {
    if (!Object.hasOwn(json, name)) return [];
    const before = compiling.faults.length;
    const change = make(json[name], () => compileGetter(json[name], asText, [...path, name], compiling));
    if (change || json[name] === false) return change ?? [];
    if (compiling.faults.length === before) {
      compiling.faults.push({ path: [...path, name], message: t`This value of "${name}" can't be used.` });
    }
    return [];
  });
  const otherwise = compileGetter(json['else'], read, [...path, 'else'], compiling);
  return otherwise ? firstOf([getter, otherwise], compiling) : getter;
}

function asText(found: unknown): string | undefined {
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Reads any value but null. */
export function asIs(found: unknown): unknown {
  return found ?? undefined;
}

/** Compiles a value into a function that returns all values it finds; of several alternatives, those of the first that finds any. */
export function compileAll(json: unknown, path: Path, compiling: Compiling): ((scope: Scope) => unknown[]) | undefined {
  let all: unknown[] = [];
  const collect = (found: unknown) => {
    if (found !== null && found !== '') all.push(found);
    return undefined;
  };
  const visit = compileGetter(json, collect, path, { ...compiling, readsAnew: true, collected: () => all.length });
  return (
    visit &&
    (scope => {
      // A name may lead here again.
      const around = all;
      const own: unknown[] = [];
      all = own;
      visit(scope);
      all = around;
      return own;
    })
  );
}
