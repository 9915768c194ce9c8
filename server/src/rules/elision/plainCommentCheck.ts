import { computeOnce } from '../../text/memoize';

/**
 * Creates a function that decides whether a comment in a file's new content is surely an ordinary one, and not a remark in place of lines that
 * the agent left out, such as `// rest unchanged`. It is ordinary if as many new lines stand around it as old lines are missing there. False if
 * the old file is missing or not known.
 */
export function plainCommentCheck(
  lines: readonly string[],
  onDisk: (() => string | undefined) | undefined,
): (at: number) => boolean {
  const before = computeOnce(() => oldLines(onDisk?.()));
  return at => {
    const old = before();
    return old !== undefined && isNothingMissing(lines, at, old);
  };
}

interface OldLines {
  lines: readonly string[];
  /** The index of each line; -1 if the line occurs several times. */
  places: ReadonlyMap<string, number>;
}

function oldLines(before: string | undefined): OldLines | undefined {
  if (before === undefined) return undefined;
  const lines = before.split(LINE_BREAK).map(line => line.trim());
  const places = new Map<string, number>();
  for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? -1 : index);
  return { lines, places };
}

function isNothingMissing(lines: readonly string[], at: number, { lines: old, places }: OldLines): boolean {
  const placeOf = (index: number) =>
    WORDS.test(lines[index] ?? '') ? (places.get(lines[index]?.trim() ?? '') ?? -1) : -1;
  let above = at - 1;
  while (above >= 0 && at - above <= MAX_DISTANCE && placeOf(above) < 0) above--;
  let below = at + 1;
  while (below < lines.length && below - at <= MAX_DISTANCE && placeOf(below) < 0) below++;
  if (at - above > MAX_DISTANCE || below - at > MAX_DISTANCE) return false;
  if (above < 0 && below >= lines.length) return false;
  const [from, to] = [above < 0 ? -1 : placeOf(above), below < lines.length ? placeOf(below) : old.length];
  if (from >= to || to - from > MAX_DISTANCE) return false;
  const between = lines.slice(above + 1, below);
  const here = new Set(between.map(line => line.trim()));
  const lost = old.slice(from + 1, to).filter(line => WORDS.test(line) && !here.has(line)).length;
  const added = between.filter(
    (line, index) => above + 1 + index !== at && WORDS.test(line) && !places.has(line.trim()),
  ).length;
  return lost <= added && lost < MAX_REWRITTEN;
}

const LINE_BREAK = /\r\n|[\r\n]/;
const WORDS = /[\p{L}\p{N}]/u;
/** The maximum distance of the compared lines, so that many remarks stay cheap to check. */
const MAX_DISTANCE = 500;
/** If this many lines are missing, they were not rewritten: the remark replaces them. */
const MAX_REWRITTEN = 12;
