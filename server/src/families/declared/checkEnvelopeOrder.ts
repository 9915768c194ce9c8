import type { CheckedRun, RunEnvelope, RunFollower, RunRule } from '../../model/rule';
import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import { describeLocation, type EnvelopePlace, envelopesByFile, placeOf } from '../../rules/envelopesOfRun';
import { t } from '../../shared/l10n';
import { atPointer, parsePointer } from '../../text/jsonPointer';

/**
 * The order of envelopes in a run that a protocol declares: which may come first, which may follow which, which may come last. An envelope is
 * named by its property `state`, or by its kind if the kind declares no such property. The order holds for all envelopes of a run, or separately
 * for those with the same value of a property, the key.
 */
export interface Order {
  name: string;
  /** The indices of the key and of the symbol (the state or kind) in `Draft.marks`. Without a key, all envelopes are one sequence. */
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
  /** The order holds from envelopes of these kinds on; if empty, from the start. */
  since: ReadonlySet<string>;
  /** The order holds until an envelope of one of these kinds. */
  until: ReadonlySet<string>;
  severity: Severity;
  /** The pointers to the symbol or the key, by the name of a kind. */
  places: ReadonlyMap<string, readonly string[]>;
}

/** The state of a sequence of envelopes. Keeps only a summary of the last envelope, since a log may have very many sequences. */
interface Sequence {
  /** The symbol of the last envelope. */
  symbol: string;
  at: EnvelopePlace;
  isOpen: boolean;
  /** A fault of the sequence was reported, so a missing end or beginning is not reported again. */
  isTold: boolean;
}

type Report = Parameters<RunRule['check']>[1];

/** Reports the envelopes of a run that come where one of the orders does not allow them. */
export function checkOrders(orders: readonly Order[], family: string, run: CheckedRun, report: Report): void {
  const all = inOrder(run);
  // A file may go on where another one has ended.
  const judged =
    all.length > 1 ? orders.map(order => ({ ...order, begins: undefined, after: new Map<string, never>() })) : orders;
  for (const envelopes of all) {
    const follower = followOrders(judged, family, report);
    for (const at of envelopes) follower.next(at);
  }
}

/** Like `checkOrders`, for envelopes that are passed one by one. */
export function followOrders(orders: readonly Order[], family: string, report: Report): RunFollower {
  // A log has many envelopes of few kinds.
  const names = new Map<string, string>();
  const nameOf = (kind: string) => {
    let name = names.get(kind);
    if (name === undefined) {
      name = kindName(kind, family);
      names.set(kind, name);
    }
    return name;
  };
  const followers = orders.map(order => followOrder(order, report));
  return {
    next(at) {
      const name = nameOf(at.draft.kind);
      for (const next of followers) next(at, name);
    },
  };
}

function followOrder(order: Order, report: Report): (at: RunEnvelope, name: string) => void {
  const sequences = new Map<string, Sequence>();
  // The sequences whose missing end is still to be reported.
  const open = new Map<string, Sequence>();
  let isOver = false;
  let counts = order.since.size === 0;
  return (at, name) => {
    if (isOver) return;
    isOver = counts && order.until.has(name);
    counts ||= order.since.has(name);
    if (isOver || !counts) return;
    const { marks } = at.draft;
    if (order.closedBy.has(name)) checkClosed(order, open, at, report);
    if (order.resetBy.has(name)) {
      sequences.clear();
      open.clear();
    }
    const symbol = marks?.[order.symbol];
    const key = order.key === undefined ? '' : (marks?.[order.key] ?? '');
    if (!symbol || (order.key !== undefined && key === '')) return;
    const before = sequences.get(key);
    // A sequence that was reported without its beginning may begin now.
    const isBegun = before?.isTold && order.begins?.includes(symbol);
    const fault = isBegun ? undefined : faultOf(order, { symbol, key, at }, before);
    if (fault) {
      const path = firstPathIn(at, order.places.get(name));
      report({ at, path, ...(path.length === 0 && { on: 'open' }), message: fault, severity: order.severity });
    }
    // Later envelopes are compared with this one, so that something missing is reported once.
    const isTold = before?.isOpen ? before.isTold && !isBegun : fault !== undefined;
    const isOpen = !order.ends.has(symbol);
    const now = { symbol, at: placeOf(at), isOpen, isTold };
    sequences.set(key, now);
    if (order.closedBy.size === 0) return;
    if (isOpen && !isTold) open.set(key, now);
    else open.delete(key);
  };
}

/** Returns the envelopes of a run in order. If times are uncertain, the order between files is unknown, so each file is one list. */
function inOrder(run: CheckedRun): RunEnvelope[][] {
  const files = envelopesByFile(run);
  if (files.length === 1 || !run.isOrdered) return files;
  const timeOf = ({ draft }: RunEnvelope) => draft.at ?? 0n;
  return [files.flat().sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0))];
}

function checkClosed(order: Order, open: Map<string, Sequence>, at: RunEnvelope, report: Report): void {
  for (const [key, sequence] of open) {
    if (sequence.at.place === at.place && sequence.at.file === at.file) continue;
    sequence.isTold = true;
    open.delete(key);
    const ends = [...order.ends];
    const [what, where] = [subject(order, key), describeLocation(sequence.at, at)];
    const message =
      ends.length > 0
        ? t`This comes while ${what} is open (${where}); ${oneOf(ends)} must come before it.`
        : t`This comes while ${what} is open (${where}).`;
    report({ at, path: [], on: 'open', message, severity: order.severity });
  }
}

function faultOf(
  { name, begins, next, after }: Order,
  { symbol, key, at }: { symbol: string; key: string; at: RunEnvelope },
  before: Sequence | undefined,
): string | undefined {
  const shown = () =>
    key === '' ? `"${symbol.slice(0, 60)}"` : t`"${symbol.slice(0, 60)}" of ${subject({ name }, key)}`;
  const shownAt = (one: Sequence) => `"${one.symbol.slice(0, 60)}" (${describeLocation(one.at, at)})`;
  const allowed = before && next.get(before.symbol);
  if (!before?.isOpen && !allowed) {
    if (!begins || begins.includes(symbol)) return undefined;
    return before
      ? t`${shown()} comes after the end, ${shownAt(before)}; it begins anew with ${oneOf(begins)}.`
      : t`${shown()} comes first; it begins with ${oneOf(begins)}.`;
  }
  if (before && allowed && !allowed.includes(symbol)) {
    return allowed.length > 0
      ? t`${shown()} can't follow ${shownAt(before)}; ${oneOf(allowed)} may.`
      : t`${shown()} can't follow ${shownAt(before)}; nothing may.`;
  }
  const earlier = after.get(symbol);
  return earlier && before && !earlier.includes(before.symbol)
    ? t`${shown()} can't follow ${shownAt(before)}, only ${oneOf(earlier)}.`
    : undefined;
}

function subject({ name }: Pick<Order, 'name'>, key: string): string {
  return key === '' ? name || t`a sequence` : `${name} "${key.slice(0, 60)}"`.trim();
}

function oneOf(words: readonly string[]): string {
  const shown = words.slice(0, 8).map(word => `"${word.slice(0, 60)}"`);
  if (words.length > shown.length) shown.push(t`others`);
  const last = shown.pop() ?? t`nothing`;
  return shown.length > 0 ? t`${shown.join(', ')} or ${last}` : last;
}

/** Returns the name that a declaration gives to a draft's kind: without its family, and without the word of a step. */
export function kindName(kind: string, family: string): string {
  const end = kind.indexOf(':', family.length);
  return kind.slice(family.length + 1, end < 0 ? kind.length : end);
}

/** Returns the path of the first pointer that finds a value in an envelope; that of the whole envelope if none does. */
export function firstPathIn(at: RunEnvelope, pointers: readonly string[] = []): Path {
  const index = at.ask(({ value }) => pointers.findIndex(pointer => atPointer(value(), pointer) !== undefined));
  return index < 0 ? [] : parsePointer(pointers[index] as string);
}
