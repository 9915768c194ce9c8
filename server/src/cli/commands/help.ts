import { type Option, PROGRAM } from '../readArguments';
import type { Command } from './commandTypes';

/** Returns the text that `--help` prints without a command. */
export function programHelp(commands: readonly Command[], options: Readonly<Record<string, Option>>): string {
  return [
    'Checks the JSON envelopes that agents exchange, in JSON, JSONL, YAML and Markdown files.',
    '',
    usageLine(),
    '',
    'Commands:',
    ...table(commands.map(({ name, about }) => [name, about])),
    '',
    'Options:',
    ...table(Object.entries(options).map(optionRow)),
    '',
    `Run "${PROGRAM} <command> --help" for more on a command.`,
    '',
  ].join('\n');
}

/** Returns the text that `--help` prints after a command. */
export function commandHelp(command: Command, options: Readonly<Record<string, Option>>): string {
  const rows = table(Object.entries(options).map(optionRow));
  return [`${usageLine(command)}`, '', `${command.about}.`, '', 'Options:', ...rows, '', command.notes, ''].join('\n');
}

/** Two lines of usage, printed when the program or a command was used wrongly. */
export function usageOf(command?: Command): string {
  return `${usageLine(command)}\nRun "${PROGRAM}${command ? ` ${command.name}` : ''} --help" for more.`;
}

function usageLine(command?: Command): string {
  if (!command) return `Usage: ${PROGRAM} <command> [options]`;
  const options = Object.entries(command.options).map(([name, option]) => `[${spelled(name, option)}]`);
  const words = [command.name, command.operands, ...options].filter(word => word !== '');
  return `Usage: ${PROGRAM} ${words.join(' ')}`;
}

function optionRow([name, option]: [string, Option]): [string, string] {
  return [(option.short ? `-${option.short}, ` : '    ') + spelled(name, option), option.about];
}

function spelled(name: string, { value, choices }: Option): string {
  return value ? `--${name} ${choices ? choices.join('|') : value}` : `--${name}`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
