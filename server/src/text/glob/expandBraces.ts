/** More alternatives than anyone writes. */
const MOST = 100;

/** Expands a glob's braces: `{a,b}/{1..3}` gives six globs. Undefined where there are too many. */
export function expandBraces(glob: string): string[] | undefined {
  const group = firstGroup(glob);
  if (!group) return [glob];
  const rest = expandBraces(glob.slice(group.end + 1));
  const choices = expandAll(group.choices);
  if (!rest || !choices || rest.length * choices.length > MOST) return undefined;
  const start = glob.slice(0, group.start);
  return choices.flatMap(choice => rest.map(after => start + choice + after));
}

function expandAll(globs: readonly string[]): string[] | undefined {
  const all: string[] = [];
  for (const glob of globs) {
    const expanded = expandBraces(glob);
    if (!expanded || all.length + expanded.length > MOST) return undefined;
    all.push(...expanded);
  }
  return all;
}

/** The first braces with alternatives; other braces are literal. */
function firstGroup(glob: string): { start: number; end: number; choices: string[] } | undefined {
  // Where each open brace begins, and where its commas are.
  const open: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; choices: string[] } | undefined;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at];
    if (char === '\\') at++;
    else if (char === '{') open.push({ start: at, commas: [] });
    else if (char === ',') open.at(-1)?.commas.push(at);
    else if (char === '}') {
      const group = open.pop();
      const choices = group && choicesOf(glob, group, at);
      if (group && choices && (!found || group.start < found.start)) found = { start: group.start, end: at, choices };
      // Enclosing braces may have alternatives, too, and begin earlier.
      if (found && open.length === 0) return found;
    }
  }
  return found;
}

function choicesOf(glob: string, group: { start: number; commas: number[] }, end: number): string[] | undefined {
  const { start, commas } = group;
  if (commas.length === 0) return rangeOf(glob.slice(start + 1, end));
  const ends = [...commas, end];
  return ends.map((to, index) => glob.slice((ends[index - 1] ?? start) + 1, to));
}

/** Expands `1..3`, or `a..c`. */
function rangeOf(text: string): string[] | undefined {
  const [, from, to] = /^(\d{1,6}|[a-z])\.\.(\d{1,6}|[a-z])$/i.exec(text) ?? [];
  if (from === undefined || to === undefined || /\d/.test(from) !== /\d/.test(to)) return undefined;
  const [first, last] = /\d/.test(from) ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const step = first <= last ? 1 : -1;
  const length = Math.min(Math.abs(last - first), MOST) + 1;
  const values = Array.from({ length }, (_, index) => first + index * step);
  return values.map(value => (/\d/.test(from) ? String(value) : String.fromCharCode(value)));
}
