import type { Severity } from './schema';
import type { Path } from './text';

/** The outcome of a step of a workflow run: it succeeded, it failed, its result is pending, or the outcome is unknown. */
export type Outcome = 'ok' | 'failed' | 'pending' | 'unknown';

/** The status of a run according to its files, independent of the clock. */
export type RunStatus = 'running' | 'succeeded' | 'failed' | 'blocked' | 'cancelled' | 'unknown';

/** The displayed status: a run without an end that can no longer be running is unfinished. */
export type ShownStatus = RunStatus | 'unfinished';

/** A change that a step made: to files, to the state of the run, to the next agent. */
export type Effect =
  | { do: 'write'; path: string; operation: string }
  | { do: 'document'; name: string; status: string }
  | { do: 'decision' | 'note'; text: string }
  | { do: 'question' | 'gap'; id: string; status: string; text?: string; priority?: string }
  | { do: 'handoff'; to: string; text?: string }
  | { do: 'call'; id?: string; tool: string }
  | { do: 'result'; id?: string; tool?: string; ok: boolean }
  | { do: 'budget' | 'approval'; state: string }
  /** A judgement of what the step gave. `isGood` is absent if the label says neither. */
  | { do: 'evaluation'; name: string; label?: string; score?: number; text?: string; isGood?: boolean }
  /**
   * `call`: the id of the model call; of several usages of one call, the last one counts. `isTotal`: the usage of the whole run so
   * far, including the usage of earlier steps.
   */
  | ({ do: 'usage'; tokens?: number; cost?: number; call?: string; isTotal?: true } & Omit<TokenCounts, 'total'>);

/**
 * A step as read from one envelope, before its run is known. Small: a log of a hundred thousand lines keeps one for
 * each, and long values stay in the file.
 */
export interface Draft {
  /** The id of its span, call, message or request. */
  key?: string;
  /** The key identifies the step in its run across files: the id of a span or an observation. */
  isUnique?: true;
  /** The id of its run. Without one, the draft joins the run of its neighbours in the file; if they name none, the file is the run. */
  run?: string;
  /** The draft opens the run of its log: drafts of the same family in this log that name no run belong to that run. */
  opensRun?: true;
  /** Runs with equal space and id are one run. The default is the family's id. */
  space?: string;
  /** The side of a step whose other side is another envelope; undefined for a whole step. */
  side?: 'ask' | 'answer';
  /** An answer belongs to the ask with the same `pair`; without it, to the ask before it, or in the file of the same stem. */
  pair?: string;
  /** The key of the enclosing draft. */
  parent?: string;
  /** The key by which nested drafts refer to this one in `parent`, if that differs from `key`. */
  holds?: string;
  /** The primary sort key in its run: an iteration. */
  order?: number;
  /** Its start, in nanoseconds since 1970. */
  at?: bigint;
  /** In nanoseconds. */
  duration?: bigint;
  agent?: string;
  peer?: string;
  /** The model that answered, or the one asked if the answer names none. */
  model?: string;
  /** The version of the agent. */
  agentVersion?: string;
  /** The name of the program that the step ran in, as the tracer recorded it. */
  service?: string;
  /** The conversation (session, thread) that its run is a turn of. */
  conversation?: string;
  /** `family/kind`, for spans with their type: `otlp/span:tool`. */
  kind: string;
  /** One short line. */
  title: string;
  outcome: Outcome;
  /** The cause of a failure in one short line, if it is separate from the title. */
  failure?: string;
  /** 0 to 1. */
  confidence?: number;
  /** Set for a retry: the tool that is retried, or the name of the step itself. */
  retry?: string;
  /** The status of the whole run. The last step that has one wins. */
  status?: RunStatus;
  /** A line that describes the run: its goal, project or root span. The first one wins. */
  about?: string;
  /**
   * The draft is no step, but only titles its run. The title with the highest rank wins; of equal ranks, the last.
   */
  titleRank?: number;
  /** The draft is no step: only rules over several envelopes see it. */
  isIgnored?: true;
  /**
   * `snapshot`: the run may have several drafts of the same step from different times; the last one is complete. `echo`: the draft
   * is dropped if another draft of the run has the same content. `piece`: the run has one step for all drafts with its `pair` or `key`
   * and the word of its kind, or, without an id, for those that follow each other; its title is as written, since it is only a part.
   */
  repeats?: 'snapshot' | 'echo' | 'piece';
  links?: DraftLinks;
  /** The values that the rules of the protocol's declaration compare, see `Kind.marks`; empty for a missing value. */
  marks?: string[];
  /** Its path in the value of its part; undefined for the whole envelope. */
  path?: Path;
  /** The rule of its kind's `steps` that made it: numbers from 1, `2.1`; of a list of rules, with its name before them, `message 1.3`. */
  rule?: string;
  effects?: Effect[];
}

/** Relations to other drafts that no key expresses. */
export interface DraftLinks {
  /** On the first draft of a log: the run that this one was started or continued from, and whose steps it may repeat. */
  from?: string;
  /** On the first draft of a log: the agent of all drafts of the log, in place of the family's default. */
  agentName?: string;
  /** The runs of sub-agents that the step started. They belong to it, whatever file they are in. */
  starts?: string[];
  /** In the thread of an unnamed sub-agent: the id of the draft's line, and of the line before. */
  line?: string;
  after?: string;
  /** The request to a sub-agent. The call that starts the sub-agent and the first line of its thread have the same request. */
  request?: string;
  /** The line before a prompt. If two prompts follow the same line, the later one replaces the earlier. */
  follows?: string;
}

/** The location of a step's envelope. Its range is computed on demand. */
export interface EnvelopeLocation {
  uri: string;
  /** A part's id: `root`, `3`, `line 12`. */
  part: string;
  path: Path;
  /** The rule of its kind's `steps` that made the step. */
  rule?: string;
}

/** A step of a run, merged from its drafts. */
export interface Step
  extends Pick<
    Draft,
    | 'key'
    | 'agent'
    | 'agentVersion'
    | 'peer'
    | 'model'
    | 'service'
    | 'kind'
    | 'title'
    | 'outcome'
    | 'failure'
    | 'confidence'
    | 'retry'
  > {
  /** From 0, in run order. */
  index: number;
  /** The index of the enclosing step. */
  parent?: number;
  at?: bigint;
  duration?: bigint;
  /** The duration is computed from the times of request and answer; neither states it. */
  isElapsed?: true;
  /** How far its times were moved, in nanoseconds: the clock of its service is behind that of its caller. */
  shift?: bigint;
  /** A later step has the rest of the same model call, and its usage. */
  isPartOfCall?: true;
  effects: readonly Effect[];
  /** The request, then the answer, then the further pieces of a streamed request. */
  envelopes: EnvelopeLocation[];
  /** The number of envelopes that are further pieces: the last ones. */
  pieces?: number;
  /** The locations of duplicate envelopes: copies, and other exports of the same trace. */
  copies?: EnvelopeLocation[];
  /** A copy of a step of an earlier run, which this run continues. */
  isRepeated?: true;
  /** The index of the prompt that this prompt replaces; the steps that followed the replaced prompt are another branch. */
  replaces?: number;
  problems: ProblemCounts;
}

/** The number of problems by severity. */
export type ProblemCounts = Record<Severity, number>;

/** A run without its steps, which may be many. */
export interface RunSummary {
  /** Unique among all runs, and stable while its files are not moved. */
  key: string;
  /** The protocol's id, or the file's name if the file is the run. */
  id: string;
  /** A family's id. */
  family: string;
  /** The title of a family that a workspace file declares. */
  protocol?: string;
  /** Its workspace folder; empty for files outside any folder. */
  folder: string;
  title: string;
  status: RunStatus;
  /** One short line: the cause of the failure, or what the run waits for. */
  reason?: string;
  startedAt?: bigint;
  endedAt?: bigint;
  /** In order of appearance. */
  agents: string[];
  /** URIs, in run order. */
  files: string[];
  /** The URI of its state registry. */
  registry?: string;
  steps: number;
  problems: ProblemCounts;
  /** The rules of these problems. */
  rules: string[];
  /** When its newest file was written, in milliseconds since 1970. */
  changedAt: number;
  /** The run is a trace of ordinary programs: no span names an agent, a model or a tool. */
  isOfServices?: true;
  /** The conversation that it is a turn of; other runs may be its other turns. */
  conversation?: string;
  /** Records of its logs that no reader knows, by their type. */
  unknown?: Readonly<Record<string, number>>;
}

/** The state of the runs that a state registry belongs to, from a quick scan. */
export interface RegistryState {
  feature: string;
  workflows: { name: string; status: RunStatus }[];
}

/**
 * The messages in and out of a step, and the properties of its model call. Read from the step's envelopes on request; a run
 * does not store exchanges.
 */
export interface Exchange extends ModelCall {
  input: ExchangeMessage[];
  output: ExchangeMessage[];
}

/** The properties of a model call, without its messages. */
export interface ModelCall {
  /** The requested model. */
  model?: string;
  /** The model that answered, if it differs from the requested one. */
  answeredBy?: string;
  provider?: string;
  /** `temperature`, `max_tokens` and the like, as written. */
  parameters?: Record<string, string | number | boolean>;
  finishReason?: string;
  tokens?: TokenCounts;
  /** In the currency that the program uses, mostly US dollars. */
  cost?: number;
  /** The names of the tools that the model may call. */
  tools?: string[];
}

/**
 * Token counts of one model call. `cached`, which a cache gave, and `written`, which a cache keeps from now on, are parts of
 * the input; `reasoning` is part of the output.
 */
export interface TokenCounts {
  input?: number;
  output?: number;
  cached?: number;
  written?: number;
  reasoning?: number;
  total?: number;
}

export interface ExchangeMessage {
  /** `system`, `user`, `assistant`, `tool`, `document`, or as written. */
  role: string;
  name?: string;
  pieces: ContentPiece[];
  /** The value in the envelope that it was read from. */
  path?: Path;
}

/** A message in an export. */
export type WrittenMessage = Omit<ExchangeMessage, 'path' | 'pieces'> & { parts: ContentPiece[] };
/** The messages of a step in an export. */
export type WrittenExchange = Pick<ModelCall, 'finishReason'> & Record<'input' | 'output', WrittenMessage[]>;

export type ContentPiece =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool_call'; id?: string; name: string; arguments: unknown }
  /** `isSaid`: the result is a message of another agent. */
  | { type: 'tool_result'; id?: string; name?: string; result: unknown; isError?: true; isSaid?: true }
  /** `uri` is a reference as written, or a `data:` URI. */
  | { type: 'image' | 'file'; mediaType?: string; name?: string; uri?: string };
