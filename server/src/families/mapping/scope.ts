import type { Path } from '../../model/text';
import { embeddedJson } from '../../text/json/losslessJson';

/** What a rule looks at: a record, an item in one, or an object that the rule goes into. */
export interface Scope {
  readonly value: unknown;
  /** The item around it; `^` leads there. Undefined for the record. */
  readonly outer: Scope | undefined;
  /** The scope of the rule around. */
  readonly above: Scope | undefined;
  /** Its place in its list, and how many there are. */
  readonly index: number;
  readonly size: number;
  readonly depth: number;
  readonly frame: Frame | undefined;
  /** The values of the frame that have been asked for. */
  known: Map<string, unknown> | undefined;
  /** The path of its steps in the record; undefined for the record itself. */
  path(): Path | undefined;
  /** The path of its value in the record; undefined if that is in JSON in a text. */
  place(): Path | undefined;
}

/** Reads a value in a scope; undefined if there is none. */
export type Getter<T> = (scope: Scope) => T | undefined;

/** What a rule says for all of its steps: fields and names, by name. */
export type Frame = ReadonlyMap<string, Getter<unknown>>;

/** The scope of a record. */
export class RecordScope implements Scope {
  readonly outer = undefined;
  readonly above = undefined;
  readonly index = 0;
  readonly size = 1;
  readonly depth = 0;
  known: Map<string, unknown> | undefined = undefined;

  constructor(
    readonly value: unknown,
    readonly frame: Frame | undefined,
  ) {}

  path(): undefined {
    return undefined;
  }

  place(): Path {
    return [];
  }
}

/** The scope of a rule in the scope of another, about the same value. */
export class RuleScope implements Scope {
  readonly depth: number;
  known: Map<string, unknown> | undefined = undefined;

  constructor(
    readonly above: Scope,
    readonly frame: Frame | undefined,
  ) {
    this.depth = above.depth + 1;
  }

  // Not copied: an item of a large document is read only if it is asked for.
  get value(): unknown {
    return this.above.value;
  }

  get outer(): Scope | undefined {
    return this.above.outer;
  }

  get index(): number {
    return this.above.index;
  }

  get size(): number {
    return this.above.size;
  }

  path(): Path | undefined {
    return this.above.path();
  }

  place(): Path | undefined {
    return this.above.place();
  }
}

/** Where an item is: below the value of a scope, at these steps, and there in a list at this key. */
interface ItemPlace {
  below: Scope;
  steps: readonly string[];
  key?: string | number;
  /** Its steps are those of what is around. */
  isInside?: boolean;
  index: number;
  size: number;
}

/** The scope of an item, or of an object that a rule goes into. */
export class ItemScope implements Scope {
  readonly index: number;
  readonly size: number;
  readonly depth: number;
  readonly frame = undefined;
  known: Map<string, unknown> | undefined = undefined;

  constructor(
    readonly value: unknown,
    readonly outer: Scope,
    private readonly at: ItemPlace,
  ) {
    this.index = at.index;
    this.size = at.size;
    this.depth = outer.depth + 1;
  }

  get above(): Scope {
    return this.outer;
  }

  path(): Path | undefined {
    return this.at.isInside ? this.outer.path() : (this.place() ?? this.outer.path());
  }

  place(): Path | undefined {
    const { below, steps, key } = this.at;
    const around = below.place();
    const own = around && pathBelow(below.value, steps);
    return own && [...around, ...own, ...(key === undefined ? [] : [key])];
  }
}

// An index is a number in paths. Undefined if the path leads through JSON in a text.
function pathBelow(value: unknown, steps: readonly string[]): Path | undefined {
  const path: (string | number)[] = [];
  let here = value;
  for (const step of steps) {
    if (typeof here === 'string') return undefined;
    path.push(Array.isArray(here) ? Number(step) : step);
    here = lookInto(here, [step]);
  }
  return typeof here === 'string' ? undefined : path;
}

/** What the rules around say of a field or a name: the nearest that finds something. Each is asked once. */
export function inherited(scope: Scope, name: string): unknown {
  for (let here: Scope | undefined = scope; here; here = here.above) {
    const get = here.frame?.get(name);
    if (!get) continue;
    const found = known(here, name, get);
    if (found !== undefined) return found;
  }
  return undefined;
}

function known(scope: Scope, name: string, get: Getter<unknown>): unknown {
  scope.known ??= new Map();
  if (scope.known.has(name)) return scope.known.get(name);
  const found = get(scope);
  scope.known.set(name, found);
  return found;
}

/** The value at a path; JSON in a text is looked into. Follows own properties only. */
export function lookInto(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (let at = 0; at < path.length; at++) {
    if (typeof here === 'string') here = parsedText(here);
    if (typeof here !== 'object' || here === null) return undefined;
    const step = path[at] as string;
    const next = (here as Record<string, unknown>)[step];
    if (next === undefined) return undefined;
    // Objects inherit only functions and `__proto__`.
    if ((typeof next === 'function' || step === '__proto__') && !Object.hasOwn(here, step)) return undefined;
    here = next;
  }
  return here;
}

let lastText = '';
let lastValue: object | undefined;

// Several values of one text are asked for, one after the other.
function parsedText(text: string): object | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  if (text !== lastText) {
    lastText = text;
    lastValue = embeddedJson(text);
  }
  return lastValue;
}

/** The longest text that is looked into, in characters. */
const LONGEST_TEXT = 1_000_000;
