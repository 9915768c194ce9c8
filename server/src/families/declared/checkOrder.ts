import type { CheckedRun, RunEnvelope, RunRule } from '../../model/rule';
import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import { describeLocation, envelopesByFile } from '../../rules/runEnvelopes';
import { atPointer, parsePointer } from '../../text/pointer';

/** The order of envelopes, of all or of those with one key. What it allows is told by symbols: a state, or else the name of a kind. */
export interface Order {
  name: string;
  /** The places of the key and of the symbol among the marks; without a key, all envelopes are one sequence. */
  key: number | undefined;
  symbol: number;
  begins: readonly string[] | undefined;
  next: ReadonlyMap<string, readonly string[]>;
  after: ReadonlyMap<string, readonly string[]>;
  ends: ReadonlySet<string>;
  /** Kinds before which each sequence must have ended. */
  closedBy: ReadonlySet<string>;
  /** Kinds with which all sequences begin anew. */
  resetBy: ReadonlySet<string>;
  severity: Severity;
  /** Where the symbol or the key stands, by the name of a kind. */
  places: ReadonlyMap<string, readonly string[]>;
}

/** A sequence of envelopes, up to now. */
interface Sequence {
  /** Of the last envelope. */
  symbol: string;
  at: RunEnvelope;
  isOpen: boolean;
  /** A fault of it was told that its end, or a beginning in the right place, would be told again for. */
  isTold: boolean;
}

type Report = Parameters<RunRule['check']>[1];

/** Reports the envelopes of a run that come where one of the orders does not allow them. */
export function checkOrders(orders: readonly Order[], family: string, run: CheckedRun, report: Report): void {
  const all = inOrder(run);
  // A log has many envelopes of few kinds.
  const names = new Map<string, string>();
  const nameOf = (kind: string) => {
    const known = names.get(kind);
    if (known !== undefined) return known;
    const name = kindName(kind, family);
    names.set(kind, name);
    return name;
  };
  for (const order of orders) checkOrder(order, all, nameOf, report);
}

function checkOrder(
  order: Order,
  all: readonly (readonly RunEnvelope[])[],
  nameOf: (kind: string) => string,
  report: Report,
): void {
  // A file may go on where another one has ended.
  const judged = all.length > 1 ? { ...order, begins: undefined, after: new Map<string, readonly string[]>() } : order;
  for (const envelopes of all) {
    const sequences = new Map<string, Sequence>();
    // Those that are still to be told where they should have ended.
    const open = new Map<string, Sequence>();
    for (const at of envelopes) {
      const { marks, kind } = at.draft;
      const name = nameOf(kind);
      if (order.closedBy.has(name)) checkClosed(order, open, at, report);
      if (order.resetBy.has(name)) {
        sequences.clear();
        open.clear();
      }
      const symbol = marks?.[order.symbol];
      const key = order.key === undefined ? '' : (marks?.[order.key] ?? '');
      if (!symbol || (order.key !== undefined && key === '')) continue;
      const before = sequences.get(key);
      // What was told to lack its beginning may have it now.
      const isBegun = before?.isTold && order.begins?.includes(symbol);
      const fault = isBegun ? undefined : faultOf(judged, { symbol, key, at }, before);
      if (fault) {
        const path = firstPathIn(at, order.places.get(name));
        report({ at, path, ...(path.length === 0 && { on: 'open' }), message: fault, severity: order.severity });
      }
      // What follows is judged by this one, so that what is missing is told once.
      const isTold = before?.isOpen ? before.isTold && !isBegun : fault !== undefined;
      const isOpen = !order.ends.has(symbol);
      const now = before ? Object.assign(before, { symbol, at, isOpen, isTold }) : { symbol, at, isOpen, isTold };
      if (!before) sequences.set(key, now);
      if (order.closedBy.size === 0) continue;
      if (isOpen && !isTold) open.set(key, now);
      else open.delete(key);
    }
  }
}

/** The envelopes of a run in order. Without certain times, files say nothing about the order between them: each is judged alone. */
function inOrder(run: CheckedRun): RunEnvelope[][] {
  const files = envelopesByFile(run);
  if (files.length === 1 || !run.isOrdered) return files;
  const timeOf = ({ draft }: RunEnvelope) => draft.at ?? 0n;
  return [files.flat().sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0))];
}

function checkClosed(order: Order, open: Map<string, Sequence>, at: RunEnvelope, report: Report): void {
  for (const [key, sequence] of open) {
    if (sequence.at === at) continue;
    sequence.isTold = true;
    open.delete(key);
    const ends = [...order.ends];
    const message = `This comes while ${subject(order, key)} is open (${describeLocation(sequence.at, at)})${ends.length > 0 ? `; ${oneOf(ends)} must come before it` : ''}.`;
    report({ at, path: [], on: 'open', message, severity: order.severity });
  }
}

function faultOf(
  { name, begins, next, after }: Order,
  { symbol, key, at }: { symbol: string; key: string; at: RunEnvelope },
  before: Sequence | undefined,
): string | undefined {
  const shown = () => `"${symbol.slice(0, 60)}"${key === '' ? '' : ` of ${subject({ name }, key)}`}`;
  const last = () => before && `"${before.symbol.slice(0, 60)}" (${describeLocation(before.at, at)})`;
  const allowed = before && next.get(before.symbol);
  if (!before?.isOpen && !allowed) {
    if (!begins || begins.includes(symbol)) return undefined;
    const how = before ? `comes after the end, ${last()}; it begins anew with` : 'comes first; it begins with';
    return `${shown()} ${how} ${oneOf(begins)}.`;
  }
  if (allowed && !allowed.includes(symbol)) {
    return `${shown()} can't follow ${last()}; ${allowed.length > 0 ? `${oneOf(allowed)} may` : 'nothing may'}.`;
  }
  const earlier = after.get(symbol);
  return earlier && before && !earlier.includes(before.symbol)
    ? `${shown()} can't follow ${last()}, only ${oneOf(earlier)}.`
    : undefined;
}

function subject({ name }: Pick<Order, 'name'>, key: string): string {
  return key === '' ? name || 'a sequence' : `${name} "${key.slice(0, 60)}"`.trim();
}

function oneOf(words: readonly string[]): string {
  const shown = words.slice(0, 8).map(word => `"${word.slice(0, 60)}"`);
  if (words.length > shown.length) shown.push('others');
  const last = shown.pop() ?? 'nothing';
  return shown.length > 0 ? `${shown.join(', ')} or ${last}` : last;
}

/** The name that a declaration gives to a draft's kind: without its family, and without the word of a step. */
export function kindName(kind: string, family: string): string {
  const end = kind.indexOf(':', family.length);
  return kind.slice(family.length + 1, end < 0 ? kind.length : end);
}

/** The path of the first pointer that finds a value in an envelope; that of the whole envelope if none does. */
export function firstPathIn(at: RunEnvelope, pointers: readonly string[] = []): Path {
  const index = at.ask(({ value }) => pointers.findIndex(pointer => atPointer(value(), pointer) !== undefined));
  return index < 0 ? [] : parsePointer(pointers[index] as string);
}
