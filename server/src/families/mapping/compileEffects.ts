import type { Draft, Effect, Outcome, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isObject } from '../../text/jsonPointer';
import { identifier, joinLines, shortLine } from '../drafts/createDraft';
import { amountOf, apiTokens } from '../drafts/usageEffects';
import { asIs, type Compiling, compileAll, compileGetter, compileId, compileTest } from './compileValue';
import type { Test } from './compileWhen';
import type { Getter, Scope } from './mappingScope';
import { itemsAt, readListPointer } from './readListPointer';

/** The facts about a step on which its effects, such as a tool call or a decision, depend. `pair` is an id that joins a request and its answer. */
export interface EffectContext {
  id: string | undefined;
  pair: string | undefined;
  outcome: Outcome;
}

/** Adds the effects that a clause declares. */
export type AddEffects = (effects: Effect[], scope: Scope, context: EffectContext) => void;

/** The compiled effects of a rule, in the order of its clauses, with the usage, call and result that other code reads, too. */
export interface CompiledEffects {
  add: readonly AddEffects[];
  usage?: UsageGetters;
  call?: ToolGetters;
  result?: ToolGetters;
}

/** The compiled clause `call` or `result`. `value` reads the arguments, or the result. */
export interface ToolGetters {
  when: Test | undefined;
  id: Getter<string> | undefined;
  tool: Getter<string> | undefined;
  value: Getter<unknown> | undefined;
  about: Getter<string> | undefined;
}

/** Compiles the clauses of a declaration's rule that describe the effects of a step, such as `writes`, `handoff`, `call` and `usage`. */
export function compileEffects(
  rule: Record<string, unknown>,
  path: Path,
  compiling: Compiling,
): CompiledEffects | undefined {
  const compiled: CompiledEffects = { add: [] };
  const add: AddEffects[] = [];
  for (const [name, json] of Object.entries(rule)) {
    const at = [...path, name];
    if (name === 'call' || name === 'result') {
      const getters = compileTool(json, at, compiling);
      if (!getters) continue;
      compiled[name] = getters;
      add.push(name === 'call' ? callAdder(getters) : resultAdder(getters));
    } else if (name === 'usage') {
      const usage = compileUsage(json, at, compiling);
      if (!usage) continue;
      compiled.usage = usage;
      add.push(usage.add);
    } else {
      add.push(...(ADDERS.get(name)?.(json, at, compiling) ?? []));
    }
  }
  return add.length > 0 ? { ...compiled, add } : undefined;
}

type CompileAdder = (json: unknown, path: Path, compiling: Compiling) => AddEffects[];

const ADDERS: ReadonlyMap<string, CompileAdder> = new Map<string, CompileAdder>([
  ['writes', compileWrites],
  ['handoff', compileHandoff],
  [
    'effects',
    (json, path, compiling) => asList(json).flatMap((one, at) => compileOther(one, [...path, at], compiling)),
  ],
]);

function asList(json: unknown): unknown[] {
  return Array.isArray(json) ? json.slice(0, MOST_EFFECTS) : [];
}

const MOST_EFFECTS = 50;

function compileTool(json: unknown, path: Path, compiling: Compiling): ToolGetters | undefined {
  if (!isObject(json)) return undefined;
  const get = <T>(name: string, read: (found: unknown) => T | undefined) =>
    compileGetter(json[name], read, [...path, name], compiling);
  const when = compileTest(json['when'], [...path, 'when'], compiling);
  if (json['when'] !== undefined && !when) return undefined;
  return {
    when,
    id: compileId(json['id'], [...path, 'id'], compiling),
    tool: get('tool', shortLine),
    value: get('arguments', asIs) ?? get('value', asIs),
    about: get('about', aboutLine),
  };
}

/** Returns a text in one line; a list of words, such as a command, counts as one text. */
function aboutLine(found: unknown): string | undefined {
  if (!Array.isArray(found)) return shortLine(found);
  return shortLine(
    found
      .slice(0, MOST_WORDS)
      .filter(word => typeof word === 'string')
      .join(' '),
  );
}

const MOST_WORDS = 20;

/** Returns the title of a step that calls a tool. */
export function callTitle({ tool, about }: ToolGetters, scope: Scope): string {
  const name = tool?.(scope) ?? 'tool';
  return joinLines(' ', name, about?.(scope)) ?? name;
}

function callAdder({ when, id, tool }: ToolGetters): AddEffects {
  return (effects, scope, context) => {
    if (when && !when(scope)) return;
    const own = id ? id(scope) : (context.id ?? context.pair);
    const name = tool?.(scope) ?? 'tool';
    effects.push(own === undefined ? { do: 'call', tool: name } : { do: 'call', id: own, tool: name });
  };
}

function resultAdder({ when, id, tool }: ToolGetters): AddEffects {
  return (effects, scope, context) => {
    const { outcome } = context;
    if ((outcome !== 'ok' && outcome !== 'failed') || (when && !when(scope))) return;
    const own = id ? id(scope) : (context.pair ?? context.id);
    const name = tool?.(scope);
    const effect: { do: 'result'; id?: string; tool?: string; ok?: boolean } = { do: 'result' };
    if (own !== undefined) effect.id = own;
    if (name !== undefined) effect.tool = name;
    effect.ok = outcome === 'ok';
    effects.push(effect as Effect);
  };
}

/** Reads the tokens and the cost that a model call used. */
export interface UsageGetters {
  add: AddEffects;
  tokens(scope: Scope): TokenCounts | undefined;
  cost: Getter<number> | undefined;
}

function compileUsage(json: unknown, path: Path, compiling: Compiling): UsageGetters | undefined {
  if (!isObject(json)) return undefined;
  const amount = (name: string) => compileGetter(json[name], amountOf, [...path, name], compiling);
  const [input, output, cached, written, reasoning, total, cost] = [
    ...['input', 'output', 'cached', 'written', 'reasoning', 'total', 'cost'].map(amount),
  ];
  const call = compileGetter(json['call'], identifier, [...path, 'call'], compiling);
  const isTotal = json['isTotal'] === true;
  const ofApi = compileGetter(json['of'], usedTokens, [...path, 'of'], compiling);
  const counted = (scope: Scope): TokenCounts | undefined => {
    const [read, made] = [input?.(scope), output?.(scope)];
    const all = total?.(scope) ?? (read === undefined && made === undefined ? undefined : (read ?? 0) + (made ?? 0));
    if (all === undefined) return undefined;
    const counts: TokenCounts = {};
    if (read !== undefined) counts.input = read;
    if (made !== undefined) counts.output = made;
    const fromCache = cached?.(scope);
    if (fromCache !== undefined) counts.cached = fromCache;
    const kept = written?.(scope);
    if (kept !== undefined) counts.written = kept;
    const thought = reasoning?.(scope);
    if (thought !== undefined) counts.reasoning = thought;
    counts.total = all;
    return counts;
  };
  const tokens = ofApi ? (scope: Scope) => counted(scope) ?? ofApi(scope) : counted;
  return {
    tokens,
    cost,
    add(effects, scope) {
      const counts = tokens(scope);
      const paid = cost?.(scope);
      if (!counts?.total && !paid) return;
      const effect: Extract<Effect, { do: 'usage' }> = { do: 'usage' };
      if (counts?.total) {
        effect.tokens = counts.total;
        if (counts.input !== undefined) effect.input = counts.input;
        if (counts.output !== undefined) effect.output = counts.output;
        if (counts.cached !== undefined) effect.cached = counts.cached;
        if (counts.written !== undefined) effect.written = counts.written;
        if (counts.reasoning !== undefined) effect.reasoning = counts.reasoning;
      }
      if (paid) effect.cost = paid;
      const id = call?.(scope);
      if (id !== undefined) effect.call = id;
      if (isTotal) effect.isTotal = true;
      effects.push(effect);
    },
  };
}

/** Several places may have a usage, some of them an empty one. */
function usedTokens(usage: unknown): TokenCounts | undefined {
  const tokens = apiTokens(usage);
  return tokens?.total ? tokens : undefined;
}

function compileWrites(json: unknown, path: Path, compiling: Compiling): AddEffects[] {
  if (!isObject(json)) return [];
  const each = readListPointer(json['each'], [...path, 'each'], compiling.faults);
  const when = compileTest(json['when'], [...path, 'when'], compiling);
  const file = compileGetter(json['path'], identifier, [...path, 'path'], compiling);
  const operation = compileGetter(json['operation'], shortLine, [...path, 'operation'], compiling);
  if (!file || (json['when'] !== undefined && !when) || (json['each'] !== undefined && !each)) return [];
  const addOne = (effects: Effect[], scope: Scope) => {
    const name = when && !when(scope) ? undefined : file(scope);
    if (name !== undefined) effects.push({ do: 'write', path: name, operation: operation?.(scope) ?? 'write' });
  };
  return [
    (effects, scope, { outcome }) => {
      if (outcome === 'failed') return;
      if (!each) addOne(effects, scope);
      else itemsAt(scope, each, undefined, item => addOne(effects, item));
    },
  ];
}

function compileHandoff(json: unknown, path: Path, compiling: Compiling): AddEffects[] {
  const given = isObject(json) && Object.hasOwn(json, 'to') ? json : { to: json };
  const to = compileAll(given['to'], [...path, 'to'], compiling);
  const text = compileGetter(given['text'], shortLine, [...path, 'text'], compiling);
  if (!to) return [];
  return [
    (effects, scope) => {
      const said = text?.(scope);
      for (const found of to(scope)) {
        const name = shortLine(found);
        if (name !== undefined) effects.push({ do: 'handoff', to: name, ...(said !== undefined && { text: said }) });
      }
    },
  ];
}

/** The effects that the clause `effects` lists: for each, what it must have, and what it may have. */
const OTHERS: ReadonlyMap<string, { has: readonly string[]; may: readonly string[] }> = new Map([
  ['note', { has: ['text'], may: [] }],
  ['decision', { has: ['text'], may: [] }],
  ['question', { has: ['id', 'status'], may: ['text', 'priority'] }],
  ['gap', { has: ['id', 'status'], may: ['text', 'priority'] }],
  ['document', { has: ['name', 'status'], may: [] }],
  ['approval', { has: ['state'], may: [] }],
  ['budget', { has: ['state'], may: [] }],
]);

function compileOther(json: unknown, path: Path, compiling: Compiling): AddEffects[] {
  if (!isObject(json)) return [];
  const word = typeof json['do'] === 'string' ? json['do'] : '';
  const form = OTHERS.get(word);
  // The declaration's schema lists the words.
  if (!form) return [];
  const when = compileTest(json['when'], [...path, 'when'], compiling);
  if (json['when'] !== undefined && !when) return [];
  const get = (name: string) => [name, compileGetter(json[name], shortLine, [...path, name], compiling)] as const;
  const has = form.has.map(get);
  const may = form.may.map(get);
  for (const [name, getter] of has) {
    // A clause that is present but unusable has already been reported.
    if (!getter && json[name] === undefined)
      compiling.faults.push({ path, message: t`The effect "${word}" needs "${name}".` });
  }
  return [
    (effects, scope) => {
      if (when && !when(scope)) return;
      const effect: Record<string, string> = { do: word };
      for (const [name, getter] of has) {
        const found = getter?.(scope);
        if (found === undefined) return;
        effect[name] = found;
      }
      for (const [name, getter] of may) {
        const found = getter?.(scope);
        if (found !== undefined) effect[name] = found;
      }
      // The effect has the properties that its type requires.
      effects.push(effect as Effect);
    },
  ];
}

/** Compiles a clause `links`. */
export function compileLinks(json: unknown, path: Path, compiling: Compiling): Getter<Draft['links']> | undefined {
  if (!isObject(json)) return undefined;
  const texts = Object.entries(LINKS).flatMap(([name, read]) => {
    const getter = compileGetter(json[name], read, [...path, name], compiling);
    return getter ? [[name, getter] as const] : [];
  });
  const starts = compileAll(json['starts'], [...path, 'starts'], compiling);
  const when = compileTest(json['when'], [...path, 'when'], compiling);
  if (json['when'] !== undefined && !when) return undefined;
  return scope => {
    if (when && !when(scope)) return undefined;
    let links: Record<string, unknown> | undefined;
    for (const [name, getter] of texts) {
      const found = getter(scope);
      if (found === undefined) continue;
      links ??= {};
      links[name] = found;
    }
    const started = starts?.(scope).flatMap(found => identifier(found) ?? []) ?? [];
    if (started.length > 0) links = { ...links, starts: started };
    return links;
  };
}

const LINKS: Readonly<Record<string, (found: unknown) => string | undefined>> = {
  from: identifier,
  agentName: shortLine,
  line: identifier,
  after: identifier,
  request: requestName,
  follows: identifier,
};

/** Returns a short name of a request; equal requests have equal names. */
function requestName(text: unknown): string | undefined {
  const words = shortLine(text);
  return typeof text !== 'string' || words === undefined ? undefined : `${text.trim().length} ${words}`;
}
