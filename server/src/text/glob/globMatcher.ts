import { expandBraces } from './expandBraces';
import { ANY_NAME, endsInStar, GLOBSTAR, type GlobSegment, isLiteral, matchesSegments, parseGlob } from './parseGlob';

/**
 * The paths that a glob means, relative and with `/` between: `*`, `?`, `[…]`, `{a,b}`, `**` for any folders, and `!` before it
 * all for all others. A path that takes too long to hold against it does not fit.
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
      // Most paths are none of those that are meant, and this takes least time to find out.
      if (!path.includes(literal)) return false;
      names ??= path.split('/');
      return matchesSegments(steps, names, work);
    });
    return fits !== isNegated;
  };
}

/** Steps of matching for one path; nothing that people write takes a hundredth of it. */
const MOST_WORK = 100_000;

// `logs/**` is a folder and what is in it, `*/**` what is in any, and none of the files beside these.
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
