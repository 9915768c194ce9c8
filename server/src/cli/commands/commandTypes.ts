import type { Io } from '../commandIo';
import type { Arguments, Option } from '../readArguments';

/**
 * A command of the command line: its name, options, help and code. Each command is a file in this folder, and is listed in
 * `entries/commands.ts`.
 */
export interface Command {
  name: string;
  /** A one-line description for the list of commands. */
  about: string;
  /** The placeholder of its operands in the help: `[paths…]`. */
  operands: string;
  /** The index of the first operand that is a path; 0 by default. */
  firstPath?: number;
  /** The words that an operand may be, if it is no path. */
  operandChoices?: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Help text after the options. */
  notes: string;
  /** Resolves to the exit code. Throws UsageError if its arguments contradict each other. */
  run(args: Arguments, io: Io): Promise<number>;
}

/** Returns the options of a command, with those that all commands have. */
export function optionsOf(command: Command): Readonly<Record<string, Option>> {
  return { ...command.options, ...COMMON_OPTIONS };
}

export const COLOUR_CHOICES = ['auto', 'always', 'never'] as const;

const COMMON_OPTIONS = {
  color: {
    value: 'WHEN',
    choices: COLOUR_CHOICES,
    about: 'colours; auto heeds NO_COLOR, FORCE_COLOR and the terminal',
  },
  help: { about: 'show this help', short: 'h' },
} as const satisfies Record<string, Option>;
