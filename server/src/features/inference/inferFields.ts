import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { atPath, formatPointer } from '../../text/jsonPointer';
import { parseInstant } from '../../text/parseTime';
import { snakeCaseName } from '../../text/snakeCaseName';
import type { Sample } from './groupSamples';
import type { NoteGuess } from './guessList';
import { isWordLike, type Profile } from './profileValues';

/** The roles that a property of an envelope may have, such as its id, its sender (`agent`) or its time (`at`). */
export type FieldName = 'id' | 'run' | 'agent' | 'peer' | 'at' | 'status' | 'title' | 'text' | 'pair' | 'duration';

/** The roles that were guessed for the properties of an envelope, such as which one holds its id or its sender, and the words of its status. */
export interface InferredFields {
  /** JSON pointers for each field, the most likely first. */
  tells: Partial<Record<FieldName, string[]>>;
  /** The status words of the samples, by meaning (`ok`, `failed` …). */
  status?: Record<string, unknown[]>;
}

/** The values that name runs, by the pointer of the property that has them. */
export type RunNames = ReadonlyMap<string, ReadonlySet<unknown>>;

/** Finds the names of runs: values of a property with a telling name that several envelopes of a kind share. */
export function findRunNames(profiles: readonly Profile[]): RunNames {
  const found = new Map<string, Set<unknown>>();
  for (const profile of profiles) {
    const [place] = placesOf('run', placesIn(profile), profile.values.length);
    if (place) found.set(place.pointer, new Set([...(found.get(place.pointer) ?? []), ...place.values]));
  }
  return found;
}

/**
 * Infers which properties hold an envelope's id, sender, time and so on, by the names and values of the properties.
 *
 * @param runs of all kinds: a kind whose envelopes occur once in a run, such as its start, has the names of these runs
 */
export function inferFields(profile: Profile, path: Path, note: NoteGuess, runs: RunNames = new Map()): InferredFields {
  const places = placesIn(profile);
  const tells: InferredFields['tells'] = {};
  const of = profile.values.length;
  const taken = new Set<string>();
  const namesRun = ({ pointer, values }: Place) => values.every(value => runs.get(pointer)?.has(value));
  for (const [field, { isMany }] of Object.entries(FIELDS) as [FieldName, FieldTest][]) {
    const free = places.filter(({ pointer }) => !taken.has(pointer));
    const known = field === 'run' ? free.filter(namesRun) : [];
    const found = (known.length > 0 ? known : placesOf(field, free, of)).slice(0, isMany ? 2 : 1);
    if (found.length === 0) continue;
    tells[field] = found.map(({ pointer }) => pointer);
    for (const { pointer } of found) if (!SHARED.has(field)) taken.add(pointer);
    const seen = Math.max(...found.map(({ values }) => values.length));
    note([...path, 'tells', field], { seen, of, note: found.map(({ pointer }) => pointer).join(', ') });
  }
  const words = statusWords(places.find(({ pointer }) => pointer === tells.status?.[0])?.values ?? []);
  if (words) note([...path, 'status'], { seen: words.known, of: words.all, note: t`words that say how it went` });
  return { tells, ...(words && { status: words.status }) };
}

/** Returns the places that may be those of a field, the most likely first. */
function placesOf(field: FieldName, places: readonly Place[], of: number): Place[] {
  const { names, fits } = FIELDS[field];
  return places
    .map(place => ({ ...place, rank: names.findIndex(name => name.test(place.name)) }))
    .filter(({ rank, depth }) => rank >= 0 && (depth === 1 || !OUTER.has(field)))
    .filter(({ values }) => fits(values, of))
    .sort((one, other) => one.rank - other.rank || one.depth - other.depth);
}

interface Place {
  pointer: string;
  name: string;
  depth: number;
  values: readonly unknown[];
}

/** Returns the properties with simple values, at the root and one level down. */
function placesIn({ properties }: Profile): Place[] {
  return [...(properties ?? [])].slice(0, MAX_PLACES).flatMap(([key, member]): Place[] => {
    const own = { pointer: formatPointer([key]), name: snakeCaseName(key), depth: 1, values: simple(member) };
    const isOuter = !/^_?(?:meta|metadata|headers?|context|envelope|info|attributes|common|source)$/.test(
      snakeCaseName(key),
    );
    const inner = [...(member.properties ?? [])].slice(0, MAX_PLACES).map(([name, below]): Place => {
      return {
        pointer: formatPointer([key, name]),
        name: snakeCaseName(name),
        depth: isOuter ? 2 : 1,
        values: simple(below),
      };
    });
    return [own, ...inner].filter(({ values }) => values.length > 0);
  });
}

const MAX_PLACES = 200;

function simple({ values }: Profile): unknown[] {
  return values.filter(one => ['string', 'number', 'boolean'].includes(typeof one) && one !== '');
}

interface FieldTest {
  /** Patterns of property names, the most likely first. */
  names: readonly RegExp[];
  fits(values: readonly unknown[], of: number): boolean;
  /** The field may have several pointers, tried one after the other. */
  isMany?: true;
}

// The fields that are searched only in properties about the message, not inside its content.
const OUTER: ReadonlySet<FieldName> = new Set(['id', 'run', 'agent', 'peer', 'at']);
// Other fields may stand at the same place.
const SHARED: ReadonlySet<FieldName> = new Set(['title', 'text']);

const FIELDS: Record<FieldName, FieldTest> = {
  run: {
    names: [
      /^(?:run|workflow|workflow_run|job|flow|pipeline)_id$/,
      /^(?:session|conversation|trace|thread|correlation|execution|request_trace|chat)_id$/,
      /^(?:run|workflow|session|conversation|trace|thread)$/,
    ],
    fits: (values, of) => values.every(isId) && (distinct(values) < values.length || of < 4),
  },
  id: {
    names: [
      /^(?:id|uuid|guid)$/,
      /^(?:message|msg|event|call|envelope|record|step|span|task|item|request|response|tool_call|checkpoint|trace_decision)_id$/,
      /_id$/,
    ],
    fits: values => values.every(isId) && distinct(values) >= values.length * 0.9,
  },
  at: {
    names: [
      /^(?:timestamp|time|ts|at|date|datetime)$/,
      /(?:^|_)(?:created|sent|started|emitted|logged|written)(?:_at)?$/,
      /_(?:at|time|timestamp|ts)$/,
    ],
    fits: values => values.every(isTime),
  },
  agent: {
    names: [
      /^(?:from|sender|from_agent|source_agent)$/,
      /^(?:agent|agent_id|agent_name|author|actor|worker)$/,
      /^(?:(?:created|asked|requested|sent|written|reviewed|decided|reported|emitted|done)_by|by|source|role|who)$/,
    ],
    fits: isFewNames,
  },
  peer: {
    names: [
      /^(?:to|recipient|receiver|to_agent|target_agent)$/,
      /^(?:assignee|assigned_to|addressee|target|destination|reviewer)$/,
    ],
    fits: isFewNames,
  },
  status: {
    names: [
      /^(?:status|outcome|verdict)$/,
      /^(?:state|result|decision|conclusion)$/,
      /^(?:success|succeeded|ok|passed|is_error|approved)$/,
    ],
    fits: values =>
      values.every(one => typeof one === 'boolean' || (typeof one === 'string' && isWordLike(one))) &&
      (distinct(values) <= 12 || (distinct(values) <= 50 && distinct(values) * 4 <= values.length)) &&
      statusWords(values) !== undefined,
  },
  duration: {
    names: [/^(?:duration|elapsed|latency|took)(?:_[a-z]+)?$/, /_(?:duration|latency)(?:_[a-z]+)?$/],
    fits: values => values.every(one => typeof one === 'number' && one >= 0),
  },
  title: {
    names: [/^(?:title|summary|subject|headline)$/, /^(?:name|goal|task|event|action|intent|tool|tool_name)$/],
    fits: values => values.every(one => typeof one === 'string') && averageLength(values) <= 120,
    isMany: true,
  },
  text: {
    names: [
      /^(?:text|content|message|body)$/,
      /^(?:prompt|description|details|reasoning|explanation|answer|output|note|query)$/,
    ],
    fits: values => values.every(one => typeof one === 'string') && averageLength(values) >= 10,
    isMany: true,
  },
  pair: { names: [], fits: () => false },
};

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value.length <= 200 && !/\s/.test(value)) || Number.isInteger(value);
}

function isTime(value: unknown): boolean {
  return typeof value !== 'boolean' && parseInstant(value) !== undefined && !/^\d{1,8}$/.test(String(value));
}

function isFewNames(values: readonly unknown[], of: number): boolean {
  const isName = (one: unknown) => typeof one === 'string' && one.length <= 80 && !/[\n\r]/.test(one);
  return values.every(isName) && (distinct(values) <= Math.max(3, values.length / 2) || of < 6);
}

function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

function averageLength(values: readonly unknown[]): number {
  return values.reduce<number>((sum, one) => sum + String(one).length, 0) / Math.max(1, values.length);
}

/** Infers the meaning of status words; undefined if no word is known. */
function statusWords(
  values: readonly unknown[],
): { status: Record<string, unknown[]>; known: number; all: number } | undefined {
  const status: Record<string, unknown[]> = {};
  let known = 0;
  for (const word of new Set(values)) {
    const meaning = MEANINGS.find(({ has }) =>
      typeof word === 'boolean' ? has.test(String(word)) : typeof word === 'string' && has.test(snakeCaseName(word)),
    );
    if (!meaning) continue;
    const list = status[meaning.is] ?? [];
    status[meaning.is] = list;
    list.push(word);
    known += values.filter(one => one === word).length;
  }
  return known === 0 ? undefined : { status, known, all: values.length };
}

const MEANINGS: readonly { is: string; has: RegExp }[] = [
  {
    is: 'failed',
    has: /(?:^|_)(?:fail|failed|failure|error|errored|rejected|denied|refused|timeout|timed_out|invalid|false|changes_requested|crashed|needs_changes|not_ok)$/,
  },
  { is: 'cancelled', has: /^(?:cancel|canceled|cancelled|aborted|skipped|withdrawn|dropped|superseded)$/ },
  { is: 'blocked', has: /^(?:blocked|on_hold|paused|waiting_for_\w+|needs_\w+|awaiting_\w+|confirm_required)$/ },
  {
    is: 'pending',
    has: /^(?:pending|open|running|in_progress|queued|started|waiting|active|working|ongoing|submitted|partial|new)$/,
  },
  {
    is: 'ok',
    has: /^(?:ok|success|successful|succeeded|done|complete|completed|approved|accepted|passed|pass|finished|resolved|true|ready|merged)$/,
  },
];

/** Two kinds of envelope that share ids, as a request and its response do. */
export interface PairedKinds {
  ask: { kind: string; pointer: string };
  answer: { kind: string; pointer: string };
  seen: number;
  of: number;
}

interface PairingKind {
  name: string;
  samples: readonly Sample[];
  profile: Profile;
}

/** Finds pairs of kinds whose envelopes share ids. The kind that comes first is the asking one. */
export function findPairs(kinds: readonly PairingKind[], positions: ReadonlyMap<Sample, number>): PairedKinds[] {
  const ids = kinds.slice(0, MAX_PAIRED).map(kind => ({ kind, places: idPlaces(kind) }));
  const found: PairedKinds[] = [];
  for (const [at, one] of ids.entries()) {
    for (const other of ids.slice(at + 1)) {
      const paired = pairOf(one, other, positions);
      if (paired) found.push(paired);
    }
  }
  // The strongest first; a kind is one side of one pair.
  const taken = new Set<string>();
  return found
    .sort((one, other) => strengthOf(other) - strengthOf(one))
    .filter(({ ask, answer }) => {
      if (taken.has(ask.kind) || taken.has(answer.kind)) return false;
      taken.add(ask.kind).add(answer.kind);
      return true;
    });
}

/** Rates a pair by its shared ids; names such as `request` and `response` count extra. */
function strengthOf({ ask, answer, seen }: PairedKinds): number {
  return seen * (1 + (ASKING.test(ask.kind) ? 0.3 : 0) + (ANSWERING.test(answer.kind) ? 0.3 : 0));
}

const MAX_PAIRED = 20;

interface IdPlaces {
  kind: PairingKind;
  places: { pointer: string; byId: Map<string, Sample> }[];
}

/** Returns the id properties whose values are unique among the samples. */
function idPlaces({ samples, profile }: PairingKind): IdPlaces['places'] {
  return placesIn(profile)
    .filter(
      ({ name, values }) => /(?:^|_)id$|_to$/.test(name) && values.every(isId) && distinct(values) === values.length,
    )
    .slice(0, 10)
    .map(({ pointer }) => {
      const path = pointer
        .slice(1)
        .split('/')
        .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      const byId = new Map<string, Sample>();
      for (const sample of samples) {
        const id = atPath(sample.value, path);
        if (typeof id === 'string' || typeof id === 'number') byId.set(String(id), sample);
      }
      return { pointer, byId };
    });
}

function pairOf(one: IdPlaces, other: IdPlaces, positions: ReadonlyMap<Sample, number>): PairedKinds | undefined {
  let best: PairedKinds | undefined;
  for (const here of one.places) {
    for (const there of other.places) {
      const shared = [...here.byId].filter(([id]) => there.byId.has(id));
      const of = Math.min(here.byId.size, there.byId.size);
      if (shared.length < 2 || shared.length * 2 < of || shared.length <= (best?.seen ?? 0)) continue;
      const first = shared.filter(
        ([id, sample]) => (positions.get(sample) ?? 0) < (positions.get(there.byId.get(id) as Sample) ?? 0),
      ).length;
      // Envelopes in files of their own say nothing about the order; the names of kinds may.
      const isOneFirst = ASKING.test(one.kind.name) || (!ASKING.test(other.kind.name) && first * 2 >= shared.length);
      const sides = [
        { kind: one.kind.name, pointer: here.pointer },
        { kind: other.kind.name, pointer: there.pointer },
      ] as const;
      const [ask, answer] = isOneFirst ? sides : [sides[1], sides[0]];
      best = { ask, answer, seen: shared.length, of };
    }
  }
  return best;
}

const ASKING = /(?:^|[.-])(?:request|ask|call|question|input|command|args|method|query|task)(?:$|[.-])/;
const ANSWERING =
  /(?:^|[.-])(?:response|result|results|answer|return|reply|output|verdict|completed|done|finished|error)(?:$|[.-])/;
