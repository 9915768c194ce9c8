import type { Path } from '../../model/text';
import { embeddedJson } from '../../text/json/losslessJson';
import { readerAt } from '../../text/jsonPointer';
import { memoizeLast } from '../../text/memoize';

/** A JSON value to which the pointers of a declared rule `steps` are relative: a whole envelope, an item of a list in it, or a nested object. */
export interface Scope {
  readonly value: unknown;
  /** The enclosing item or envelope, to which `^` leads. Undefined for the envelope. */
  readonly outer: Scope | undefined;
  /** The index of an item in its list, and the length of the list. */
  readonly index: number;
  readonly size: number;
  readonly depth: number;
  /** The nearest scope, from this one outwards, whose rule declares fields or names for all of its steps. */
  readonly framed: FramedScope | undefined;
  /** The path in the envelope that steps of this scope get; undefined for the envelope itself. */
  path(): Path | undefined;
  /** The path of the value in the envelope, which may lead into JSON in a text. */
  place(): Path | undefined;
}

/** Reads a value in a scope; undefined if there is none. */
export type Getter<T> = (scope: Scope) => T | undefined;

/** A scope whose rule declares fields or names for all of its steps. */
export interface FramedScope extends Scope {
  readonly frame: Frame;
  readonly said: Said;
  readonly framedAbove: FramedScope | undefined;
  /** The values that were already read, by the places of their getters in the frame. */
  known: unknown[] | undefined;
}

/** The fields and names that a rule declares for all of its steps, with their getters. */
export class Frame {
  readonly getters: readonly Getter<unknown>[];
  /** The initial values of a scope: none is read yet. */
  readonly unasked: readonly undefined[];
  readonly alone: Said;
  private readonly below = new Map<Said, Said>();
  private lastAround: Said | undefined;
  private lastSaid: Said;

  constructor(private readonly byName: ReadonlyMap<string, Getter<unknown>>) {
    this.getters = [...byName.values()];
    this.unasked = this.getters.map(() => undefined);
    this.alone = this.saidBelow(undefined);
    this.lastAround = undefined;
    this.lastSaid = this.alone;
  }

  get(name: string): Getter<unknown> | undefined {
    return this.byName.get(name);
  }

  /** Combines the fields and names of this rule with those of outer rules. */
  under(around: Said | undefined): Said {
    if (!around) return this.alone;
    // A rule stands below the same rules for nearly all records.
    if (around === this.lastAround) return this.lastSaid;
    let said = this.below.get(around);
    if (!said) {
      said = this.saidBelow(around);
      if (this.below.size < MOST_COMBINED) this.below.set(around, said);
    }
    this.lastAround = around;
    this.lastSaid = said;
    return said;
  }

  private saidBelow(around: Said | undefined): Said {
    const said = new Map<string, readonly Saying[]>();
    for (const [name, sayings] of around?.byName ?? [])
      said.set(
        name,
        sayings.map(one => ({ ...one, hops: one.hops + 1 })),
      );
    for (const [place, name] of [...this.byName.keys()].entries()) {
      said.set(name, [{ hops: 0, place }, ...(said.get(name) ?? [])]);
    }
    return { byName: said, fields: FIELDS.map(name => said.get(name)) };
  }
}

// Recursive rules are nested to any depth.
const MOST_COMBINED = 100;

/** The fields that nested rules inherit. */
export const FIELDS = ['run', 'agent', 'peer', 'parent', 'model', 'service', 'at', 'order', 'links'] as const;

/** For each name and field, the frames that declare it. */
export interface Said {
  byName: ReadonlyMap<string, readonly Saying[]>;
  /** In the order of `FIELDS`. */
  fields: readonly (readonly Saying[] | undefined)[];
}

/** A frame that declares a name or a field: the number of framed scopes outwards, and the place in that frame. */
export interface Saying {
  hops: number;
  place: number;
}

// These three scopes have properties, not getters, and are few, since code that reads a property of a scope runs for each value of each record.

/** The scope of a record. */
export class RecordScope implements FramedScope {
  readonly outer = undefined;
  readonly framedAbove = undefined;
  readonly index = 0;
  readonly size = 1;
  readonly depth = 0;
  readonly said: Said;
  readonly framed: this;
  known: unknown[] | undefined = undefined;

  constructor(
    readonly value: unknown,
    readonly frame: Frame,
  ) {
    this.said = frame.alone;
    this.framed = this;
  }

  path(): undefined {
    return undefined;
  }

  place(): Path {
    return [];
  }
}

/** The scope of a nested rule about the same value. */
export class RuleScope implements FramedScope {
  readonly value: unknown;
  readonly outer: Scope | undefined;
  readonly index: number;
  readonly size: number;
  readonly depth: number;
  readonly said: Said;
  readonly framed: this;
  readonly framedAbove: FramedScope | undefined;
  known: unknown[] | undefined = undefined;

  constructor(
    readonly above: Scope,
    readonly frame: Frame,
  ) {
    this.value = above.value;
    this.outer = above.outer;
    this.index = above.index;
    this.size = above.size;
    this.depth = above.depth + 1;
    this.said = frame.under(above.framed?.said);
    this.framed = this;
    this.framedAbove = above.framed;
  }

  path(): Path | undefined {
    return this.above.path();
  }

  place(): Path | undefined {
    return this.above.place();
  }
}

/** The place of an item: below the value of a scope, at these segments, and there in a list at this key. */
interface ItemPlace {
  below: Scope;
  steps: readonly string[];
  key?: string | number;
  /** Steps of this scope have the path of the outer scope. */
  isInside?: boolean;
  index: number;
  size: number;
}

/** The scope of an item, or of an object that a rule enters. */
export class ItemScope implements Scope {
  readonly index: number;
  readonly size: number;
  readonly depth: number;
  readonly framed: FramedScope | undefined;

  constructor(
    readonly value: unknown,
    readonly outer: Scope,
    readonly at: ItemPlace,
  ) {
    this.index = at.index;
    this.size = at.size;
    this.depth = outer.depth + 1;
    this.framed = outer.framed;
  }

  path(): Path | undefined {
    return this.at.isInside ? this.outer.path() : (this.place() ?? this.outer.path());
  }

  place(): Path | undefined {
    const { below, steps, key } = this.at;
    // A text alone is no envelope.
    if (key === undefined && typeof this.value === 'string') return undefined;
    const around = below.place();
    const path = around && pathBelow(around, below.value, steps);
    if (key !== undefined) path?.push(key);
    return path;
  }
}

/** Returns a scope with another value, such as that of several records together. */
export function withValue(scope: Scope, value: unknown): Scope {
  if (scope instanceof RuleScope) return new RuleScope(withValue(scope.above, value), scope.frame);
  if (scope instanceof ItemScope) return new ItemScope(value, scope.outer, scope.at);
  return scope instanceof RecordScope ? new RecordScope(value, scope.frame) : scope;
}

// An index is a number in paths.
function pathBelow(around: Path, value: unknown, steps: readonly string[]): (string | number)[] | undefined {
  const path: (string | number)[] = around.slice();
  let here = value;
  for (const step of steps) {
    if (typeof here === 'string') here = parsedText(here);
    if (typeof here !== 'object' || here === null) return undefined;
    path.push(Array.isArray(here) ? Number(step) : step);
    here = (here as Record<string, unknown>)[step];
  }
  return path;
}

const NO_FRAME = new Frame(new Map());
/**
 * An empty scope, which keeps one object of each scope class alive. V8 drops compiled code for a class when a garbage collection finds no
 * object of it, and all other scopes live only while a record is read.
 */
export const EMPTY_SCOPE: Scope = new ItemScope(
  undefined,
  new RuleScope(new RecordScope(undefined, NO_FRAME), NO_FRAME),
  { below: new RecordScope(undefined, NO_FRAME), steps: [], index: 0, size: 1 },
);

/** Returns a getter of a name that outer rules declare. The nearest declaration with a value counts. Each is read once. */
export function inheritedName(name: string): Getter<unknown> {
  let lastSaid: Said | undefined;
  let sayings: readonly Saying[] | undefined;
  return ({ framed }) => {
    if (framed === undefined) return undefined;
    if (framed.said !== lastSaid) {
      lastSaid = framed.said;
      sayings = lastSaid.byName.get(name);
    }
    return sayings && firstSaid(framed, sayings);
  };
}

/** Returns the first value that some declarations find, from a framed scope outwards. Each is read once. */
export function firstSaid(framed: FramedScope, sayings: readonly Saying[]): unknown {
  let here: FramedScope | undefined = framed;
  let hops = 0;
  for (let at = 0; at < sayings.length; at++) {
    const saying = sayings[at] as Saying;
    for (; hops < saying.hops; hops++) here = here?.framedAbove;
    const found = here && known(here, saying.place);
    if (found !== undefined) return found;
  }
  return undefined;
}

const NOTHING = Symbol('nothing');

function known(scope: FramedScope, place: number): unknown {
  scope.known ??= scope.frame.unasked.slice();
  const before = scope.known[place];
  if (before !== undefined) return before === NOTHING ? undefined : before;
  // A name that refers to itself finds nothing.
  scope.known[place] = NOTHING;
  const found = scope.frame.getters[place]?.(scope);
  if (found !== undefined) scope.known[place] = found;
  return found;
}

/** Returns the value at a path, also inside JSON in a text. Follows own properties only. */
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

/** Returns a function that reads the value at a path, as `lookInto` does. */
export function pathReader(path: readonly string[]): (value: unknown) => unknown {
  return readerAt(path, lookInto);
}

/** Returns an object or a list unchanged, or parses it from a text with JSON; undefined for any other value. */
export function objectIn(value: unknown): object | undefined {
  if (typeof value === 'string') return enteredText(value);
  return typeof value === 'object' && value !== null ? value : undefined;
}

// Several values of one text are read one after the other.
const parsedText = textParser();
// The rules of a record enter the same text, and in between their values are read from other texts.
const enteredText = textParser();

function textParser(): (text: string) => object | undefined {
  const parse = memoizeLast(embeddedJson);
  return text => (text.length > LONGEST_TEXT ? undefined : parse(text));
}

/** The maximum length of a text that is parsed as JSON, in characters. */
const LONGEST_TEXT = 1_000_000;
