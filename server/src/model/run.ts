import type { Severity } from './schema';
import type { Path } from './text';

/** How a step went. */
export type Outcome = 'ok' | 'failed' | 'pending' | 'unknown';

/** The status of a run according to its files, independent of the clock. */
export type RunStatus = 'running' | 'succeeded' | 'failed' | 'blocked' | 'cancelled' | 'unknown';

/** The displayed status: a run without an end that can no longer be running is unfinished. */
export type ShownStatus = RunStatus | 'unfinished';

/** What a step did: to files, to the state, to the next agent. */
export type Effect =
  | { do: 'write'; path: string; operation: string }
  | { do: 'document'; name: string; status: string }
  | { do: 'decision' | 'note'; text: string }
  | { do: 'question' | 'gap'; id: string; status: string; text?: string; priority?: string }
  | { do: 'handoff'; to: string; text?: string }
  | { do: 'call'; id?: string; tool: string }
  | { do: 'result'; id?: string; tool?: string; ok: boolean }
  | { do: 'budget' | 'approval'; state: string }
  /**
   * `call`: the id of the model call; of several usages of one call, the last one counts. `isTotal`: the usage of the whole run so
   * far; what earlier steps report is a part of it.
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
  /** The id of its run; where none is named, the neighbours in the file tell it, and where none does the file is the run. */
  run?: string;
  /** It opens the run of its log: what names no run there, of the same family, belongs to it. */
  opensRun?: true;
  /** Runs with the same space and id are one run; defaults to the family. */
  space?: string;
  /** The side of a step whose other side is another envelope; undefined for a whole step. */
  side?: 'ask' | 'answer';
  /** An answer belongs to the ask with the same `pair`; without it, to the ask before it, or in the file of the same stem. */
  pair?: string;
  /** The key of the enclosing draft. */
  parent?: string;
  /** The `parent` of its nested drafts, if that is not its key. */
  holds?: string;
  /** The primary sort key in its run: an iteration. */
  order?: number;
  /** Its start, in nanoseconds since 1970. */
  at?: bigint;
  /** In nanoseconds. */
  duration?: bigint;
  agent?: string;
  peer?: string;
  /** The model that answered, else the one that was asked. */
  model?: string;
  /** The program that it ran in, as a tracer names it. */
  service?: string;
  /** `family/kind`, for spans with their type: `otlp/span:tool`. */
  kind: string;
  /** One short line. */
  title: string;
  outcome: Outcome;
  /** The cause of a failure in one short line, if it is separate from the title. */
  failure?: string;
  /** 0 to 1. */
  confidence?: number;
  /** Set for a retry: the tool that is retried, else its own name. */
  retry?: string;
  /** The status of the whole run. The last step that has one wins. */
  status?: RunStatus;
  /** A line that describes the run: its goal, project or root span. The first one wins. */
  about?: string;
  /**
   * It only names its run, and is no step: of several names the highest rank counts, of equal ranks the last one.
   */
  titleRank?: number;
  /**
   * `snapshot`: other drafts of its run may tell the same step at other times; the last is complete. `echo`: another draft of its
   * run may say the same; then it is dropped.
   */
  repeats?: 'snapshot' | 'echo';
  links?: DraftLinks;
  /** Its path in the value of its part; undefined for the whole envelope. */
  path?: Path;
  effects?: Effect[];
}

/** Relations to other drafts that no key expresses. */
export interface DraftLinks {
  /** Of the first draft of a log: the run that this one was started or continued from, which it may repeat. */
  from?: string;
  /** Of the first draft of a log: the agent of its drafts, in place of the family's default. */
  agentName?: string;
  /** The runs of sub-agents that it started: whatever file they are in, they belong to it. */
  starts?: string[];
  /** The id of its line in the thread of a sub-agent without a name, and of the line before it. */
  line?: string;
  after?: string;
  /** A request to a sub-agent: equal in the call that starts it, and in the first line of its thread. */
  request?: string;
  /** The line that a prompt follows. Of two prompts behind the same line, the later one replaces the earlier. */
  follows?: string;
}

/** The location of a step's envelope. Its range is computed on demand. */
export interface EnvelopeLocation {
  uri: string;
  /** A part's id: `root`, `3`, `line 12`. */
  part: string;
  path: Path;
}

/** A step of a run, merged from its drafts. */
export interface Step
  extends Pick<
    Draft,
    'key' | 'agent' | 'peer' | 'model' | 'service' | 'kind' | 'title' | 'outcome' | 'failure' | 'confidence' | 'retry'
  > {
  /** From 0, in run order. */
  index: number;
  /** The index of the enclosing step. */
  parent?: number;
  at?: bigint;
  duration?: bigint;
  /** The duration is what passed between its request and its answer; neither states it. */
  isElapsed?: true;
  /** A later step tells the rest of the same model call, and its usage. */
  isPartOfCall?: true;
  effects: readonly Effect[];
  /** The request, then the answer. */
  sources: EnvelopeLocation[];
  /** Duplicates of it: copies, and other exports of the same trace. */
  copies?: EnvelopeLocation[];
  /** An earlier run did it; this one continues that one, and begins with a copy of it. */
  isRepeated?: true;
  /** The index of the prompt that this one replaces: what followed that one is another branch. */
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
  /** The cause of its failure, or what it waits for, in one short line. */
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
  /** A trace of programs: no span names an agent, a model or a tool. */
  isOfServices?: true;
}

/** The state of the runs that a state registry belongs to, from a quick scan. */
export interface RegistryState {
  feature: string;
  workflows: { name: string; status: RunStatus }[];
}

/**
 * What a step said: the messages that went in, those that came out, and what a model call states about itself. It is read
 * from the step's envelopes when it is asked for; a run keeps none of it.
 */
export interface Exchange extends ModelCall {
  input: ExchangeMessage[];
  output: ExchangeMessage[];
}

/** What a model call states besides its messages. */
export interface ModelCall {
  /** The model asked. */
  model?: string;
  /** The model that answered, where it has another name. */
  answeredBy?: string;
  provider?: string;
  /** `temperature`, `max_tokens` and the like, as written. */
  parameters?: Record<string, string | number | boolean>;
  finishReason?: string;
  tokens?: TokenCounts;
  /** In the currency of its source, mostly US dollars. */
  cost?: number;
  /** The names of the tools that the model may call. */
  tools?: string[];
}

/** Tokens of one model call. `cached` ones are among the input, `reasoning` ones among the output. */
export interface TokenCounts {
  input?: number;
  output?: number;
  cached?: number;
  reasoning?: number;
  total?: number;
}

export interface ExchangeMessage {
  /** `system`, `user`, `assistant`, `tool`, `document`, or as written. */
  role: string;
  name?: string;
  parts: MessagePart[];
  /** The value in the envelope that it was read from. */
  path?: Path;
}

export type MessagePart =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool_call'; id?: string; name: string; arguments: unknown }
  /** `isSaid`: the result is what another agent said. */
  | { type: 'tool_result'; id?: string; name?: string; result: unknown; isError?: true; isSaid?: true }
  /** `uri` is a reference as written, or a `data:` URI. */
  | { type: 'image' | 'file'; mediaType?: string; name?: string; uri?: string };
