import type { Draft, Outcome, RunStatus } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isObject } from '../../text/jsonPointer';
import { copyString, memoizeLast } from '../../text/memoize';
import { durationFromMilliseconds, parseInstant } from '../../text/parseTime';
import { identifier, runName, shortLine, spokenLine } from '../drafts/createDraft';
import { ENDS } from '../drafts/operationDraft';
import { amountOf } from '../drafts/usageEffects';
import { type CompiledEffects, callTitle, compileEffects, compileLinks } from './compileEffects';
import { type AddMessages, compileMessages, type SidedMessage, wordOrValue } from './compileMessages';
import { compileOperation, type ReadOperation } from './compileOperation';
import type { Read } from './compilePointer';
import { type Compiling, compileGetter, compileId, compileTest, firstOf } from './compileValue';
import {
  FIELDS,
  Frame,
  type FramedScope,
  firstSaid,
  type Getter,
  type Said,
  type Saying,
  type Scope,
} from './mappingScope';

/**
 * A compiled `step` of a protocol's declaration, which describes how an envelope becomes a step of a run. Its functions make the step, and read
 * its messages.
 */
export interface StepNode {
  /** The number of the rule, as in `Draft.rule`. */
  rule: string;
  /** The word behind the colon in the step's kind, if it is always the same. */
  word: string | undefined;
  /** Whether the step is read from all records with the same id. */
  isPart: boolean;
  /** The draft of the step; undefined for a step without a title. `isWhole`: its scope has both sides. */
  draft(scope: Scope, kind: string, isWhole?: boolean): Draft | undefined;
  messages: AddMessages | undefined;
  operation: ReadOperation | undefined;
  effects: CompiledEffects | undefined;
  call: CallFacts;
  /** The id by which the step's messages name a call. */
  id: Getter<string> | undefined;
  pair: Getter<string> | undefined;
  outcome(scope: Scope): Outcome;
  isAnswer: boolean;
}

/** The compiled facts about the call of a model. */
export interface CallFacts {
  model: Getter<string> | undefined;
  provider: Getter<string> | undefined;
  finishReason: Getter<string> | undefined;
  parameters: Getter<Record<string, unknown>> | undefined;
}

/** The fields that nested rules inherit, with the function that reads each. */
const INHERITED: Readonly<Record<string, Read<unknown>>> = {
  run: runName,
  agent: shortLine,
  peer: shortLine,
  parent: identifier,
  model: shortLine,
  service: shortLine,
  at: parseInstant,
  order: amountOf,
};

/** Compiles the fields, links and names that nested rules inherit. Undefined if the rule declares none. */
export function compileFrame(
  rule: Record<string, unknown>,
  path: Path,
  compiling: Compiling,
  names: readonly string[] = Object.keys(INHERITED),
): Frame | undefined {
  const frame = new Map<string, Getter<unknown>>();
  for (const name of names) {
    const read = INHERITED[name];
    const getter = read && compileGetter(rule[name], read, [...path, name], compiling);
    if (getter) frame.set(name, getter);
  }
  const links = compileLinks(rule['links'], [...path, 'links'], compiling);
  if (links) frame.set('links', links);
  for (const [name, json] of isObject(rule['let']) ? Object.entries(rule['let']) : []) {
    if (!NAME.test(name)) {
      const message = t`A name in "let" begins with a letter and has only letters, digits and underscores, at most 40.`;
      compiling.faults.push({ path: [...path, 'let', name], on: 'key', message });
      continue;
    }
    const getter = compileGetter(json, found => found ?? undefined, [...path, 'let', name], compiling);
    if (getter) frame.set(`$${name}`, getter);
  }
  return frame.size > 0 ? new Frame(frame) : undefined;
}

const NAME = /^[a-z]\w{0,39}$/i;
const NO_FIELDS: Said['fields'] = [];
const FIELD = Object.fromEntries(FIELDS.map((name, place) => [name, place])) as Record<(typeof FIELDS)[number], number>;

/** Compiles a rule's clause `step`. `isAround`: nested rules inherit the rule's fields, which the frame of the scope then reads. */
export function compileStep(
  rule: Record<string, unknown>,
  path: Path,
  compiling: Compiling,
  isAround: boolean,
): StepNode {
  const get = <T>(name: string, read: Read<T>): Getter<T> | undefined =>
    compileGetter(rule[name], read, [...path, name], compiling);
  // The frame has the fields that nested rules inherit.
  const own = <T>(name: (typeof FIELDS)[number], read: Read<T>): Getter<T> | undefined =>
    isAround ? undefined : get(name, read);
  const word = compileGetter(wordOrValue(rule['step']), wordOf, [...path, 'step'], compiling);
  const fixedWord = wordOf(rule['step']);
  const fixedSide = rule['side'] === 'ask' || rule['side'] === 'answer' ? rule['side'] : undefined;
  const foundSide = fixedSide ? undefined : compileWords(rule['side'], SIDES, [...path, 'side'], compiling);
  const maySide = fixedSide !== undefined || foundSide !== undefined;
  const [id, ownPair, holds] = ['id', 'pair', 'holds'].map(name => compileId(rule[name], [...path, name], compiling));
  const pair = maySide ? (ownPair ?? id) : undefined;
  const [run, agent, peer, parent] = [
    own('run', runName),
    own('agent', shortLine),
    own('peer', shortLine),
    own('parent', identifier),
  ];
  const [model, service] = [own('model', shortLine), own('service', shortLine)];
  const order = own('order', amountOf);
  const times = compileTimes(rule, path, compiling, isAround);
  const [about, failure, retry] = [get('about', words), get('failure', shortLine), get('retry', shortLine)];
  const confidence = get('confidence', portion);
  const ownOutcome = compileWords(rule['outcome'], OUTCOMES, [...path, 'outcome'], compiling);
  const status = compileWords(rule['status'], OWN_STATUSES, [...path, 'status'], compiling);
  const links = compileLinks(rule['links'], [...path, 'links'], compiling);
  const effects = compileEffects(rule, path, compiling);
  const messages = compileMessages(rule['messages'], [...path, 'messages'], compiling);
  const operation = compileOperation(rule['operation'], [...path, 'operation'], compiling);
  // An answer is shown with the title of its question; one that answers nothing needs a word.
  const untitled = (scope: Scope) => (pair?.(scope) === undefined ? (fixedWord ?? word?.(scope) ?? t`answer`) : '');
  const title = compileTitle(rule, path, compiling, { side: fixedSide, effects, messages, fixedWord });
  const titleRank = typeof rule['titleRank'] === 'number' ? rule['titleRank'] : undefined;
  const isPart = rule['repeats'] === 'part';
  if (isPart && rule['id'] === undefined) {
    compiling.faults.push({ path: [...path, 'repeats'], message: t`Parts are joined by their "id": say where it is.` });
  }
  const repeats = isPart ? undefined : compileWords(rule['repeats'], REPEATS, [...path, 'repeats'], compiling);
  const opensRun = rule['opensRun'] === true ? true : undefined;
  const isUnique = rule['isUnique'] === true ? true : undefined;
  const hasCallAlone = effects?.call !== undefined && effects.result === undefined;
  const usual: Outcome = fixedSide === 'ask' || (hasCallAlone && fixedSide !== 'answer') ? 'pending' : 'ok';
  const outcomeIn = (scope: Scope) => ownOutcome?.(scope) ?? (failure?.(scope) === undefined ? usual : 'failed');
  const kinds = new Map<string, string>();

  const number = ruleNumber(path);

  return {
    rule: number,
    word: fixedWord,
    isPart,
    messages,
    operation,
    effects,
    id,
    pair,
    call: {
      model: isAround ? undefined : get('model', shortLine),
      provider: get('provider', shortLine),
      finishReason: get('finishReason', shortLine),
      parameters: get('parameters', found => (isObject(found) ? found : undefined)),
    },
    outcome: outcomeIn,
    isAnswer: fixedSide === 'answer',
    draft(scope, kind, isWhole) {
      const side = isWhole ? undefined : (fixedSide ?? foundSide?.(scope));
      const shown = title(scope) ?? (side === 'answer' ? untitled(scope) : undefined);
      if (shown === undefined) return undefined;
      const outcome = outcomeIn(scope);
      const draft = new RoomyDraft(kindOf(kinds, kind, fixedWord ?? word?.(scope)), shown, outcome);
      // One by one, in the order in which `createDraft` assigns them: a log has a draft for each line.
      const key = id?.(scope);
      if (key !== undefined) draft.key = key;
      if (isUnique && key !== undefined) draft.isUnique = isUnique;
      const { framed } = scope;
      const fields = framed?.said.fields ?? NO_FIELDS;
      const ownRun = field(run, scope, framed, fields[FIELD.run]);
      if (ownRun !== undefined) draft.run = ownRun;
      if (opensRun) draft.opensRun = opensRun;
      const end = side === 'answer' ? times.end?.(scope) : undefined;
      const at = end ?? times.at(scope, framed, fields[FIELD.at]);
      if (at !== undefined) draft.at = at;
      const who = field(agent, scope, framed, fields[FIELD.agent]);
      if (who !== undefined) draft.agent = who;
      const whom = field(peer, scope, framed, fields[FIELD.peer]);
      if (whom !== undefined) draft.peer = whom;
      const named = field(model, scope, framed, fields[FIELD.model]);
      if (named !== undefined) draft.model = named;
      const program = field(service, scope, framed, fields[FIELD.service]);
      if (program !== undefined) draft.service = program;
      if (side) draft.side = side;
      const paired = !side ? undefined : pair === id ? key : pair?.(scope);
      if (side && paired !== undefined) draft.pair = paired;
      const around = field(parent, scope, framed, fields[FIELD.parent]);
      if (around !== undefined) draft.parent = around;
      const place = field(order, scope, framed, fields[FIELD.order]);
      if (place !== undefined) draft.order = place;
      const duration = times.duration?.(scope);
      if (duration !== undefined) draft.duration = duration;
      const why = outcome === 'failed' ? failure?.(scope) : undefined;
      if (why !== undefined) draft.failure = why;
      const sure = confidence?.(scope);
      if (sure !== undefined) draft.confidence = sure;
      const again = retry?.(scope);
      if (again !== undefined) draft.retry = again;
      const told = status?.(scope);
      const became = told === 'outcome' ? (side || around !== undefined ? undefined : ENDS[outcome]) : told;
      if (became !== undefined) draft.status = became;
      const asked = about?.(scope);
      if (asked !== undefined) draft.about = asked;
      if (titleRank !== undefined) draft.titleRank = titleRank;
      const repeated = repeats?.(scope);
      if (repeated !== undefined) draft.repeats = repeated;
      const linked = joined(links?.(scope), field(undefined, scope, framed, fields[FIELD.links]) as Draft['links']);
      if (linked) draft.links = linked;
      const path = scope.path();
      if (path) draft.path = path;
      draft.rule = number;
      const held = holds?.(scope);
      if (held !== undefined) draft.holds = held;
      if (effects) {
        const all: NonNullable<Draft['effects']> = [];
        for (const add of effects.add) add(all, scope, { id: key, pair: paired, outcome });
        if (all.length > 0) draft.effects = all;
      }
      return draft;
    },
  };
}

/** Returns the number of a rule of steps, by its path in a declaration or below a kind's `steps`: `Draft.rule`. */
export function ruleNumber(path: Path): string {
  const numbers = path.flatMap(one => (typeof one === 'number' ? one + 1 : [])).join('.');
  return path[0] === 'stepLists' ? `${path[1]} ${numbers}` : numbers;
}

/**
 * Creates a draft as a constructor, since V8 reserves room in such objects for properties that are added later. An object literal would be
 * moved again and again.
 */
const RoomyDraft = function (this: Draft, kind: string, title: string, outcome: Outcome) {
  this.kind = kind;
  this.title = title;
  this.outcome = outcome;
} as unknown as new (
  kind: string,
  title: string,
  outcome: Outcome,
) => Draft;
Object.defineProperty(RoomyDraft, 'prototype', { value: Object.prototype });

/** Returns the rule's own value of a field, otherwise the value inherited from outer rules. */
function field<T>(
  own: Getter<T> | undefined,
  scope: Scope,
  framed: FramedScope | undefined,
  sayings: readonly Saying[] | undefined,
): T | undefined {
  const found = own?.(scope);
  if (found !== undefined || sayings === undefined || framed === undefined) return found;
  // The getter in the frame has read the field in the same way.
  return firstSaid(framed, sayings) as T | undefined;
}

function joined(own: Draft['links'], around: Draft['links']): Draft['links'] {
  return own && around ? { ...own, ...around } : (own ?? around);
}

function kindOf(kinds: Map<string, string>, kind: string, word: string | undefined): string {
  if (word === undefined) return kind;
  const known = kinds.get(word);
  if (known?.startsWith(kind)) return known;
  const made = `${kind}:${word}`;
  if (kinds.size < MOST_WORDS) kinds.set(word, made);
  return made;
}

const MOST_WORDS = 100;

function wordOf(found: unknown): string | undefined {
  return typeof found === 'string' && /^[a-z][a-z0-9_-]{0,30}$/.test(found) ? found : undefined;
}

/** Returns a part of a title, with the space around it. */
function part(found: unknown): string | undefined {
  return typeof found === 'string' ? copyString(found.slice(0, LONGEST_PART)) : undefined;
}

const LONGEST_PART = 400;

/** Returns a text in one line. A text of the envelope is Markdown, a text of the declaration is not. */
function words(found: unknown, isComposed: boolean): string | undefined {
  return isComposed || typeof found !== 'string' ? shortLine(found) : lastSpoken(found);
}

// A title is often what the run is about, too.
const lastSpoken = memoizeLast((found: string) => spokenLine(found));

function portion(found: unknown): number | undefined {
  return typeof found === 'number' && found >= 0 && found <= 1 ? found : undefined;
}

interface TitleContext extends Pick<StepNode, 'effects' | 'messages'> {
  side: Draft['side'];
  fixedWord: string | undefined;
}

function compileTitle(
  rule: Record<string, unknown>,
  path: Path,
  compiling: Compiling,
  { side, effects, messages, fixedWord }: TitleContext,
): Getter<string> {
  const isPart = rule['repeats'] === 'piece';
  const given = compileGetter(rule['title'], isPart ? part : words, [...path, 'title'], compiling);
  if (isPart) return scope => given?.(scope) ?? '';
  if (side === 'answer') return scope => given?.(scope) ?? '';
  if (given) return given;
  const call = effects?.call;
  if (call) return scope => callTitle(call, scope);
  const tool = effects?.result?.tool;
  return scope => tool?.(scope) ?? (messages && firstWords(messages, scope)) ?? fixedWord ?? t`step`;
}

function firstWords(messages: AddMessages, scope: Scope): string | undefined {
  const all: SidedMessage[] = [];
  messages(all, scope);
  for (const type of ['text', 'reasoning'] as const) {
    for (const { pieces } of all) {
      for (const piece of pieces) {
        const line = piece.type === type ? spokenLine(piece.text) : undefined;
        if (line !== undefined) return line;
      }
    }
  }
  return undefined;
}

interface Times {
  at(scope: Scope, framed: FramedScope | undefined, sayings: readonly Saying[] | undefined): bigint | undefined;
  end: Getter<bigint> | undefined;
  /** Undefined if the rule declares no duration. */
  duration: Getter<bigint> | undefined;
}

function compileTimes(rule: Record<string, unknown>, path: Path, compiling: Compiling, isAround: boolean): Times {
  const own = isAround ? undefined : compileGetter(rule['at'], parseInstant, [...path, 'at'], compiling);
  const until = compileGetter(rule['until'], parseInstant, [...path, 'until'], compiling);
  const lasted = compileDuration(rule['duration'], [...path, 'duration'], compiling);
  const start: Times['at'] = (scope, framed, sayings) => field(own, scope, framed, sayings);
  if (!until) return { at: start, end: undefined, duration: lasted };
  return {
    end: until,
    at(scope, framed, sayings) {
      const end = until(scope);
      const duration = own || end === undefined ? undefined : lasted?.(scope);
      return end !== undefined && duration !== undefined ? end - duration : (start(scope, framed, sayings) ?? end);
    },
    duration(scope) {
      const duration = lasted?.(scope);
      if (duration !== undefined) return duration;
      const { framed } = scope;
      const [at, end] = [start(scope, framed, framed?.said.fields[FIELD.at]), until(scope)];
      return at !== undefined && end !== undefined && end >= at ? end - at : undefined;
    },
  };
}

function compileDuration(json: unknown, path: Path, compiling: Compiling): Getter<bigint> | undefined {
  if (Array.isArray(json)) {
    const all = json.slice(0, MOST_WORDS).flatMap((one, at) => compileDuration(one, [...path, at], compiling) ?? []);
    return firstOf(all);
  }
  const unit = isObject(json) ? json['unit'] : undefined;
  const factor = unit === undefined ? 1 : MILLISECONDS.get(String(unit));
  if (factor === undefined) {
    const message = t`A unit is one of ${[...MILLISECONDS.keys()].join(', ')}.`;
    return void compiling.faults.push({ path: [...path, 'unit'], message });
  }
  return compileGetter(
    json,
    found => {
      const amount = amountOf(found);
      return amount === undefined ? undefined : durationFromMilliseconds(amount * factor);
    },
    path,
    compiling,
  );
}

const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['nanoseconds', 1e-6],
  ['microseconds', 1e-3],
  ['milliseconds', 1],
  ['seconds', 1e3],
  ['minutes', 6e4],
  ['hours', 36e5],
]);

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['ok', 'ok'],
  ['failed', 'failed'],
  ['pending', 'pending'],
  ['unknown', 'unknown'],
]);

const SIDES: ReadonlyMap<string, NonNullable<Draft['side']>> = new Map([
  ['ask', 'ask'],
  ['answer', 'answer'],
]);

const REPEATS: ReadonlyMap<string, NonNullable<Draft['repeats']>> = new Map([
  ['snapshot', 'snapshot'],
  ['echo', 'echo'],
  ['piece', 'piece'],
]);

const STATUSES: ReadonlyMap<string, RunStatus> = new Map(
  (['running', 'succeeded', 'failed', 'blocked', 'cancelled', 'unknown'] as const).map(word => [word, word]),
);

/** The words for the status of a run by a single step. `outcome` stands for the status that the step's outcome implies. */
const OWN_STATUSES: ReadonlyMap<string, RunStatus | 'outcome'> = new Map([
  ...STATUSES,
  ['outcome', 'outcome'] as const,
]);

/** Compiles an outcome or a status: one of some words, a table, a condition, or several of these. */
export function compileWords<T extends string>(
  json: unknown,
  allowed: ReadonlyMap<string, T>,
  path: Path,
  compiling: Compiling,
): Getter<T> | undefined {
  if (json === undefined) return undefined;
  const fail = (message: string) => void compiling.faults.push({ path, message });
  const names = [...allowed.keys()].join(', ');
  if (typeof json === 'string') {
    const word = allowed.get(json);
    return word === undefined ? fail(t`"${json.slice(0, 60)}" must be one of ${names}, or a table.`) : () => word;
  }
  if (Array.isArray(json)) {
    const all = json
      .slice(0, MOST_WORDS)
      .flatMap((one, at) => compileWords(one, allowed, [...path, at], compiling) ?? []);
    return firstOf(all);
  }
  if (!isObject(json)) return fail(t`This must be one of ${names}, or a table.`);
  const otherwise = compileWords(json['else'], allowed, [...path, 'else'], compiling);
  if (Object.hasOwn(json, 'then')) {
    const test = compileTest(json['when'], [...path, 'when'], compiling);
    const then = compileWords(json['then'], allowed, [...path, 'then'], compiling);
    return test && (scope => (test(scope) ? then?.(scope) : otherwise?.(scope)));
  }
  const table = new Map<unknown, T>();
  const getter = compileGetter(json['at'], found => table.get(asWord(found)), [...path, 'at'], {
    ...compiling,
    readsAnew: true,
  });
  for (const name of Object.keys(json)) {
    if (name === 'at' || name === 'else' || allowed.has(name)) continue;
    fail(t`"${name.slice(0, 60)}" is no word of a table: it has "at", "else", and lists of values below ${names}.`);
  }
  for (const [name, word] of allowed) {
    for (const value of Array.isArray(json[name]) ? json[name] : []) table.set(asWord(value), word);
  }
  if (!getter)
    return json['at'] === undefined ? fail(t`A table needs "at": where the value is that it looks up.`) : undefined;
  return otherwise ? firstOf([getter, otherwise]) : getter;
}

function asWord(found: unknown): unknown {
  return typeof found === 'string' ? found.trim().toLowerCase() : found;
}

/** Compiles the status that a rule gives to the first step of the rules inside. */
export function compileStatus(json: unknown, path: Path, compiling: Compiling): Getter<RunStatus> | undefined {
  return compileWords(json, STATUSES, path, compiling);
}
