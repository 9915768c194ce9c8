import { expandBraces } from './expandBraces';
import { ANY_NAME, endsInStar, GLOBSTAR, type GlobSegment, isLiteral, matchesSegments, parseGlob } from './parseGlob';

/**
 * Matches relative paths with `/` as separator against a glob: `*`, `?`, `[…]`, `{a,b}`, `**` for any folders, and a
 * leading `!` for negation. A path that takes too long to match does not match.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const isNegated = glob.startsWith('!');
  const plain = (isNegated ? glob.slice(1) : glob).replace(/^\.\//, '');
  const ways = (expandBraces(plain) ?? []).flatMap(way => {
    const steps = parseGlob(way);
    if (steps && meansOnlyInside(steps)) steps.push(ANY_NAME);
    return steps ? [{ steps, literal: longestLiteral(steps) }] : [];
  });
  return path => {
    let names: string[] | undefined;
    const work = { left: MOST_WORK };
    const fits = ways.some(({ steps, literal }) => {
      // Fast path: most paths don't match, and this is the quickest check.
      if (!path.includes(literal)) return false;
      names ??= path.split('/');
      return matchesSegments(steps, names, work);
    });
    return fits !== isNegated;
  };
}

/** Matching steps per path; real globs take less than a hundredth. */
const MOST_WORK = 100_000;

// `logs/**` matches the folder and its contents, `*/**` the contents of any folder; neither matches files beside them.
function meansOnlyInside(steps: readonly GlobSegment[]): boolean {
  const folder = steps.at(-2);
  return steps.at(-1) === GLOBSTAR && folder !== undefined && folder !== GLOBSTAR && endsInStar(folder);
}

function longestLiteral(steps: readonly GlobSegment[]): string {
  return steps
    .flatMap(step => (step === GLOBSTAR ? [] : [step.start, step.end]))
    .reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** The folders that a glob begins with; empty where it may begin with any. */
export function globBaseFolder(glob: string): string {
  if (glob.startsWith('!') || glob.includes('\\') || /[{}]/.test(glob)) return '';
  const steps = parseGlob(glob.replace(/^\.\//, '')) ?? [];
  const plain = steps.slice(0, -1).findIndex(step => step === GLOBSTAR || step === ANY_NAME || !isLiteral(step));
  const certain = steps.slice(0, plain < 0 ? -1 : plain);
  return certain.map(step => (step === GLOBSTAR ? '' : step.start)).join('/');
}
