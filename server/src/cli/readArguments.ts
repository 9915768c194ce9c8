import { sep } from 'node:path';
import { parseArgs } from 'node:util';
import { nearestWord } from '../text/similarNames';

/** The definition of one command-line option, for parsing, help and completion. */
export interface Option {
  about: string;
  /** The placeholder of its value in the help; without it the option is a switch. */
  value?: string;
  /** May be repeated: values are joined with commas. One value may itself be a comma-separated list. */
  many?: true;
  /** The only values it takes. */
  choices?: readonly string[];
  /** A one-letter alias. */
  short?: string;
}

/** Parsed arguments: the values of options ('' for a switch) and the operands. */
export interface Arguments {
  options: ReadonlyMap<string, string>;
  operands: readonly string[];
}

/** Wrong usage, as a one-line message that says how to fix it. The program ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses a command's arguments. The last value of a repeated option wins; after `--` everything is an operand,
 * and before it a word with a blank in it (`'-retry timeout'`), which is no option. Throws
 * UsageError for an unknown option, a missing or superfluous value, or one that is not among the choices.
 */
export function readArguments(args: readonly string[], known: Readonly<Record<string, Option>>): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(known).map(([name, option]) => [name, declared(option)])),
    allowPositionals: true,
    // Strict mode's messages have no suggestions; the same checks are made below.
    strict: false,
    tokens: true,
  });
  const options = new Map<string, string>();
  const operands: string[] = [];
  let last = -1;
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const word = args[token.index] ?? token.rawName;
    if (/^-[^-]/.test(word) && /\s/.test(word)) {
      // Each of its letters is a token.
      if (token.index !== last) operands.push(word);
      last = token.index;
      continue;
    }
    const value = optionValue(token, known, word);
    const before = known[token.name]?.many ? options.get(token.name) : undefined;
    options.set(token.name, before === undefined ? value : `${before},${value}`);
  }
  return { options, operands };
}

function declared({ value, short }: Option): { type: 'string' | 'boolean'; short?: string } {
  return { type: value ? 'string' : 'boolean', ...(short && { short }) };
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function optionValue(
  { name, rawName, value, inlineValue }: OptionToken,
  known: Readonly<Record<string, Option>>,
  word: string,
): string {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!option) {
    const names = Object.keys(known).map(known => `--${known}`);
    const isShort = !rawName.startsWith('--');
    const shown = isShort ? word : rawName;
    const way = isShort ? ' If it is no option, write "--" before it.' : '';
    throw new UsageError(`unknown option "${shown}"${suggestion(shown, names)}${way}`);
  }
  if (!option.value) {
    if (inlineValue) throw new UsageError(`"${rawName}" takes no value; leave out "=${value}".`);
    return '';
  }
  const choices = option.choices;
  const allowed = choices ? `one of ${choices.join(', ')}` : option.value;
  // `--format --max-warnings 1`: the next option is not meant as a value.
  if (!value || (!inlineValue && /^-[^\d]/.test(value))) {
    throw new UsageError(`"${rawName}" needs a value: ${allowed}.`);
  }
  if (choices && !choices.includes(value)) {
    throw new UsageError(`"${rawName}" takes ${allowed}; "${value}" is not one of these${suggestion(value, choices)}`);
  }
  return value;
}

/** Ends a message about an unknown word: with the most similar known word, or a full stop. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known);
  return meant === undefined ? '.' : `; did you mean "${meant}"?`;
}

/** The name of the program, also as the tool name in published results. */
export const PROGRAM = 'agent-envelopes';

/** Returns a path with forward slashes, whatever the system's separator. */
export function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
