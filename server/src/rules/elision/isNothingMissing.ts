/**
 * Returns whether no lines of the file on disk are missing where a remark stands: between the nearest lines above and
 * below it that the file has once, too, there are as many new lines as lost ones. Then the remark is a comment.
 */
export function isNothingMissing(lines: readonly string[], at: number, before: string | undefined): boolean {
  if (before === undefined) return false;
  const old = before.split(LINE_BREAK).map(line => line.trim());
  const places = new Map<string, number>();
  for (const [index, line] of old.entries()) places.set(line, places.has(line) ? -1 : index);
  const placeOf = (index: number) =>
    WORDS.test(lines[index] ?? '') ? (places.get(lines[index]?.trim() ?? '') ?? -1) : -1;
  let above = at - 1;
  while (above >= 0 && placeOf(above) < 0) above--;
  let below = at + 1;
  while (below < lines.length && placeOf(below) < 0) below++;
  if (above < 0 && below >= lines.length) return false;
  const [from, to] = [above < 0 ? -1 : placeOf(above), below < lines.length ? placeOf(below) : old.length];
  const here = new Set(lines.slice(above + 1, below).map(line => line.trim()));
  const lost = old.slice(from + 1, to).filter(line => WORDS.test(line) && !here.has(line)).length;
  const known = new Set(old);
  const added = lines
    .slice(above + 1, below)
    .filter((line, index) => above + 1 + index !== at && WORDS.test(line) && !known.has(line.trim())).length;
  return from < to && lost <= added && lost < MAX_REWRITTEN;
}

const LINE_BREAK = /\r\n|[\r\n]/;
const WORDS = /[\p{L}\p{N}]/u;
/** More lines are not rewritten beside a remark. */
const MAX_REWRITTEN = 12;
