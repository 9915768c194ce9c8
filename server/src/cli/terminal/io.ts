/** A command's access to the outside world, except the disk. */
export interface Io {
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** All of standard input. */
  readStdin(): Promise<Buffer>;
  /** Milliseconds; only differences count. */
  now(): number;
}

/** A text output stream, and its terminal properties if it is a terminal. */
export interface Output {
  /** Returns false if the stream's buffer is full. */
  write(text: string): unknown;
  /** Resolves when the stream accepts more, or is closed. */
  drained?(): Promise<void>;
  /**
   * The same stream without the guard, for intended CI commands and for output that is not text for people; see
   * `guardedOutput`.
   */
  unguarded?: Output;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}
