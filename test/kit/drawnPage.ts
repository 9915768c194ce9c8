import type { Severity } from '../../server/src/model/schema';

/** A problem as the page of a rule shows it: carets below its line, and its message. */
export interface ShownProblem {
  line: number;
  start: number;
  end: number;
  /** Of another rule than the page's. */
  rule?: string;
  /** Another one than the rule's. */
  severity?: Severity;
  message: string;
}

/** A block's text without the problems drawn in it. */
export function withoutProblems(drawing: string): string {
  return parseDrawing(drawing).text;
}

/** A block's text, and the places at which problems are drawn in it. */
export function parseDrawing(drawing: string): { text: string; marks: Mark[] } {
  const source: string[] = [];
  const marks: Mark[] = [];
  let column: number | undefined;
  for (const line of drawing.split('\n')) {
    const { marker, indent, carets, said } = MARKER.exec(line)?.groups ?? {};
    if (marker !== undefined && indent !== undefined && carets !== undefined) {
      column = marker.length;
      const end = indent.length + carets.length;
      marks.push({ line: source.length - 1, start: indent.length, end, rule: OTHER_RULE.exec(said ?? '')?.[1] });
    } else if (column === undefined || line.search(/\S/) !== column) {
      column = undefined;
      source.push(line);
    }
    // Else a message goes on, right below where it began.
  }
  return { text: source.join('\n'), marks };
}

export interface Mark {
  line: number;
  start: number;
  end: number;
  /** Undefined where it is the page's. */
  rule: string | undefined;
}

const MARKER = /^(?<marker>(?<indent> *)(?<carets>\^+) )(?<said>.*)$/;
const OTHER_RULE = /^([a-z-]+\/[a-zA-Z-]+):/;

/**
 * Draws problems into a text, each below its line:
 *
 *     "to": "build"
 *           ^^^^^^^ "build" sends this to itself; name who is to read it
 *                   in "to".
 */
export function drawProblems(text: string, problems: readonly ShownProblem[]): string {
  const inOrder = problems.toSorted((one, two) => one.start - two.start || one.end - two.end);
  return text
    .split('\n')
    .flatMap((line, index) => [line, ...inOrder.filter(one => one.line === index).flatMap(problemLines)])
    .join('\n');
}

function problemLines({ start, end, rule, severity, message }: ShownProblem): string[] {
  const carets = `${' '.repeat(start)}${'^'.repeat(Math.max(1, end - start))} `;
  const said = [rule && `${rule}:`, severity && `${severity}:`, message].filter(Boolean).join(' ');
  const [first = '', ...rest] = wrapped(said, Math.max(LEAST_WIDTH, PAGE_WIDTH - carets.length));
  return [carets + first, ...rest.map(line => ' '.repeat(carets.length) + line)];
}

const PAGE_WIDTH = 100;
const LEAST_WIDTH = 60;

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
