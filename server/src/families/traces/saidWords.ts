import { objectsIn } from '../drafts/draft';

/** Words of a message with the role `user`: from the user, or from the program in the user's name. */
export interface SaidWords {
  by: 'user' | 'program';
  text: string;
  /** The words report that the whole request was stopped. */
  isInterruption?: true;
  /** A command, as it was typed. */
  isCommand?: true;
  /** A command that concerns only the program, not the session. */
  isHousekeeping?: true;
}

/** The words of a message with the role `user`, without the program's additions for the model. */
export function saidWords(content: unknown): SaidWords[] {
  const texts =
    typeof content === 'string'
      ? [content]
      : objectsIn(content).map(block => (block['type'] === 'text' ? block['text'] : undefined));
  return texts.flatMap(text => (typeof text === 'string' && text.trim() !== '' ? wordsOf(text) : []));
}

function wordsOf(text: string): SaidWords[] {
  const start = text.slice(0, LOOKED_AT).trimStart();
  const name = start.startsWith('<command-') ? tagged(text, 'command-name') : undefined;
  if (name !== undefined) {
    const given = tagged(text, 'command-args');
    const command = name.startsWith('/') ? name : `/${name}`;
    const isHousekeeping = HOUSEKEEPING.has(command.slice(1));
    return [
      {
        by: 'user',
        text: given ? `${command} ${given}` : command,
        isCommand: true,
        ...(isHousekeeping && { isHousekeeping }),
      },
    ];
  }
  if (ADDED.test(start)) return [];
  if (INTERRUPTED.test(start)) return [{ by: 'program', text, isInterruption: true }];
  return [{ by: PROGRAM_WORDS.test(start) ? 'program' : 'user', text }];
}

/** The text between two tags of the program. */
function tagged(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`);
  if (start < 0) return undefined;
  const end = text.indexOf(`</${name}>`, start);
  const found = text.slice(start + name.length + 2, end < 0 ? undefined : end).trim();
  return found === '' ? undefined : found;
}

const LOOKED_AT = 200;
/** Beginnings of the program's additions for the model: around its own commands, and about the editor. */
const ADDED =
  /^(?:<(?:command-|local-command-|system-reminder|ide_|user-prompt-submit-hook)|Caveat: The messages below)/;
const INTERRUPTED = /^\[Request interrupted by user/;
/** Reports of the program in the user's name. */
const PROGRAM_WORDS =
  /^(?:<(?:task-notification|bash-|user-memory-input|teammate-message)|This session is being continued from a previous conversation)/;
const HOUSEKEEPING: ReadonlySet<string> = new Set([
  ...[
    'agents',
    'clear',
    'compact',
    'config',
    'context',
    'cost',
    'doctor',
    'effort',
    'exit',
    'fast',
    'help',
    'hooks',
    'ide',
  ],
  ...[
    'login',
    'logout',
    'mcp',
    'memory',
    'model',
    'permissions',
    'plugin',
    'resume',
    'status',
    'theme',
    'usage',
    'vim',
  ],
]);
