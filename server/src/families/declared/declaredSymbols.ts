import type { KindDeclaration } from '../../model/kind';
import type { NamePlace, NamePointer } from '../../model/symbol';
import { addToList } from '../../shared/arrays';
import type { KindPlaces } from './pointersIntoLists';

type PointersByKind = ReadonlyMap<string, readonly string[]>;

/** An id that several kinds of envelope share, by a protocol's declaration: for each kind, the JSON pointers to it. Equal values are the same id. */
export interface SharedId {
  defines?: PointersByKind;
  refers?: PointersByKind;
  /** Pointers of which nothing says whether they define. */
  mentions?: PointersByKind;
}

/** A pointer of a kind, with all that lead to the same ids, and what the declaration says of it. */
interface Place {
  kind: string;
  at: string;
  group: Place[];
  role?: NamePlace['role'];
  /** What the kind tells there; `id` is its own. */
  tells?: NamePointer['name']['kind'];
}

type NamingKind = Pick<KindDeclaration, 'fieldPointers' | 'side' | 'toolCall'>;

/**
 * Derives the symbols in envelopes, such as ids and agents, from what a declaration says anyway: the fields that its kinds tell, and the values that its rules compare.
 *
 * @param protocol the id of the protocol
 * @param ids the values that rules compare
 * @returns pointers to the symbols, by the names of kinds
 */
export function declaredSymbols(
  protocol: string,
  kinds: ReadonlyMap<string, NamingKind>,
  ids: readonly SharedId[],
  places: Pick<KindPlaces, 'inside' | 'lists'>,
): ReadonlyMap<string, readonly NamePointer[]> {
  const found = new Map<string, Map<string, NamePointer>>();
  const add = (kind: string, pointers: Iterable<NamePointer>, prefix = '') => {
    const own = found.get(kind) ?? new Map<string, NamePointer>();
    found.set(kind, own);
    for (const pointer of pointers) {
      if (own.size === MOST_OF_KIND) return;
      const at = prefix + pointer.at;
      if (!own.has(at)) own.set(at, { ...pointer, at });
    }
  };
  for (const group of groupPlaces(kinds, ids)) {
    const [first] = group as [Place];
    const kind = (['agent', 'run', 'tool'] as const).find(one => group.some(({ tells }) => tells === one)) ?? 'id';
    const of = kind === 'id' ? `${protocol}/${first.kind}${first.at}` : kind === 'run' ? protocol : undefined;
    const name: NamePointer['name'] = { kind, ...(of !== undefined && { of }) };
    // Where several kinds tell the same id, such as the start and the end of something, none of them defines it.
    const telling = new Set(group.flatMap(one => (one.tells === 'id' ? one.kind : [])));
    const isToldOnce = telling.size === 1 && !group.some(({ role }) => role === 'defines');
    for (const { kind: owner, at, role, tells } of group)
      add(owner, [{ at, name, role: role ?? (tells === 'id' && isToldOnce ? 'defines' : 'refers') }]);
  }
  const foundSoFar = () => new Map([...found].map(([kind, own]) => [kind, [...own.values()]]));
  const own = foundSoFar();
  for (const [owner, lists] of places.lists) {
    // In a list of several kinds, a pointer alone doesn't tell whose envelope it leads into.
    for (const { at, names, when } of lists)
      if (names.length === 1 && !when) add(owner, own.get(names[0] as string) ?? [], at);
  }
  const withLists = foundSoFar();
  for (const [kind, all] of places.inside)
    for (const { name, prefix } of all) add(name, withLists.get(kind) ?? [], prefix);
  return foundSoFar();
}

// A declaration may have very many rules and pointers; what is beyond these is no name.
const MOST_OF_KIND = 100;
const MOST_POINTERS = 20_000;

/** Returns the groups of places that lead to the same names. */
function groupPlaces(kinds: ReadonlyMap<string, NamingKind>, ids: readonly SharedId[]): Iterable<Place[]> {
  const places = new Map<string, Place>();
  let left = MOST_POINTERS;
  const [asked, answered] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const told = new Map<string, Place[]>();
  for (const [kind, { fieldPointers, side, toolCall }] of kinds) {
    const { agent = [], peer = [], run = [], id = [], pair = id } = fieldPointers;
    const { agent: owner = [], tool = [] } = toolCall ?? {};
    for (const place of placesAt(kind, [agent, peer, owner].flat())) place.tells = 'agent';
    for (const place of placesAt(kind, run)) place.tells ??= 'run';
    for (const place of placesAt(kind, [tool].flat())) place.tells ??= 'tool';
    const own = placesAt(kind, id);
    join(own);
    for (const place of own) {
      place.tells ??= 'id';
      addToList(told, place.at, place);
    }
    if (side) (side === 'ask' ? asked : answered).set(kind, pair);
  }
  for (const same of told.values()) join(same);
  for (const { defines, refers, mentions } of [{ defines: asked, refers: answered }, ...ids]) {
    const defining = new Set(placesIn(defines));
    const referring = placesIn(refers).filter(place => !defining.has(place));
    for (const place of defining) place.role ??= 'defines';
    // Also where it defines something, such as the end of what has begun: that one is what it refers to.
    for (const place of referring) place.role = 'refers';
    join([...defining, ...referring, ...placesIn(mentions)]);
  }
  return new Set([...places.values()].map(({ group }) => group));

  function placesIn(of: PointersByKind | undefined): Place[] {
    return [...(of ?? [])].flatMap(([kind, pointers]) => placesAt(kind, pointers));
  }

  function placesAt(kind: string, pointers: readonly string[]): Place[] {
    if (left <= 0) return [];
    left -= pointers.length;
    return pointers.map(at => {
      const known = places.get(kind + at);
      if (known) return known;
      const place: Place = { kind, at, group: [] };
      place.group.push(place);
      places.set(kind + at, place);
      return place;
    });
  }
}

/** Joins the groups of some places. */
function join(places: readonly Place[]): void {
  const groups = new Set(places.map(({ group }) => group));
  const all = groups.size > 1 ? [...groups].flat() : [];
  for (const one of all) one.group = all;
}
