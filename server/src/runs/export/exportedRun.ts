import type { Effect, EnvelopeLocation, Outcome, ProblemCounts, RunStatus, Step } from '../../model/run';
import type { Range } from '../../model/text';
import { formatInstant, toMilliseconds } from '../../text/time/instant';
import type { IndexedRun } from '../assembly/indexedRun';

/** A run as other programs read it: plain JSON. What is not known is null, so that each key is always there. */
export interface ExportedRun {
  id: string;
  family: string;
  title: string;
  status: RunStatus;
  /** ISO, in UTC, with as many decimals as are known. */
  startedAt: string | null;
  endedAt: string | null;
  agents: string[];
  files: string[];
  /** Of any severity. */
  problems: number;
  steps: ExportedStep[];
}

export interface ExportedStep {
  index: number;
  at: string | null;
  durationMs: number | null;
  agent: string | null;
  peer: string | null;
  kind: string;
  title: string;
  outcome: Outcome;
  /** The index of the step that it is nested in. */
  parent: number | null;
  /** Where it stands; of a question with its answer, the question. */
  file: string | null;
  range: Range | null;
  /** Where the same is told once more. */
  copies: { file: string; range: Range | null }[];
  effects: Effect[];
  /** Its own id, as its file writes it: a span's, call's, message's or request's. */
  id: string | null;
  confidence: number | null;
  problems: number;
}

/** How places are told: where a source stands in its file, and what a file is called. */
export interface SourceLookup {
  rangeOf(source: EnvelopeLocation): Range | undefined;
  fileOf(uri: string): string;
}

export function exportedRun(run: IndexedRun, places: SourceLookup): ExportedRun {
  const { id, family, title, status, startedAt, endedAt, agents, files, problems, steps } = run.summary;
  return {
    id,
    family,
    title,
    status,
    startedAt: instant(startedAt),
    endedAt: instant(endedAt),
    agents: [...agents],
    files: files.map(places.fileOf),
    problems: totalOf(problems),
    steps: Array.from({ length: steps }, (_, index) => exportedStep(run.step(index), places)),
  };
}

export function exportedStep(step: Step, { rangeOf, fileOf }: SourceLookup): ExportedStep {
  const { index, at, duration, agent, peer, kind, title, outcome, parent, sources, copies = [], effects } = step;
  const [source] = sources;
  return {
    index,
    at: instant(at),
    durationMs: duration === undefined ? null : toMilliseconds(duration),
    agent: agent ?? null,
    peer: peer ?? null,
    kind,
    title,
    outcome,
    parent: parent ?? null,
    file: source ? fileOf(source.uri) : null,
    range: (source && rangeOf(source)) ?? null,
    copies: copies.map(copy => ({ file: fileOf(copy.uri), range: rangeOf(copy) ?? null })),
    effects,
    id: step.key ?? null,
    confidence: step.confidence ?? null,
    problems: totalOf(step.problems),
  };
}

function instant(at: bigint | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}

function totalOf({ error, warning, info }: ProblemCounts): number {
  return error + warning + info;
}
