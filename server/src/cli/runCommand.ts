import { resolve } from 'node:path';
import { SourceError } from '../sources/sourceError';
import { nearestWord } from '../text/similarNames';
import { expandGlob } from '../workspace/expandGlob';
import { isNameTaken } from '../workspace/resolveUserPath';
import { type Io, tell } from './commandIo';
import { type Command, optionsOf } from './commands/commandTypes';
import { commandHelp, programHelp, usageOf } from './commands/help';
import { type Arguments, readArguments, suggestion, UsageError } from './readArguments';

interface Program {
  commands: readonly Command[];
  version: string;
}

/** Runs the command that the arguments name. Resolves to its exit code, or to 2 for wrong usage. */
export async function runCommand(argv: readonly string[], io: Io, program: Program): Promise<number> {
  const [first, ...rest] = argv;
  const command = program.commands.find(({ name }) => name === first);
  try {
    if (command) return await runNamedCommand(command, rest, io);
    return runWithoutCommand(argv, io, program);
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof UsageError)) throw error;
    tell(error.message, io);
    if (error instanceof UsageError) io.stderr.write(`${usageOf(command)}\n`);
    return 2;
  }
}

function runNamedCommand(command: Command, argv: readonly string[], io: Io): Promise<number> {
  const options = optionsOf(command);
  refuseFileNames(argv, io);
  const args = readArguments(argv, options);
  if (args.options.has('help')) {
    io.stdout.write(commandHelp(command, options));
    return Promise.resolve(0);
  }
  const first = command.firstPath ?? 0;
  const expand = (operand: string, at: number) =>
    at < first || command.operandChoices ? [operand] : expandGlob(operand, io.cwd);
  return command.run({ ...args, operands: args.operands.flatMap(expand) }, withColour(args, io));
}

/** `--color` decides like FORCE_COLOR, which it overrides. */
function withColour({ options }: Arguments, io: Io): Io {
  const colour = options.get('color');
  if (colour === undefined || colour === 'auto') return io;
  return { ...io, env: { ...io.env, FORCE_COLOR: colour === 'always' ? '1' : '0' } };
}

/** Throws UsageError if an option is also the name of a file here: a script may have passed on a file name that somebody else chose. */
function refuseFileNames(argv: readonly string[], { cwd }: Io): void {
  const end = argv.indexOf('--');
  const options = argv.slice(0, end < 0 ? argv.length : end).filter(one => /^-./.test(one));
  const name = options.find(one => isNameTaken(resolve(cwd, one)));
  if (name === undefined) return;
  throw new UsageError(
    `"${name}" is an option, and a file of that name is here, too; write "--" before the names of files, or rename it.`,
  );
}

/** Answers without a command: version, help, or wrong usage. */
function runWithoutCommand(argv: readonly string[], io: Io, { commands, version }: Program): number {
  const options = { help: { about: 'show this help', short: 'h' }, version: { about: 'show the version', short: 'v' } };
  const known = commands.map(({ name }) => name);
  const [word] = argv;
  if (word !== undefined && !word.startsWith('-') && word !== 'help') throw new UsageError(unknown(word, known));

  const args = readArguments(argv, options);
  if (args.options.has('version')) io.stdout.write(`${version}\n`);
  else if (args.options.has('help') || word === 'help') io.stdout.write(programHelp(commands, options));
  else throw new UsageError(`no command was given; the commands are ${known.join(', ')}.`);
  return 0;
}

function unknown(word: string, known: readonly string[]): string {
  // A path in place of the command is the most common mistake.
  const path = /[./\\]/.test(word) && nearestWord(word, known) === undefined;
  return `unknown command "${word}"${path ? `; did you mean "${known[0]} ${word}"?` : suggestion(word, known)}`;
}
