import type { Kind } from '../../model/kind';
import type { DeclarationFault, NamedRule, Rule, RunEnvelope, RunRule } from '../../model/rule';
import type { Schema, Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import { describeLocation, envelopesByFile, timeReversals } from '../../rules/runEnvelopes';
import { nearestWord } from '../../text/names';
import { isObject, parsePointer } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { checkOrders, firstPathIn, kindName, type Order } from './checkOrder';
import { markText } from './declaredSteps';
import { filled, hasOthers, readFaultRule } from './faultRules';
import { BETWEEN_MARKS, envelopesOf, hasList, type KindPlaces, valuesAt } from './listPointers';
import { readPointers } from './readSignature';
import { undeclaredPointer } from './undeclaredPointer';

/** The rules of a declaration, and what its kinds note in their drafts for them. */
export interface DeclaredRules {
  rules: Rule[];
  runRules: RunRule[];
  /** By the name of a kind. */
  marks: ReadonlyMap<string, NonNullable<Kind['marks']>>;
  /** The names of the kinds that a run begins with. */
  opening: ReadonlySet<string>;
}

interface ReadRulesOptions extends KindPlaces {
  /** The protocol's id. */
  id: string;
  /** The names of its kinds. */
  kinds: readonly string[];
  /** The names that may be meant: also those of kinds that can't be used, which are faults of their own. Undefined if there are no kinds. */
  named: ReadonlySet<string> | undefined;
  /** The schemas of the kinds, by name. */
  schemas: ReadonlyMap<string, Schema>;
  faults: DeclarationFault[];
}

/** Reads the clauses `order` and `rules` of a declaration. A wrong clause is a fault, and left out. */
export function readDeclaredRules(value: Record<string, unknown>, options: ReadRulesOptions): DeclaredRules {
  const marks = markLists();
  const orders = listOf(value.order).flatMap((one, at) => readOrder(one, ['order', at], options, marks) ?? []);
  const named = isObject(value.rules) ? Object.entries(value.rules).slice(0, MOST_RULES) : [];
  const read = named.flatMap(([name, one]) => readRule(name, one, options, marks) ?? []);
  const order: RunRule = {
    id: `${options.id}/order`,
    severity: 'error',
    about: 'Envelopes of this protocol come in the order that it declares.',
    check: (run, report) => checkOrders(orders, options.id, run, report),
  };
  return {
    rules: read.flatMap(({ rule }) => rule ?? []),
    runRules: [...(orders.length > 0 ? [order] : []), ...read.flatMap(({ runRule }) => runRule ?? [])],
    marks: marks.byKind,
    opening: new Set(
      orders.flatMap(one => (one.key === undefined ? withInside(one.begins ?? [], options.inside) : [])),
    ),
  };
}

const MOST_RULES = 200;
const MOST_CLAUSES = 50;

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_CLAUSES) : [];
}

type MarkList = ReturnType<typeof markLists>;

/** Collects what is to be noted; `add` gives its place in each list. */
function markLists() {
  const byKind = new Map<string, (readonly string[] | { is: string } | undefined)[]>();
  let count = 0;
  return {
    byKind,
    add(of: ReadonlyMap<string, readonly string[] | { is: string }>): number {
      for (const [kind, mark] of of) {
        const list = byKind.get(kind) ?? [];
        byKind.set(kind, list);
        list[count] = mark;
      }
      return count++;
    },
  };
}

function readOrder(value: unknown, path: Path, options: ReadRulesOptions, marks: MarkList): Order | undefined {
  if (!isObject(value) || hasOthers(value, ORDER)) return undefined;
  const { kinds, inside } = options;
  const of = readKinds(value.of, [...path, 'of'], options);
  const keys = value.by === undefined ? undefined : pointersByKind(value.by, [...path, 'by'], of ?? kinds, options);
  const states =
    value.state === undefined ? undefined : pointersByKind(value.state, [...path, 'state'], of ?? kinds, options);
  const members =
    of ?? (states || keys ? [...(states ?? keys ?? new Map<string, unknown>()).keys()] : withInside(kinds, inside));
  const kindOf = new Map([...inside].flatMap(([kind, all]) => all.map(({ name }) => [name, kind])));
  const symbols = new Map(members.map(kind => [kind, states?.get(kind) ?? { is: kindOf.get(kind) ?? kind }]));
  const known = states ? undefined : kinds;
  const words = (name: string) => readSymbols(value[name], [...path, name], known, options);
  const table = (name: string) => readTable(value[name], [...path, name], known, options);
  const closedBy = readKinds(value.closedBy, [...path, 'closedBy'], options) ?? [];
  const resetBy = readKinds(value.resetBy, [...path, 'resetBy'], options) ?? [];
  // Without a mark, a kind that tells nothing of a run would be no step.
  marks.add(new Map([...closedBy, ...resetBy].map(kind => [kind, { is: '' }])));
  const by = keys && new Map([...keys].filter(([kind]) => members.includes(kind)));
  return {
    name: shortLine(value.name) ?? nameOf(by),
    key: by && marks.add(by),
    symbol: marks.add(symbols),
    begins: value.begins === undefined ? undefined : words('begins'),
    next: table('next'),
    after: table('after'),
    ends: new Set(words('ends')),
    closedBy: new Set(closedBy),
    resetBy: new Set(resetBy),
    severity: severityOf(value.severity) ?? 'error',
    places: new Map(members.map(kind => [kind, states?.get(kind) ?? by?.get(kind) ?? []])),
  };
}

const ORDER: ReadonlySet<string> = new Set([
  ...['name', 'of', 'by', 'state', 'begins', 'next', 'after', 'ends', 'closedBy', 'resetBy', 'severity'],
]);
const RULE: ReadonlySet<string> = new Set([
  ...['of', 'each', 'when', 'at', 'on', 'message', 'fix', 'offers', 'cases', 'claims', 'severity', 'note'],
  ...['unique', 'refers', 'to', 'advances'],
]);

function nameOf(by: ReadonlyMap<string, readonly string[]> | undefined): string {
  const [pointers] = by?.values() ?? [];
  return parsePointer(pointers?.[0] ?? '').at(-1) ?? '';
}

function readKinds(value: unknown, path: Path, options: ReadRulesOptions): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return withInside(readSymbols(value, path, options.kinds, options), options.inside);
}

function withInside(kinds: readonly string[], inside: ReadRulesOptions['inside']): string[] {
  return kinds.flatMap(kind => [kind, ...(inside.get(kind) ?? []).map(({ name }) => name)]);
}

/** A list of words; of `known` ones, if these are all that there are. */
function readSymbols(
  value: unknown,
  path: Path,
  known: readonly string[] | undefined,
  { named, faults }: ReadRulesOptions,
): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((word, at) => {
    if (typeof word !== 'string') return [];
    if (!known || known.includes(word)) return [word];
    if (named && !named.has(word)) faults.push({ path: [...path, at], message: unknownKind(word, known) });
    return [];
  });
}

function readTable(
  value: unknown,
  path: Path,
  known: readonly string[] | undefined,
  options: ReadRulesOptions,
): Map<string, readonly string[]> {
  const { named, faults } = options;
  const table = new Map<string, readonly string[]>();
  for (const [word, words] of isObject(value) ? Object.entries(value) : []) {
    if (!known || known.includes(word)) table.set(word, readSymbols(words, [...path, word], known, options));
    else if (named && !named.has(word)) {
      faults.push({ path: [...path, word], on: 'key', message: unknownKind(word, known) });
    }
  }
  return table;
}

function unknownKind(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known);
  const shown = `"${word.slice(0, 60)}" is no kind here`;
  return meant === undefined
    ? `${shown}; there are ${known
        .slice(0, 20)
        .map(one => `"${one}"`)
        .join(', ')}.`
    : `${shown}; did you mean "${meant}"?`;
}

/** Pointers by the names of kinds: one for all, or an object. */
function pointersByKind(
  value: unknown,
  path: Path,
  all: readonly string[],
  { kinds, named, inside, schemas, faults }: ReadRulesOptions,
  mayList = false,
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const read = (one: unknown, at: Path, of: readonly string[]) => {
    const pointers = readPointers(one, at, faults, mayList);
    const known = of.flatMap(kind => schemas.get(kind) ?? []);
    for (const [index, pointer] of pointers.entries()) {
      const message = known.length > 0 ? undeclaredPointer(pointer, known) : undefined;
      if (message) faults.push({ path: Array.isArray(one) ? [...at, index] : at, severity: 'warning', message });
    }
    return pointers;
  };
  if (!isObject(value)) {
    const pointers = read(value, path, all);
    if (pointers.length > 0) for (const kind of all) if (kinds.includes(kind)) found.set(kind, pointers);
  } else {
    for (const [kind, one] of Object.entries(value)) {
      if (kinds.includes(kind)) found.set(kind, read(one, [...path, kind], [kind]));
      else if (named && !named.has(kind)) {
        faults.push({ path: [...path, kind], on: 'key', message: unknownKind(kind, kinds) });
      }
    }
  }
  for (const [kind, pointers] of [...found]) {
    for (const { name, prefix } of inside.get(kind) ?? [])
      found.set(
        name,
        pointers.map(pointer => prefix + pointer),
      );
  }
  return found;
}

function severityOf(value: unknown): Severity | undefined {
  return value === 'error' || value === 'warning' || value === 'info' ? value : undefined;
}

/** One of them: a rule looks at an envelope or at a run. */
interface ReadRule {
  rule?: Rule;
  runRule?: RunRule;
}

function readRule(name: string, value: unknown, options: ReadRulesOptions, marks: MarkList): ReadRule | undefined {
  const { id: family, kinds, faults } = options;
  const path: Path = ['rules', name];
  if (!NAME.test(name)) {
    return void faults.push({ path, on: 'key', message: `The name of a rule ${NAME_RULE}.` });
  }
  if (!isObject(value) || hasOthers(value, RULE)) return undefined;
  const of = readKinds(value.of, [...path, 'of'], options) ?? kinds;
  const message = typeof value.message === 'string' && value.message.trim() !== '' ? value.message : undefined;
  const about = shortLine(message) ?? aboutWithout(value);
  const named: NamedRule = { id: `${family}/${name}`, severity: severityOf(value.severity) ?? 'error', about };
  if (value.unique !== undefined) return uniqueRule(named, value, { path, of, message, options, marks });
  if (value.advances !== undefined) return timeRule(named, value.advances, { path, of, message, options, marks });
  if (value.refers !== undefined) return referenceRule(named, value, { path, of, message, options, marks });
  const rule = readFaultRule(named, value, {
    path,
    of,
    family,
    readKinds: (own, at) => readKinds(own, at, options),
    envelopesOf: own => envelopesOf(own, options),
    schemasOf: own => own.flatMap(kind => options.schemas.get(kind) ?? []),
    faults,
  });
  return rule && { rule };
}

/** What a rule without a message reports. */
function aboutWithout({ unique, advances }: Record<string, unknown>): string {
  if (unique !== undefined) return 'A value is given once.';
  return advances === undefined ? 'It refers to something that is there.' : 'Times do not go back.';
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;
const NAME_RULE = 'has small letters, digits and dashes, at most 50, and begins with a letter';

interface ComparingOptions {
  path: Path;
  of: readonly string[];
  message: string | undefined;
  options: ReadRulesOptions;
  marks: MarkList;
}

function uniqueRule(named: NamedRule, value: Record<string, unknown>, about: ComparingOptions): ReadRule | undefined {
  const { path, of, message, options, marks } = about;
  const pointers = pointersByKind(value.unique, [...path, 'unique'], of, options, true);
  if (pointers.size === 0) return undefined;
  const mark = marks.add(pointers);
  const runRule: RunRule = {
    ...named,
    check(run, report) {
      const seen = new Map<string, RunEnvelope>();
      for (const at of envelopesByFile(run).flat()) {
        const repeated: string[] = [];
        for (const own of isOf(at, of, options.id) ? marksOf(at, mark) : []) {
          if (seen.has(own)) repeated.push(own);
          else seen.set(own, at);
        }
        for (const { text, path: place } of placed(repeated, pointers, at, options.id)) {
          const first = seen.get(text) as RunEnvelope;
          const where = first === at ? 'in the same envelope' : describeLocation(first, at);
          const said = messageAt(at, withPlace(message ?? `"${text.slice(0, 60)}" is given twice`), where);
          report({ at, path: place, message: said });
        }
      }
    },
  };
  return { runRule };
}

/** A rule that times in a log don't go back, from one envelope of a run to the next. */
function timeRule(named: NamedRule, advances: unknown, about: ComparingOptions): ReadRule | undefined {
  const { path, of, message = 'This is earlier than the one before it', options } = about;
  const pointers = readPointers(advances, [...path, 'advances'], options.faults);
  if (pointers.length === 0) return undefined;
  const runRule: RunRule = {
    ...named,
    check(run, report) {
      for (const { late: at, before, pointer } of timeReversals(run, pointers)) {
        if (!isOf(at, of, options.id)) continue;
        const place = describeLocation(before, at);
        report({ at, path: parsePointer(pointer), message: messageAt(at, withPlace(message), place) });
      }
    },
  };
  return { runRule };
}

/** A message with what it says of an envelope, and the place of another one. Asks for the envelope only if it must. */
function messageAt(at: RunEnvelope, message: string, place: string): string {
  if (!message.includes('{/')) return filled(message, undefined, { place });
  return at.ask(({ value }) => filled(message, value(), { place }));
}

/** A message that says where another envelope is, in the end if it does not do so itself. */
function withPlace(message: string): string {
  return message.includes('{place}') ? message : `${message.replace(/\.$/, '')} ({place}).`;
}

function referenceRule(
  named: NamedRule,
  value: Record<string, unknown>,
  about: ComparingOptions,
): ReadRule | undefined {
  const { path, of, message, options, marks } = about;
  const pointers = pointersByKind(value.refers, [...path, 'refers'], of, options, true);
  const targets = pointersByKind(value.to, [...path, 'to'], options.kinds, options, true);
  if (value.to === undefined) {
    return void options.faults.push({
      path,
      on: 'key',
      message: 'A rule with "refers" needs "to": where the values stand that it may have.',
    });
  }
  const [from, to] = [marks.add(pointers), marks.add(targets)];
  const runRule: RunRule = {
    ...named,
    check(run, report) {
      const all = envelopesByFile(run).flat();
      const known = new Set(all.flatMap(at => marksOf(at, to)));
      for (const at of all) {
        if (!isOf(at, of, options.id)) continue;
        // What is missing may be in a file that could not be read.
        if (!run.isWhole && !at.file.isLog) continue;
        const missing = marksOf(at, from).filter(own => !known.has(own));
        for (const { text, path: place } of placed(missing, pointers, at, options.id)) {
          const said = message ?? `Nothing here has the id "${text.slice(0, 60)}" that this refers to.`;
          report({ at, path: place, message: messageAt(at, said, '') });
        }
      }
    },
  };
  return { runRule };
}

function isOf({ draft }: RunEnvelope, kinds: readonly string[], family: string): boolean {
  return kinds.includes(kindName(draft.kind, family));
}

/** What an envelope has at a mark: one text, or those of a list. */
function marksOf({ draft }: RunEnvelope, mark: number): readonly string[] {
  const own = draft.marks?.[mark];
  if (!own) return [];
  return own.includes(BETWEEN_MARKS) ? own.split(BETWEEN_MARKS) : [own];
}

/** How many values of one envelope are reported: looking for each takes a walk over its list. */
const MOST_REPORTED = 100;

/** Texts that an envelope has at pointers, each with the path of its value there; the first ones of very many. */
function placed(
  texts: readonly string[],
  pointers: ReadonlyMap<string, readonly string[]>,
  at: RunEnvelope,
  family: string,
): { text: string; path: Path }[] {
  if (texts.length === 0) return [];
  const own = pointers.get(kindName(at.draft.kind, family)) ?? [];
  const shown = [...new Set(texts)].slice(0, MOST_REPORTED);
  if (!own.some(hasList)) return shown.map(text => ({ text, path: firstPathIn(at, own) }));
  const found = at.ask(({ value }) => {
    const paths = new Map<string, Path>();
    // The last one: of a value that is given twice, the second is too much.
    for (const one of own.flatMap(pointer => valuesAt(value(), pointer))) {
      const text = markText(one.value);
      if (text !== undefined) paths.set(text, one.path);
    }
    return JSON.stringify(shown.map(text => paths.get(text) ?? []));
  });
  const paths = JSON.parse(found) as Path[];
  return shown.map((text, index) => ({ text, path: paths[index] ?? [] }));
}
