import type { Kind } from '../../model/kind';
import type { NamedRule, Rule, RunRule } from '../../model/rule';
import type { Path } from '../../model/text';
import { t, translated } from '../../shared/l10n';
import { severityOf } from '../../slots/sanitizeSchema';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { shortLine } from '../drafts/createDraft';
import { checkOrders, followOrders, type Order } from './checkEnvelopeOrder';
import { answerRule, nearlyRule, type ReadRule, referenceRule, timeRule, uniqueRule } from './comparisonRules';
import type { SharedId } from './declaredSymbols';
import { envelopesOf } from './pointersIntoLists';
import { hasOthers, readConditionRule } from './readConditionRule';
import {
  listOf,
  type MarkList,
  markLists,
  pointersByKind,
  type ReadRulesOptions,
  readKinds,
  readSymbols,
  readTable,
  withInside,
} from './readRuleClauses';

/**
 * The rules that a protocol's declaration defines: checks of single envelopes, and checks of whole runs. `marks` are JSON pointers to the values
 * that checks of runs compare.
 */
export interface DeclaredRules {
  rules: Rule[];
  runRules: RunRule[];
  /** The pointers to the compared values, by the name of a kind. */
  marks: ReadonlyMap<string, NonNullable<Kind['marks']>>;
  /** The values that rules compare. */
  ids: readonly SharedId[];
  /** The names of the kinds that a run begins with. */
  opening: ReadonlySet<string>;
}

/** Reads the clauses `order` and `rules` of a declaration. Reports an invalid clause as a fault, and leaves it out. */
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
    follow: report => followOrders(orders, options.id, report),
  };
  return {
    rules: read.flatMap(({ rule }) => rule ?? []),
    runRules: [...(orders.length > 0 ? [order] : []), ...read.flatMap(({ runRule }) => runRule ?? [])],
    marks: marks.byKind,
    ids: marks.ids,
    opening: new Set(
      orders.flatMap(one => (one.key === undefined ? withInside(one.begins ?? [], options.inside) : [])),
    ),
  };
}

const MOST_RULES = 200;

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
  const kindsOf = (name: string) => readKinds(value[name], [...path, name], options) ?? [];
  const closedBy = kindsOf('closedBy');
  const [resetBy, since, until] = [kindsOf('resetBy'), kindsOf('since'), kindsOf('until')];
  // Without a mark, a kind that tells nothing of a run would be no step.
  marks.add(new Map([...closedBy, ...resetBy, ...since, ...until].map(kind => [kind, { is: '' }])));
  const by = keys && new Map([...keys].filter(([kind]) => members.includes(kind)));
  if (by) marks.ids.push({ mentions: by });
  return {
    name: translated(shortLine(value.name) ?? nameOf(by)),
    key: by && marks.add(by),
    symbol: marks.add(symbols),
    begins: value.begins === undefined ? undefined : words('begins'),
    next: table('next'),
    after: table('after'),
    ends: new Set(words('ends')),
    closedBy: new Set(closedBy),
    resetBy: new Set(resetBy),
    since: new Set(since),
    until: new Set(until),
    severity: severityOf(value.severity) ?? 'error',
    places: new Map(members.map(kind => [kind, states?.get(kind) ?? by?.get(kind) ?? []])),
  };
}

const ORDER: ReadonlySet<string> = new Set([
  ...[
    'name',
    'of',
    'by',
    'state',
    'begins',
    'next',
    'after',
    'ends',
    'closedBy',
    'resetBy',
    'since',
    'until',
    'severity',
  ],
]);
const RULE: ReadonlySet<string> = new Set([
  ...['of', 'each', 'when', 'at', 'on', 'message', 'fix', 'offers', 'cases', 'claims', 'severity', 'note'],
  ...['unique', 'refers', 'to', 'advances', 'nearly', 'answers', 'as'],
]);

function nameOf(by: ReadonlyMap<string, readonly string[]> | undefined): string {
  const [pointers] = by?.values() ?? [];
  return parsePointer(pointers?.[0] ?? '').at(-1) ?? '';
}

function readRule(name: string, value: unknown, options: ReadRulesOptions, marks: MarkList): ReadRule | undefined {
  const { id: family, kinds, faults } = options;
  const path: Path = ['rules', name];
  if (!NAME.test(name)) {
    return void faults.push({ path, on: 'key', message: NAME_RULE });
  }
  if (!isObject(value) || hasOthers(value, RULE)) return undefined;
  const of = readKinds(value.of, [...path, 'of'], options) ?? kinds;
  const own = typeof value.message === 'string' && value.message.trim() !== '' ? value.message : undefined;
  const message = own && translated(own);
  const about = shortLine(own) ?? aboutWithout(value);
  const kindIds = of.map(kind => `${family}/${kind}`);
  const named: NamedRule = {
    id: `${family}/${name}`,
    severity: severityOf(value.severity) ?? 'error',
    about,
    kinds: kindIds,
  };
  if (value.unique !== undefined) return uniqueRule(named, value, { path, of, message, options, marks });
  if (value.advances !== undefined) return timeRule(named, value.advances, { path, of, message, options, marks });
  if (value.refers !== undefined) return referenceRule(named, value, { path, of, message, options, marks });
  if (value.answers !== undefined) return answerRule(named, value, { path, of, message, options, marks });
  if (value.nearly !== undefined) return nearlyRule(named, value, { path, of, message, options, marks });
  const rule = readConditionRule(named, value, {
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

/** Returns the description of a rule that has no message. */
function aboutWithout({ unique, advances, nearly, answers }: Record<string, unknown>): string {
  if (answers !== undefined) return 'An answer is what its request asks for.';
  if (nearly !== undefined) return 'A word is not misspelt.';
  if (unique !== undefined) return 'A value is given once.';
  return advances === undefined ? 'It refers to something that is there.' : 'Times do not go back.';
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;
const NAME_RULE = t`The name of a rule has small letters, digits and dashes, at most 50, and begins with a letter.`;
