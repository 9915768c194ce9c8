import type { KindDeclaration } from '../../model/kind';
import type { NamePlace, NamePointer } from '../../model/symbol';
import type { KindPlaces } from './pointersIntoLists';

type PointersByKind = ReadonlyMap<string, readonly string[]>;

/** Pointers, by the names of kinds, to values of which equal ones are the same id. */
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
  /** What the kind tells there, if it is no id. */
  tells?: 'agent' | 'run' | 'tool';
  /** The kind tells its own id there. */
  isOwnId?: true;
}

type NamingKind = Pick<KindDeclaration, 'fieldPointers' | 'side' | 'toolCall'>;

/**
 * Derives the names in envelopes from what a declaration says anyway: the fields that its kinds tell, and the values that its rules compare.
 *
 * @param protocol the id of the protocol
 * @param ids the values that rules compare
 * @returns pointers to names, by the names of kinds
 */
export function declaredNames(
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
    const telling = new Set(group.flatMap(one => (one.isOwnId ? one.kind : [])));
    const isToldOnce = telling.size === 1 && !group.some(({ role }) => role === 'defines');
    for (const { kind: owner, at, role, isOwnId } of group)
      add(owner, [{ at, name, role: role ?? (isOwnId && isToldOnce ? 'defines' : 'refers') }]);
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
  for (const [kind, { fieldPointers, toolCall }] of kinds) {
    const { agent = [], peer = [], run = [], id = [] } = fieldPointers;
    const { agent: owner = [], tool = [] } = toolCall ?? {};
    for (const place of placesAt(kind, [agent, peer, owner].flat())) place.tells = 'agent';
    for (const place of placesAt(kind, run)) place.tells ??= 'run';
    for (const place of placesAt(kind, [tool].flat())) place.tells ??= 'tool';
    const own = placesAt(kind, id);
    for (const place of own) place.isOwnId = true;
    join(own);
  }
  for (const { defines, refers, mentions } of [...idsOfSteps(kinds), ...ids]) {
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

/** Joins the groups of some places: the smaller ones to the largest so far. */
function join([first, ...others]: readonly Place[]): void {
  for (const { group } of others) {
    const into = first as Place;
    if (group === into.group) continue;
    const [small, large] = group.length < into.group.length ? [group, into.group] : [into.group, group];
    for (const one of small) one.group = large;
    large.push(...small);
  }
}

/** The ids that requests and answers share, and those that several kinds tell at one pointer. */
function idsOfSteps(kinds: ReadonlyMap<string, NamingKind>): SharedId[] {
  const asked = new Map<string, readonly string[]>();
  const answered = new Map<string, readonly string[]>();
  const told = new Map<string, Map<string, readonly string[]>>();
  for (const [kind, { fieldPointers, side }] of kinds) {
    const { id = [], pair = id } = fieldPointers;
    if (side) (side === 'ask' ? asked : answered).set(kind, pair);
    for (const pointer of id) told.set(pointer, (told.get(pointer) ?? new Map()).set(kind, [pointer]));
  }
  return [{ defines: asked, refers: answered }, ...[...told.values()].map(mentions => ({ mentions }))];
}
