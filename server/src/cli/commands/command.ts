import type { Arguments, Option } from '../args';
import type { Io } from '../terminal/io';

/** One command of the command line: a file of its own in this folder, listed in cli.ts. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  about: string;
  /** What stands after the name, as people write it down: `[paths…]`. */
  operands: string;
  options: Readonly<Record<string, Option>>;
  /** What its help says after the options. */
  notes: string;
  /** Resolves to the exit code. Throws UsageError where its arguments contradict each other. */
  run(args: Arguments, io: Io): Promise<number>;
}
