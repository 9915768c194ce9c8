/** A problem as a fixture draws it below its line. */
export interface DrawnProblem {
  line: number;
  start: number;
  end: number;
  rule: string;
  severity?: string;
  /** Part of the message. */
  says: string;
}

export interface DrawnFixture {
  /** Without the markers. */
  text: string;
  drawn: DrawnProblem[];
}

/**
 * Takes a drawn fixture apart:
 *
 *     { "from": "biuld" }
 *   //          ^^^^^^^ agent-message/unknown-agent warning: did you mean "build"?
 *
 * Carets mark columns of the nearest source line above; a severity and a part of the message may follow the rule.
 * Source is indented by two, since a marker can't point at the columns of its slashes. What all lines are indented by
 * besides is no part of the fixture, nor is the first line break and what follows the last.
 */
export function parseFixture(drawing: string): DrawnFixture {
  const source: string[] = [];
  const drawn: DrawnProblem[] = [];
  for (const line of outdented(drawing.replace(/^\n/, '').replace(/\n *$/, '').split('\n'))) {
    const marker = MARKER.exec(line)?.groups;
    if (!marker) {
      source.push(line);
      continue;
    }
    const start = 2 + (marker.gap ?? '').length;
    drawn.push({
      line: source.length - 1,
      start,
      end: start + (marker.carets ?? '').length,
      rule: marker.rule ?? '',
      says: marker.says ?? '',
      ...(marker.severity && { severity: marker.severity }),
    });
  }
  return { text: source.join('\n'), drawn };
}

const MARKER = /^\/\/(?<gap> *)(?<carets>\^+) +(?<rule>\S+)(?: +(?<severity>error|warning|info):)?(?: +(?<says>.*))?$/;

function outdented(lines: readonly string[]): string[] {
  const indents = lines.filter(line => line.trim() !== '').map(line => line.search(/\S/));
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map(line => line.slice(indent));
}

/** The fixture drawn anew, for the eye. */
export function drawFixture({ text, drawn }: DrawnFixture): string {
  return text
    .split('\n')
    .flatMap((line, index) => [
      line,
      ...drawn
        .filter(one => one.line === index)
        .sort(byPlace)
        .map(marker),
    ])
    .join('\n');
}

function marker({ start, end, rule, severity, says }: DrawnProblem): string {
  const carets = `//${' '.repeat(Math.max(0, start - 2))}${'^'.repeat(Math.max(1, end - start))}`;
  return [carets, rule, ...(severity ? [`${severity}:`] : []), ...(says ? [says] : [])].join(' ');
}

function byPlace(one: DrawnProblem, two: DrawnProblem): number {
  return one.start - two.start || one.end - two.end || (one.rule < two.rule ? -1 : 1);
}
