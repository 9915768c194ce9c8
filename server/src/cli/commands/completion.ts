import { checkedKinds } from '../../families/familyOfKind';
import { toFileUri } from '../../workspace/fileUri';
import { cliProject } from '../cliProject';
import type { Io } from '../commandIo';
import { type Option, PROGRAM, suggestion, UsageError } from '../readArguments';
import { type Command, optionsOf } from './commandTypes';
import { COMPARED_FIELDS } from './compare';

/**
 * Returns the command `agent-envelopes completion`. It prints a script with which a shell completes the names of commands and options.
 *
 * @param commands all other commands
 */
export function completionCommand(commands: readonly Command[]): Command {
  const shells = Object.keys(SCRIPTS) as Shell[];
  const own: Command = {
    name: 'completion',
    about: 'Print a script that completes commands and options in a shell',
    operands: shells.join('|'),
    operandChoices: shells,
    options: {},
    notes: NOTES,
    run({ operands: [word, stray] }, io) {
      const shell = shells.find(one => one === word);
      if (!shell) {
        const fault = word === undefined ? 'no shell was named' : `"${word}" is not one of them`;
        const meant = word === undefined ? '.' : suggestion(word, shells);
        throw new UsageError(`"completion" is for ${shells.join(', ')}; ${fault}${meant}`);
      }
      if (stray !== undefined) throw new UsageError(`"completion" takes one shell; leave out "${stray}".`);
      const known: KnownWords = { KIND: kindIds(io), FIELDS: COMPARED_FIELDS };
      io.stdout.write(SCRIPTS[shell]([...commands, own].map(command => completed(command, known))));
      return Promise.resolve(0);
    },
  };
  return own;
}

const NOTES = `For this session, or in the file that the shell reads when it starts:

  bash  source <(${PROGRAM} completion bash)
  zsh   source <(${PROGRAM} completion zsh)
  fish  ${PROGRAM} completion fish | source`;

type Shell = 'bash' | 'zsh' | 'fish';

const SCRIPTS: Record<Shell, (commands: readonly CompletedCommand[]) => string> = { bash, zsh, fish };

/** Words that a placeholder of the help may stand for: others are allowed, too. */
type KnownWords = Readonly<Record<string, readonly string[]>>;

interface CompletedCommand extends Pick<Command, 'name' | 'about'> {
  /** The words for its operands; undefined for paths. */
  operands: readonly string[] | undefined;
  options: readonly CompletedOption[];
}

interface CompletedOption extends Option {
  name: string;
}

function completed(command: Command, known: KnownWords): CompletedCommand {
  const { name, about, operands, operandChoices } = command;
  const wordsFor = (placeholder: string) => (Object.hasOwn(known, placeholder) ? known[placeholder] : undefined);
  return {
    name,
    about,
    operands: operandChoices ?? wordsFor(operands.replace('…', '')),
    options: Object.entries(optionsOf(command)).map(([option, facts]) => {
      const choices = facts.choices ?? wordsFor(facts.value ?? '');
      return { ...facts, name: option, ...(choices && { choices }) };
    }),
  };
}

/** The ids of the kinds that are part of this program; what a folder declares is not known when a shell starts. */
function kindIds(io: Io): string[] {
  const project = cliProject({ options: new Map([['no-config', '']]), operands: [] }, io, []);
  return checkedKinds(project.contextOf(`${toFileUri(io.cwd)}/`).families).map(({ id }) => id);
}

const FUNCTION = `_${PROGRAM.replaceAll('-', '_')}`;
const WITHOUT_COMMAND = ['--help', '--version'];

function bash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const values = commands.flatMap(command =>
    command.options.flatMap(({ name, value, choices = [] }) =>
      value === undefined ? [] : [`    "${command.name} --${name}") words="${choices.join(' ')}"; isValue=1 ;;`],
    ),
  );
  const words = commands.map(command => {
    const options = command.options.map(({ name }) => `--${name}`);
    return `    ${command.name}) options="${options.join(' ')}"; words="${(command.operands ?? []).join(' ')}" ;;`;
  });
  return `${FUNCTION}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options="" words="" isValue=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...names, ...WITHOUT_COMMAND].join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  if [ -z "$isValue" ]; then case "\${COMP_WORDS[1]}" in
${words.join('\n')}
  esac; fi
  case "$current" in -*) words="$options" ;; esac
  # Without words, the shell completes names of files.
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F ${FUNCTION} ${PROGRAM}
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, about }) => `    ${quoted(`${name}:${zshText(about)}`)}`);
  const cases = commands.map(command => {
    const specs = command.options.map(({ name, about, value, choices, many }) => {
      const choice = value === undefined ? '' : `:${value}:${choices ? `(${choices.join(' ')})` : '_files'}`;
      return quoted(`${many ? '*' : ''}--${name}[${zshText(about)}]${choice}`);
    });
    const { operands } = command;
    const rest = quoted(operands ? `*:operand:(${operands.join(' ')})` : '*:file:_files');
    return `    ${command.name}) _arguments ${[...specs, rest].join(' ')} ;;`;
  });
  return `#compdef ${PROGRAM}
${FUNCTION}() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${WITHOUT_COMMAND.map(quoted).join(' ')}
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('\n')}
  esac
}
# Either sourced, or loaded by its name from a folder of $fpath.
if [ "$funcstack[1]" = ${quoted(FUNCTION)} ]; then ${FUNCTION} "$@"; else compdef ${FUNCTION} ${PROGRAM}; fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const complete = `complete -c ${PROGRAM}`;
  const lines = commands.flatMap(command => {
    const when = `-n ${quoted(`__fish_seen_subcommand_from ${command.name}`)}`;
    const operands = command.operands ? [`${complete} ${when} -f -a ${quoted(command.operands.join(' '))}`] : [];
    return [
      `${complete} -n __fish_use_subcommand -f -a ${command.name} -d ${fishText(command.about)}`,
      ...operands,
      ...command.options.map(({ name, about, short, value, choices }) => {
        const argument = value === undefined ? '' : choices ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
        return `${complete} ${when} -l ${name}${short ? ` -s ${short}` : ''}${argument} -d ${fishText(about)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** Text in single quotes, for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Descriptions end at a bracket or a colon. */
function zshText(text: string): string {
  return text.replace(/[\\[\]:]/g, '\\$&');
}
