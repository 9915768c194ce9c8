// The types of the package `agent-envelopes`: what `server/src/entries/api.ts` exports. `kinds.d.ts` is generated from the schemas.
import type { Kinds } from './kinds';

export type * from './kinds';
export type { Kinds };

export type Severity = 'error' | 'warning' | 'info';

/** A place in a file. Lines and characters (UTF-16 units) count from 0. */
export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** A problem, as `check --format json` prints it. */
export interface Problem {
  /** `family/rule`, `syntax` or `schema/<keyword>`; `agent-envelopes explain RULE` prints its page. */
  rule: string;
  severity: Severity;
  /** What is there, why that is wrong, and what to do. */
  message: string;
  range: Range;
  /** The titles of its quick fixes. */
  fixes: string[];
}

export interface FileReport {
  /** The path as it was given, or as it was found in a folder. */
  file: string;
  /** The envelopes that were recognised, in file order. */
  parts: { kind: string; range: Range }[];
  /** In file order. */
  problems: Problem[];
}

export interface CheckResult {
  files: FileReport[];
  /** Files and folders that could not be read, each with the reason; with an empty `file`, settings and declarations that have errors. */
  unread: { file: string; message: string }[];
  summary: { files: number; parts: number; errors: number; warnings: number; infos: number };
}

/** Which settings apply. By default those that the command line uses: the nearest `.agent-envelopes.json`. */
export interface ProjectOptions {
  /** The folder that relative paths start from, and in which settings are looked for. By default `process.cwd()`. */
  cwd?: string;
  /** A settings file to use instead of the nearest one; false for none. */
  config?: string | false;
  /** Severities by rule: `{ "agent-io/*": "off" }`. */
  rules?: Record<string, Severity | 'off'>;
}

/**
 * Checks files and folders, as `agent-envelopes check` does. Rejects with a `UsageError` for options that contradict each other;
 * what can't be read is listed in the result.
 */
export declare function check(paths: string | readonly string[], options?: ProjectOptions): Promise<CheckResult>;

/** A step of a run. Unknown values are null. Ids and times are exact. */
export interface RunStep {
  index: number;
  id: string | null;
  /** ISO 8601 in UTC. */
  at: string | null;
  durationMs: number | null;
  agent: string | null;
  agentVersion?: string;
  model: string | null;
  tokens: Record<'input' | 'output' | 'cached' | 'written' | 'reasoning' | 'total', number | null>;
  peer: string | null;
  kind: string;
  title: string;
  outcome: 'ok' | 'failed' | 'pending' | 'unknown';
  /** Why it failed, unless the title says so. */
  failure?: string;
  confidence: number | null;
  /** The index of the step that encloses it. */
  parent: number | null;
  file: string | null;
  range: Range | null;
  copies: { file: string; range: Range | null }[];
  problems: number;
  /** What it did: `write`, `handoff`, `call`, `result`, `usage` and others, by `do`. */
  effects: readonly { readonly do: string }[];
}

/** A run, as `runs --format json` prints it. */
export interface Run {
  id: string;
  family: string;
  title: string;
  status: 'running' | 'succeeded' | 'failed' | 'blocked' | 'cancelled' | 'unknown';
  startedAt: string | null;
  endedAt: string | null;
  agents: string[];
  /** The conversation that it is a turn of. */
  conversation?: string;
  files: string[];
  /** Records of its logs that no reader knows, by their type. */
  unknown?: Readonly<Record<string, number>>;
  problems: number;
  steps: RunStep[];
}

/** Reads the runs in files and folders, by their start. Rejects with an `Error` that names what could not be read. */
export declare function runs(paths: string | readonly string[], options?: ProjectOptions): Promise<Run[]>;

/** A problem in a value. */
export interface ValueProblem {
  /** The JSON pointer of the value; empty for the whole. */
  path: string;
  rule: string;
  severity: Severity;
  message: string;
}

/** Says why a value is not what was demanded. */
export declare class GuardError extends TypeError {
  /** The kind that was demanded. */
  readonly kind: string;
  /** The errors, and the warnings beside them. */
  readonly problems: readonly ValueProblem[];
}

/** Lets values of one kind through, and throws a `GuardError` for all others. */
export interface Guard<T> {
  /**
   * Checks a value and returns it as plain JSON: a copy, which holds exactly what was checked, whatever getters or `toJSON` the value
   * has.
   */
  (value: unknown): T;
  /**
   * Checks JSON text and returns its value; anything but a text is refused. Beyond a value's check, no reader may understand the text
   * differently (duplicate keys).
   */
  parse(text: string): T;
}

/** Which settings apply to a guard. By default none, since an agent may have written a settings file. */
export interface GuardOptions extends ProjectOptions {
  /** The folder that paths in the envelopes are relative to. By default `process.cwd()`. */
  cwd?: string;
}

/**
 * Creates a guard, which gives the same verdict as `agent-envelopes check - --as KIND`: the schema, elided content, paths that
 * lead elsewhere than they say, protected places. Each call looks at the disk anew.
 *
 * Throws a `UsageError` if there is no such kind, or if a declaration among those that apply has errors. Kinds of protocols that the
 * folder declares have no type: name one.
 */
export declare function guard<K extends keyof Kinds>(kind: K, options?: GuardOptions): Guard<Kinds[K]>;
export declare function guard<T = Record<string, unknown>>(kind: string, options?: GuardOptions): Guard<T>;

/** A protocol of your own. */
export interface Protocol {
  id: string;
  /** The ids of its kinds: `review/verdict`. */
  kinds: readonly string[];
  /** As `guard`, for a kind of this protocol. */
  guard<T = Record<string, unknown>>(kind: string): Guard<T>;
  /** Checks the text of a file, whose name says how it is split: `log.jsonl`. */
  check(text: string, name: string): FileReport;
}

/**
 * Compiles a declaration (`*.agent-protocol.json`, `.yaml`): its path, or its value. Throws a `GuardError` with its errors, and a
 * `UsageError` if it can't be read, can't be written as JSON, or declares no protocol.
 */
export declare function compileProtocol(declaration: string | object, options?: { cwd?: string }): Protocol;

/** Wrong options or arguments, as one sentence that says how to go on. */
export declare class UsageError extends Error {
  readonly name: 'UsageError';
}
