/**
 * Why a text is no glob that paths can be held against, in words that go on after its name: "is empty; …". Nothing where it is
 * one. Patterns come from files: one that could take forever to match is refused, too.
 */
export function globFault(glob: string): string | undefined {
  if (glob.trim() === '') return 'is empty; name files, such as "logs/*.jsonl"';
  if (glob.length > LONGEST) return 'is too long for a glob';
  if (/^([\\/]|[a-z]:|~)/i.test(glob)) return 'is absolute; name files relative to the folder, such as "logs/*.jsonl"';
  if (/(^|\/)\.\.(\/|$)/.test(glob)) return 'leads out of the folder; name files in it';
  // Before what means something in a glob, and only there, it takes the meaning away.
  if (/\\[\w.-]/.test(glob)) return 'has a backslash before a name; write "/" between folders';
  return takesForever(glob) ? 'could take forever to match; say it with fewer "*"' : undefined;
}

// Longer ones are refused by the matcher.
const LONGEST = 1000;
const MOST_STARS = 6;

function takesForever(glob: string): boolean {
  // A repetition within a repetition.
  if (/[*+!]\([^)]*([*+!]\(|\*)/.test(glob)) return true;
  const inStep = glob.split('/').some(step => step !== '**' && (step.match(/\*+/g) ?? []).length > MOST_STARS);
  return inStep || (glob.match(/\*\*/g) ?? []).length > MOST_STARS;
}
