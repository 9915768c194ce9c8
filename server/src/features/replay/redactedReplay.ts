import type { Effect, EnvelopeLocation, RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { redactLine } from '../../runs/redaction/redactLine';
import { type CoveredTexts, noCoveredTexts, redactor, type StreamedSpans } from '../../runs/redaction/redactor';
import { addToList } from '../../shared/arrays';
import type { RedactedKind, Redaction, Redactions, ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { truncate } from '../../shared/shownText';
import { decodeUri } from '../../text/decodeUri';
import { memoizeByVersion } from '../../text/memoize';
import { type EnvelopeContent, memoizePerRun, type ReplayedRun } from './replayedRun';

/**
 * Returns a copy of a replayed run without secrets and personal data, for sharing. Each envelope is redacted when it is asked for. Agents' names
 * stay unless they are addresses or paths, and property names always stay. Redacted values are numbered in the order in which they are met, so
 * callers must read the steps in order.
 *
 * @param met called with each redacted text and its replacement
 */
export function redactedReplay(
  replay: ReplayedRun,
  redaction: Redaction,
  met?: (what: RedactedKind, before: string, after: string) => void,
): ReplayedRun {
  const { paths, emails, secrets, words, personal, fields } = redaction;
  if (!paths && !emails && !secrets && !words && !personal && fields.length === 0) return replay;
  const { run, reader } = replay;
  const redact = redactor(redaction, { ids: memoizePerRun(run, idsOf), users: usersIn(run), ...(met && { met }) });
  const documents = memoizeByVersion<{ read: EnvelopeContent; named: CoveredTexts }>(REMEMBERED);
  const streams = memoizeByVersion<ReadonlyMap<string, StreamedSpans>>(REMEMBERED);
  const files = new Map<string, string>();
  const names = new Map<string, string>();

  function documentOf(location: EnvelopeLocation): { read: EnvelopeContent; named: CoveredTexts } {
    const key = keyOf(location);
    return documents(key, undefined, () => {
      const read = reader.text(location);
      const named = noCoveredTexts();
      if ('fault' in read) return { read: { fault: redact.text(read.fault) }, named };
      return { read: { text: redact.document(read.text, read.lang, named, streamedIn(key)), lang: read.lang }, named };
    });
  }

  /** What the steps with an envelope as a piece find in their joined pieces. */
  function streamedIn(key: string): StreamedSpans[] {
    const indexes = memoizePerRun(run, streamedSteps).get(key) ?? [];
    return indexes.flatMap(index => streams(String(index), undefined, () => streamOf(index)).get(key) ?? []);
  }

  function streamOf(index: number): ReadonlyMap<string, StreamedSpans> {
    const pieces = piecesOf(run.step(index));
    const reads = pieces.map(location => reader.text(location));
    const spans = redact.streamed(reads.map(read => ('text' in read ? read.text : '')));
    return new Map(pieces.map((location, at) => [keyOf(location), spans[at] as StreamedSpans]));
  }

  // A title derives from the envelope, so each text redacted in the envelope is redacted in the title.
  function linesIn(envelopes: readonly EnvelopeLocation[]): (text: string) => string {
    const named = envelopes.map(location => documentOf(location).named);
    return text => redact.text(named.reduce(redactLine, text));
  }

  // Memoized, so that an agent's name stays the same after more user names are found: names match steps to agents.
  function nameOf(name: string): string {
    const covered = names.get(name) ?? redact.text(name);
    names.set(name, covered);
    return covered;
  }

  function stepOf(index: number): Step {
    const step = run.step(index);
    const { envelopes, key, agent, peer, retry } = step;
    const line = linesIn(envelopes);
    return {
      ...step,
      ...(key !== undefined && { key: line(key) }),
      ...(agent !== undefined && { agent: nameOf(agent) }),
      ...(peer !== undefined && { peer: nameOf(peer) }),
      ...(retry !== undefined && { retry: nameOf(retry) }),
      title: line(step.title),
      ...(step.failure !== undefined && { failure: line(step.failure) }),
      effects: step.effects.map(effect => redactedEffect(effect, line, nameOf)),
    };
  }

  function summaryOf(): RunSummary {
    const line = linesIn(envelopesOfTitle(run));
    // Leaves out the reason, which repeats a step's text.
    const { reason: _, ...summary } = run.summary;
    const { id, title, agents } = summary;
    return {
      ...summary,
      id: line(id),
      title: line(title),
      agents: [...new Set(agents.map(nameOf))],
    };
  }

  let summary: RunSummary | undefined;
  const steps = memoizeByVersion<Step>(REMEMBERED);
  const redacted: IndexedRun = {
    get summary() {
      summary ??= summaryOf();
      return summary;
    },
    step: index => steps(String(index), undefined, () => stepOf(index)),
    children: index => run.children(index),
  };
  return {
    run: redacted,
    reader: {
      text: location => documentOf(location).read,
      problems: location =>
        reader.problems(location).map(problem => ({ ...problem, message: linesIn([location])(problem.message) })),
      range: location => reader.range(location),
      fileOf(uri) {
        const name = files.get(uri) ?? redact.text(paths ? insidePath(reader.fileOf(uri)) : reader.fileOf(uri));
        files.set(uri, name);
        return name;
      },
      isElided: content => reader.isElided(content),
      fileAt: () => undefined,
      ...(reader.page && { page: reader.page }),
    },
    others: { revision: () => 0, summaries: () => [], run: () => undefined },
    now: replay.now,
  };
}

const REMEMBERED = 8;
// The id and title of a run come from its first steps.
const LOOKED_AT = 20;

function keyOf({ uri, part, path }: EnvelopeLocation): string {
  return `${uri}\0${part}\0${JSON.stringify(path)}`;
}

/** Returns the envelopes of a streamed text or call, in order; none if the step has a single one. */
function piecesOf({ envelopes, pieces = 0 }: Step): EnvelopeLocation[] {
  return pieces === 0 ? [] : [...envelopes.slice(0, 1), ...envelopes.slice(-pieces)];
}

/** Returns the indexes of the steps with pieces, by the keys of these envelopes. */
function streamedSteps({ summary, step }: IndexedRun): ReadonlyMap<string, number[]> {
  const steps = new Map<string, number[]>();
  for (let index = 0; index < summary.steps; index++)
    for (const location of piecesOf(step(index))) addToList(steps, keyOf(location), index);
  return steps;
}

/** Returns the path, or only the base name if the file is outside of the workspace. */
function insidePath(path: string): string {
  return path.startsWith('../') ? `…/${path.slice(path.lastIndexOf('/') + 1)}` : path;
}

function idsOf({ summary, step }: IndexedRun): ReadonlySet<string> {
  const ids = new Set([summary.id]);
  for (let index = 0; index < summary.steps; index++) {
    const { key } = step(index);
    if (key !== undefined) ids.add(key);
  }
  return ids;
}

/** Returns the user names in the paths of the run's files. */
function usersIn({ summary: { files, folder } }: IndexedRun): string[] {
  return [folder, ...files.slice(0, LOOKED_AT)].flatMap(uri => {
    const [, name] = /^file:\/\/.{0,10}\/(?:home|Users)\/([^/]{1,64})(?:\/|$)/.exec(uri) ?? [];
    return name === undefined ? [] : [name, decodeUri(name)];
  });
}

function envelopesOfTitle({ summary, step }: IndexedRun): EnvelopeLocation[] {
  const envelopes: EnvelopeLocation[] = [];
  for (let index = 0; index < Math.min(LOOKED_AT, summary.steps); index++) envelopes.push(...step(index).envelopes);
  return envelopes;
}

/** Redacts the strings of an effect: all come from an envelope, except the effect's type. */
function redactedEffect(effect: Effect, line: (text: string) => string, nameOf: (name: string) => string): Effect {
  const redacted: Record<string, unknown> = { ...effect };
  for (const [name, value] of Object.entries(effect)) {
    if (typeof value !== 'string' || name === 'do') continue;
    redacted[name] = NAMES.has(name) ? nameOf(value) : line(value);
  }
  return redacted as unknown as Effect;
}

// Names of agents and tools, and the protocol's fixed words. They are no prose: redacted only if they look like a secret.
const NAMES = new Set(['to', 'tool', 'status', 'operation', 'state', 'priority']);

/** Returns what a redaction changes: counts and a few samples of each kind. Examines only the beginning of a very long run. */
export function redactions(replay: ReplayedRun, { redaction }: ReplayParams<'redactions'>): ReplayAnswer<'redactions'> {
  const counts = new Map<RedactedKind, number>(KINDS.map(what => [what, 0]));
  const samples = new Map<RedactedKind, Redactions['samples']>(KINDS.map(what => [what, []]));
  const sampled = new Set<string>();
  let step = 0;
  const { run, reader } = redactedReplay(replay, redaction, (what, before, after) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const some = samples.get(what);
    if (!some || some.length >= (what === 'word' ? MOST_WORDS : MOST_SAMPLES) || sampled.has(`${what} ${before}`))
      return;
    sampled.add(`${what} ${before}`);
    some.push({ what, before: cut(before), after: cut(after), step });
  });
  const end = performance.now() + TIME;
  const { steps } = replay.run.summary;
  const most = Math.min(steps, MOST_STEPS);
  let read = 0;
  for (; step < most && (step < FEWEST_STEPS || read < LEAST_READ || performance.now() < end); step++) {
    for (const location of run.step(step).envelopes) reader.fileOf(location.uri);
    for (const location of replay.run.step(step).envelopes) {
      const found = reader.text(location);
      if ('text' in found) read += found.text.length;
    }
  }
  return {
    counts: KINDS.map(what => ({ what, count: counts.get(what) ?? 0 })).filter(({ count }) => count > 0),
    samples: KINDS.flatMap(what => samples.get(what) ?? []),
    ...(step < steps && { looked: step }),
  };
}

const KINDS: readonly RedactedKind[] = ['path', 'email', 'secret', 'word', 'personal', 'field'];
/** The maximum number of samples of a kind. */
const MOST_SAMPLES = 10;
/** The maximum number of redacted words of no known kind, all of which the user should see. */
const MOST_WORDS = 200;
const LONGEST = 120;
const FEWEST_STEPS = 10;
const MOST_STEPS = 2000;
/** The number of characters to examine regardless of `TIME`: most runs have fewer. */
const LEAST_READ = 500_000;
/** The time limit in milliseconds. */
const TIME = 150;

function cut(text: string): string {
  return truncate(text, LONGEST);
}
