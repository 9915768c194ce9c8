import type { Condition } from '../../model/kind';
import { compileCondition } from '../../rules/condition';
import { parsePointer } from '../../text/pointer';
import { inherited, pathReader, type Scope } from './scope';

/** Whether a scope meets a condition. */
export type Test = (scope: Scope) => boolean;

/** What a pointer begins at, and the pointer from there. */
export interface Origin {
  from(scope: Scope): unknown;
  pointer: string;
  /** The number of `^`. */
  levels: number;
  /** The name behind `$`. */
  name?: string;
}

/** Reads where a pointer begins: `/a`, `^/a`, `$name/a`, `#`, `#last`. Undefined for any other text. */
export function originOf(text: string): Origin | undefined {
  const [whole, up = '', word, last, pointer = ''] = ORIGIN.exec(text) ?? [];
  if (whole === undefined || (word !== undefined && up !== '')) return undefined;
  const levels = up.length;
  if (word !== undefined) return { from: scope => inherited(scope, `$${word}`), pointer, levels, name: word };
  if (last !== undefined) {
    if (pointer !== '') return undefined;
    if (last === '#') return { from: scope => outerOf(scope, levels)?.index, pointer, levels };
    return { from: scope => isLast(outerOf(scope, levels)), pointer, levels };
  }
  if (levels === 0) return { from: ownValue, pointer, levels };
  if (levels === 1) return { from: scope => scope.outer?.value, pointer, levels };
  return { from: scope => outerOf(scope, levels)?.value, pointer, levels };
}

const ORIGIN = /^(\^{0,5})(?:\$([a-z]\w{0,39})|(#last|#))?((?:\/(?:[^/~]|~[01])*)*)$/i;

function ownValue(scope: Scope): unknown {
  return scope.value;
}

function outerOf(scope: Scope, levels: number): Scope | undefined {
  let here: Scope | undefined = scope;
  for (let at = 0; at < levels; at++) here = here?.outer;
  return here;
}

function isLast(scope: Scope | undefined): boolean {
  return scope !== undefined && scope.index === scope.size - 1;
}

/** Compiles a condition whose pointers may begin at what is around, or at a name. */
export function compileWhen(condition: Condition): Test {
  if (isPlain(condition)) {
    if (typeof condition === 'object' && 'at' in condition && 'is' in condition && condition.is.length === 1) {
      return equalityTest(condition.at, condition.is[0]);
    }
    const test = compileCondition(condition);
    return scope => test(scope.value);
  }
  if (typeof condition === 'string') {
    const found = finder(condition);
    return scope => found(scope) !== undefined;
  }
  if ('all' in condition) {
    const tests = condition.all.map(compileWhen);
    return scope => tests.every(test => test(scope));
  }
  if ('any' in condition) {
    const tests = condition.any.map(compileWhen);
    return scope => tests.some(test => test(scope));
  }
  if ('not' in condition) {
    const test = compileWhen(condition.not);
    return scope => !test(scope);
  }
  if ('atLeast' in condition) {
    const tests = condition.of.map(compileWhen);
    return scope => tests.filter(test => test(scope)).length >= condition.atLeast;
  }
  const found = finder(condition.at);
  if ('same' in condition) {
    const other = finder(condition.same);
    return scope => {
      const one = found(scope);
      return one !== undefined && one === other(scope);
    };
  }
  const test = compileCondition({ ...condition, at: '' });
  return scope => {
    const value = found(scope);
    return value !== undefined && test(value);
  };
}

/** The names, `$name`, at which pointers of a condition begin. */
export function namesIn(condition: Condition): string[] {
  if (typeof condition === 'string') return [originOf(condition)?.name ?? []].flat();
  if ('all' in condition) return condition.all.flatMap(namesIn);
  if ('any' in condition) return condition.any.flatMap(namesIn);
  if ('not' in condition) return namesIn(condition.not);
  if ('atLeast' in condition) return condition.of.flatMap(namesIn);
  return [condition.at, 'same' in condition ? condition.same : ''].flatMap(pointer => originOf(pointer)?.name ?? []);
}

// Most rules begin so: with the type of a record.
function equalityTest(pointer: string, wanted: unknown): Test {
  const find = pathReader(parsePointer(pointer));
  return scope => find(scope.value) === wanted;
}

/**
 * Whether all of its pointers lead to the value itself or to one of its properties: deeper ones look into JSON in a text, as those of
 * values do. Those in `some` and `each` begin at a member.
 */
function isPlain(condition: Condition): boolean {
  if (typeof condition === 'string') return isOwn(condition);
  if ('all' in condition) return condition.all.every(isPlain);
  if ('any' in condition) return condition.any.every(isPlain);
  if ('not' in condition) return isPlain(condition.not);
  if ('atLeast' in condition) return condition.of.every(isPlain);
  return isOwn(condition.at) && (!('same' in condition) || isOwn(condition.same));
}

function isOwn(pointer: string): boolean {
  return pointer.lastIndexOf('/') <= 0 && (pointer === '' || pointer.startsWith('/'));
}

function finder(pointer: string): (scope: Scope) => unknown {
  const origin = originOf(pointer);
  if (!origin) return () => undefined;
  const find = pathReader(parsePointer(origin.pointer));
  return scope => find(origin.from(scope));
}
