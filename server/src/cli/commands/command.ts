import type { Arguments, Option } from '../args';
import type { Io } from '../io';

/** A command of the program. Each has a file in this folder and is listed in cli.ts. */
export interface Command {
  name: string;
  /** A one-line description for the list of commands. */
  about: string;
  /** The placeholder of its operands in the help: `[paths…]`. */
  operands: string;
  options: Readonly<Record<string, Option>>;
  /** Help text after the options. */
  notes: string;
  /** Resolves to the exit code. Throws UsageError if its arguments contradict each other. */
  run(args: Arguments, io: Io): Promise<number>;
}
