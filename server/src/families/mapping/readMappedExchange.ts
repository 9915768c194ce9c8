import type { EnvelopeSurroundings } from '../../model/family';
import type { StepRules } from '../../model/kind';
import type { Exchange, ModelCall } from '../../model/run';
import type { Path } from '../../model/text';
import { atPath } from '../../text/jsonPointer';
import type { UsageGetters } from './compileEffects';
import { callPiece, resultPieces, type SidedMessage } from './compileMessages';
import { type CompiledRules, compiledRules, type RuleNode } from './compileRules';
import type { StepNode } from './compileStep';
import { type Frame, type FramedScope, lookInto, objectIn, type Said, type Scope } from './mappingScope';

/**
 * Reads the messages of a step from an envelope, as the rules `steps` in its protocol's declaration say. Undefined if there are none. Never
 * throws.
 *
 * @param value the JSON value from which the step was read, which may be a piece of the envelope
 * @param word the word behind the colon in the kind of the step, such as `tool` in `langsmith/run:tool`
 * @param around the whole envelope, and the path of `value` in it; without it, `value` is the whole envelope
 */
export function readMappedExchange(
  value: unknown,
  word: string | undefined,
  steps: StepRules,
  around: EnvelopeSurroundings = { path: [], valueAt: path => atPath(value, path) },
): Exchange | undefined {
  const compiled = compiledRules(steps);
  const { path, rule } = around;
  const valueAt = (one: Path) => (one.length === path.length ? value : around.valueAt(one));
  const search: Search = { compiled, path, valueAt, found: [], left: MOST_WORK };
  const root = new PlacedRuleScope(new PlacedScope([], undefined, valueAt), compiled.frame);
  searchRules(compiled.rules.all, { scope: root, below: [], tests: [], usage: undefined, depth: 0 }, search);
  const { found } = search;
  // Runs exported by older versions do not say which rule made a step.
  const one = found
    .filter(({ step }) => (rule === undefined ? (step.word ?? word) === word : step.rule === rule))
    .find(({ tests }) => tests.every(isMet => isMet()));
  return one && exchangeOf(one, word);
}

interface Search {
  compiled: CompiledRules;
  path: Path;
  valueAt(path: Path): unknown;
  found: Candidate[];
  /** The number of rules that may still be examined. */
  left: number;
}

interface Candidate {
  step: StepNode;
  scope: Scope;
  /** The usage that outer rules give to the first step of this item. */
  usage: UsageGetters | undefined;
  tests: readonly (() => boolean)[];
}

/** The state of the search: a scope, the pointers into objects since the scope's item, and the conditions so far. */
interface Place extends Pick<Candidate, 'scope' | 'usage'> {
  below: readonly string[];
  tests: Candidate['tests'];
  depth: number;
}

const MOST_WORK = 10_000;
const DEEPEST = 200;

/** Finds the rules that may have made the step at a path, without reading any other item. */
function searchRules(rules: readonly RuleNode[], place: Place, search: Search): void {
  for (const rule of rules) {
    if (--search.left < 0 || place.depth > DEEPEST) return;
    const inner = placeOf(rule, place, search);
    if (!inner || rule.isIgnored) continue;
    const { when, step, use, frame, lead } = rule;
    const tests = when ? [...inner.tests, () => when(inner.scope)] : inner.tests;
    const scope = frame ? new PlacedRuleScope(inner.scope, frame) : inner.scope;
    const usage = lead?.effects?.usage ?? inner.usage;
    const here = { ...inner, scope, tests, usage, depth: place.depth + 1 };
    if (step && (scope.path() ?? []).length === search.path.length) search.found.push({ step, scope, tests, usage });
    searchRules(rule.inner.all, here, search);
    if (use !== undefined) searchRules(search.compiled.lists.get(use)?.all ?? [], here, search);
  }
}

/** Returns the place of the rule's item that leads to the path; undefined if there is none. */
function placeOf(rule: RuleNode, around: Place, { path, valueAt }: Search): Place | undefined {
  const place = rule.in ? insidePlace(around, rule.in) : around;
  if (rule.each) {
    const { scope } = place;
    const at = scope.path() ?? [];
    const steps = [...place.below, ...rule.each];
    const isOnTheWay = steps.every((step, index) => {
      const key = path[at.length + index];
      return key !== undefined && (step === '*' || step === String(key));
    });
    if (!isOnTheWay) return undefined;
    const own = path.slice(0, at.length + steps.length);
    return {
      ...place,
      scope: new PlacedScope(own, scope, valueAt),
      below: [],
      usage: undefined,
    };
  }
  return place;
}

function insidePlace(place: Place, steps: readonly string[]): Place {
  const inside = new InsideScope(place.scope, steps);
  // Without the object, the rule makes no step.
  const tests = [...place.tests, () => inside.value !== undefined];
  return { ...place, scope: inside, below: [...place.below, ...steps], tests };
}

/** The scope of an item whose value is read on demand. */
class PlacedScope implements Scope {
  readonly depth: number;
  readonly framed: FramedScope | undefined;
  private read: { value: unknown } | undefined = undefined;

  constructor(
    private readonly own: Path,
    readonly outer: Scope | undefined,
    private readonly valueAt: (path: Path) => unknown,
  ) {
    this.depth = (outer?.depth ?? 0) + 1;
    this.framed = outer?.framed;
  }

  get value(): unknown {
    this.read ??= { value: this.valueAt(this.own) };
    return this.read.value;
  }

  get index(): number {
    const key = this.own.at(-1);
    return typeof key === 'number' ? key : 0;
  }

  get size(): number {
    const list = objectIn(this.valueAt(this.own.slice(0, -1)));
    return Array.isArray(list) ? list.length : 1;
  }

  path(): Path | undefined {
    return this.own.length === 0 ? undefined : this.own;
  }

  place(): Path {
    return this.own;
  }
}

/** The scope of a rule that enters an object, whose value is read on demand. */
class InsideScope implements Scope {
  readonly depth: number;
  readonly framed: FramedScope | undefined;

  constructor(
    readonly outer: Scope,
    private readonly steps: readonly string[],
  ) {
    this.depth = outer.depth + 1;
    this.framed = outer.framed;
  }

  get value(): object | undefined {
    return objectIn(lookInto(this.outer.value, this.steps));
  }

  get index(): number {
    return this.outer.index;
  }

  get size(): number {
    return this.outer.size;
  }

  path(): Path | undefined {
    return this.outer.path();
  }

  place(): Path | undefined {
    const around = this.outer.place();
    return around && [...around, ...this.steps];
  }
}

/** The scope of a nested rule about such a value. */
class PlacedRuleScope implements FramedScope {
  readonly outer: Scope | undefined;
  readonly depth: number;
  readonly said: Said;
  readonly framed: this;
  readonly framedAbove: FramedScope | undefined;
  known: unknown[] | undefined = undefined;

  constructor(
    private readonly above: Scope,
    readonly frame: Frame,
  ) {
    this.outer = above.outer;
    this.depth = above.depth + 1;
    this.said = frame.under(above.framed?.said);
    this.framed = this;
    this.framedAbove = above.framed;
  }

  get value(): unknown {
    return this.above.value;
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

function exchangeOf({ step, scope, usage }: Candidate, word: string | undefined): Exchange | undefined {
  if (step.operation) return operationExchange({ step, scope, usage }, word);
  const messages: SidedMessage[] = [];
  if (step.messages) step.messages(messages, scope);
  else addToolMessages(messages, step, scope);
  const facts = modelCall(step, scope, step.effects?.usage ?? usage);
  if (messages.length === 0 && Object.keys(facts).length === 0) return undefined;
  const start = scope.path()?.length ?? 0;
  const of = (wanted: SidedMessage['side']) =>
    messages.flatMap(({ side, path, ...message }) =>
      side === wanted ? [{ ...message, ...(path && { path: path.slice(start) }) }] : [],
    );
  return { ...facts, input: of('input'), output: of('output') };
}

/** Returns the input and the output of an operation, and its usage if it is the call of a model. */
function operationExchange(
  { step, scope, usage: outer }: Pick<Candidate, 'step' | 'scope' | 'usage'>,
  word: string | undefined,
): Exchange | undefined {
  const { call, effects, operation } = step;
  const said = operation?.(scope, {
    word,
    tool: effects?.call?.tool?.(scope),
    model: call.model?.(scope) ?? modelHere(scope),
    provider: call.provider?.(scope),
    finishReason: call.finishReason?.(scope),
    parameters: call.parameters?.(scope),
  });
  const usage = word !== undefined && MODEL_CALLS.has(word) ? (effects?.usage ?? outer) : undefined;
  const tokens = usage?.tokens(scope);
  const cost = usage?.cost?.(scope);
  if (!said && !tokens && cost === undefined) return undefined;
  return { input: [], output: [], ...said, ...(tokens && { tokens }), ...(cost !== undefined && { cost }) };
}

const MODEL_CALLS: ReadonlySet<string> = new Set(['llm', 'generation', 'embedding']);

/** Adds the messages of a step that only calls a tool, or only has a tool's result. */
function addToolMessages(
  messages: SidedMessage[],
  { effects, id, pair, outcome, isAnswer }: StepNode,
  scope: Scope,
): void {
  const { call, result } = effects ?? {};
  const own = id?.(scope) ?? pair?.(scope);
  if (call && !(call.when && !call.when(scope))) {
    const piece = callPiece({
      id: call.id ? call.id(scope) : own,
      tool: call.tool?.(scope),
      value: call.value?.(scope),
    });
    messages.push({ role: 'assistant', pieces: [piece], side: 'input' });
  }
  if (!result || (result.when && !result.when(scope))) return;
  // A result without a value means that the tool is done.
  const value = result.value?.(scope) ?? (isAnswer && result.value ? '' : undefined);
  if (value === undefined) return;
  const answered = result.id ? result.id(scope) : (pair?.(scope) ?? own);
  const pieces = resultPieces(
    { id: answered, tool: result.tool?.(scope), value },
    { isError: outcome(scope) === 'failed' },
  );
  messages.push({ role: 'tool', pieces, side: 'output' });
}

/** Returns the facts about the call of a model. A step that calls a tool has none unless it has messages of its own. */
function modelCall({ call, effects, messages }: StepNode, scope: Scope, usage: UsageGetters | undefined): ModelCall {
  if (!messages && effects?.call) return {};
  const model = call.model?.(scope) ?? modelHere(scope);
  const tokens = usage?.tokens(scope);
  const cost = usage?.cost?.(scope);
  const provider = call.provider?.(scope);
  const finishReason = call.finishReason?.(scope);
  const parameters = call.parameters?.(scope);
  return {
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(cost !== undefined && { cost }),
    ...(provider !== undefined && { provider }),
    ...(finishReason !== undefined && { finishReason }),
    ...(parameters && { parameters: scalars(parameters) }),
  };
}

/** Returns the model that outer rules declare for this item. */
function modelHere(scope: Scope): string | undefined {
  const length = scope.path()?.length;
  for (let here = scope.framed; here && here.path()?.length === length; here = here.framedAbove) {
    const found = here.frame.get('model')?.(here);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

function scalars(values: Record<string, unknown>): NonNullable<ModelCall['parameters']> {
  const found: NonNullable<ModelCall['parameters']> = {};
  for (const [name, value] of Object.entries(values).slice(0, MOST_PARAMETERS)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found[name] = value;
  }
  return found;
}

const MOST_PARAMETERS = 50;
