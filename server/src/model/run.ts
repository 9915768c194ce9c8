import type { Severity } from './severity';
import type { Path } from './text';

/** How a step went. */
export type Outcome = 'ok' | 'failed' | 'pending' | 'unknown';

/** What became of a run, as far as its documents say; nothing of it rests on the clock. */
export type RunStatus = 'running' | 'succeeded' | 'failed' | 'blocked' | 'cancelled' | 'unknown';

/** The same as a reader is told it: a run without an end that can't be running any more is unfinished. */
export type ShownStatus = RunStatus | 'unfinished';

/** What a step did: to the files, to what is known, to whoever comes next. */
export type Effect =
  | { do: 'write'; path: string; operation: string }
  | { do: 'document'; name: string; status: string }
  | { do: 'decision' | 'note'; text: string }
  | { do: 'question' | 'gap'; id: string; status: string; text?: string; priority?: string }
  | { do: 'handoff'; to: string; text?: string }
  | { do: 'call'; id?: string; tool: string }
  | { do: 'result'; id?: string; tool?: string; ok: boolean }
  | { do: 'budget' | 'approval'; state: string }
  | { do: 'usage'; tokens?: number; cost?: number };

/**
 * A step as one envelope alone tells it, before its run is known. Short: a log of a hundred thousand lines keeps one for
 * each, and what is long stays in the file.
 */
export interface Draft {
  /** What it is named by: a span's, call's, message's or request's id. */
  key?: string;
  /** Whoever tells of this key in its run tells of the same step, in whatever file: it is a span's or an observation's. */
  isUnique?: true;
  /**
   * The run it belongs to, as the protocol names it. Without it the neighbours in its
   * file say, and where none does the file is the run.
   */
  run?: string;
  /** Runs of one space and id are one; without it those of the family. */
  space?: string;
  /** One side of a step whose other side is another envelope: what is asked, or the answer. Without it a whole step. */
  side?: 'ask' | 'answer';
  /** An answer is to the ask of the same `pair`; without one, to the ask before it, or that in the file of its stem. */
  pair?: string;
  /** The key of the draft that it is nested in. */
  parent?: string;
  /** What those nested in it name as their `parent`, where that is not its key. */
  holds?: string;
  /** What its run is ordered by before anything else: an iteration. */
  order?: number;
  /** When it began: nanoseconds since 1970. */
  at?: bigint;
  /** Nanoseconds. */
  duration?: bigint;
  agent?: string;
  peer?: string;
  /** `family/kind`, or what kind of span it is within that: `otlp/span:tool`. */
  kind: string;
  /** One short line. */
  title: string;
  outcome: Outcome;
  /** Why it failed, in one short line, where it says so apart from its title. */
  failure?: string;
  /** 0 to 1. */
  confidence?: number;
  /** It says that something is tried again: which tool, or else its own name. */
  retry?: string;
  /** What it says of its run as a whole. The last step that says something counts. */
  status?: RunStatus;
  /** A line that names the run: its goal, project or root span. The first that says one counts. */
  about?: string;
  /** Where it stands in the value of its part; the root where it is the whole envelope. */
  path?: Path;
  effects?: Effect[];
}

/** A place in a file that tells of a step. Its range is worked out when it is asked for. */
export interface EnvelopeLocation {
  uri: string;
  /** A part's id: `root`, `3`, `line 12`. */
  part: string;
  path: Path;
}

/** A step of a run: drafts put together. */
export interface Step
  extends Pick<Draft, 'key' | 'agent' | 'peer' | 'kind' | 'title' | 'outcome' | 'failure' | 'confidence' | 'retry'> {
  /** From 0, in the order of the run. */
  index: number;
  /** The index of the step that it is nested in. */
  parent?: number;
  at?: bigint;
  duration?: bigint;
  effects: Effect[];
  /** What asked first, then the answer. */
  sources: EnvelopeLocation[];
  /** Where the same is told once more: copies, and other exports of one trace. */
  copies?: EnvelopeLocation[];
  problems: ProblemCounts;
}

/** How many problems there are, by severity. */
export type ProblemCounts = Record<Severity, number>;

/** A run without its steps, which may be many. */
export interface RunSummary {
  /** Unique among all runs, the same as long as its files lie where they lie. */
  key: string;
  /** As the protocol names it, or the file's name where the file is the run. */
  id: string;
  /** A family's id. */
  family: string;
  /** What the family is called, where a file of the workspace declares it. */
  protocol?: string;
  /** The workspace folder that it was found in; empty for files outside of any. */
  folder: string;
  title: string;
  status: RunStatus;
  /** Why it failed, or what it waits for, in one short line. */
  reason?: string;
  startedAt?: bigint;
  endedAt?: bigint;
  /** In the order in which they come in. */
  agents: string[];
  /** URIs, in the order of the run. */
  files: string[];
  /** The state registry that belongs to it: a URI. */
  registry?: string;
  steps: number;
  problems: ProblemCounts;
  /** The rules of these problems. */
  rules: string[];
  /** When the last of its files was written: milliseconds since 1970. */
  changedAt: number;
}

/** What a state registry says of the runs it belongs to, as a quick look at it tells. */
export interface RegistryState {
  feature: string;
  workflows: { name: string; status: RunStatus }[];
}
