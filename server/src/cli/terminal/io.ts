/** What a command has of the outside world, besides the disk. */
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

/** A stream that text goes to; what is known of the terminal when it is one. */
export interface Output {
  /** False where it is more than is taken now. */
  write(text: string): unknown;
  /** Resolves when more is taken, or nothing ever again. */
  drained?(): Promise<void>;
  /** The same for what is meant as commands to the CI, or is no text for people; see `guardedOutput`. */
  unguarded?: Output;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}
