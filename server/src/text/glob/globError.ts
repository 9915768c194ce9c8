import { expandBraces } from './expandBraces';

/** Why a text is no usable glob, phrased to follow its name: "is empty; …". Undefined where it is one. */
export function globError(glob: string): string | undefined {
  if (glob.trim() === '') return 'is empty; name files, such as "logs/*.jsonl"';
  if (glob.length > LONGEST) return 'is too long for a glob';
  if (/^([\\/]|[a-z]:|~)/i.test(glob)) return 'is absolute; name files relative to the folder, such as "logs/*.jsonl"';
  if (/(^|\/)\.\.(\/|$)/.test(glob)) return 'leads out of the folder; name files inside it';
  // A backslash escapes glob characters, and nothing else.
  if (/\\[\w.-]/.test(glob)) return 'has a backslash before a name; write "/" between folders';
  if (/[@?!+*]\(/.test(glob)) return 'has a group in parentheses; write "{a,b}" for what may stand there';
  return expandBraces(glob) ? undefined : 'has too many alternatives; say it with fewer "{…}"';
}

const LONGEST = 1000;
