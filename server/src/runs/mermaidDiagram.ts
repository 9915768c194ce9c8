import type { ProblemCounts, Step } from '../model/run';
import { INVISIBLE } from '../shared/shownText';
import { durationText } from '../shared/times';
import type { IndexedRun } from './assembly/indexedRun';

/**
 * Renders a workflow run as a sequence diagram in the language Mermaid, with the requests between agents and their answers. Nested steps are
 * drawn while the step around them is active. A note counts the steps left out, which are nested too deeply or exceed the limit.
 */
export function mermaidDiagram(run: IndexedRun): string {
  const drawing: Drawing = { run, cast: new Map(), lines: [], length: 0, covered: 0 };
  for (const index of run.children()) drawStep(drawing, index, { depth: 0 });
  const { id, title, steps } = run.summary;
  if (steps > drawing.covered) {
    const [first = aliasOf(drawing, run.summary.family)] = drawing.cast.values();
    const last = [...drawing.cast.values()].at(-1) ?? first;
    add(
      drawing,
      `Note over ${first.id === last.id ? first.id : `${first.id},${last.id}`}: … ${steps - drawing.covered} more`,
    );
  }
  const heading = title === id ? id : `${title} (${id})`;
  const cast = [...drawing.cast.values()].map(({ id, name, is }) => `${is} ${id} as ${name}`);
  const lines = [`title ${mermaidText(heading, LONGEST_TITLE) || '…'}`, ...cast, ...drawing.lines];
  return `sequenceDiagram\n${lines.map(line => `  ${line}\n`).join('')}`;
}

const LONGEST_TITLE = 120;
const LONGEST_NAME = 40;
const LONGEST_TEXT = 80;
// Mermaid refuses texts over 50,000 characters, and nobody reads a longer one.
const MOST_STEPS = 500;
const MOST_TEXT = 42_000;
const DEEPEST = 4;
const LARGEST_CAST = 40;

interface Drawing {
  run: IndexedRun;
  /** By name, in order of appearance. */
  cast: Map<string, Player>;
  lines: string[];
  /** The length of all lines, in characters. */
  length: number;
  /** The number of steps that are drawn or counted in a note. */
  covered: number;
}

interface Player {
  id: string;
  name: string;
  is: 'participant' | 'actor';
}

function drawStep(drawing: Drawing, index: number, around: { depth: number; actor?: string }): void {
  if (drawing.covered >= MOST_STEPS || drawing.length > MOST_TEXT) return;
  const { run } = drawing;
  const step = run.step(index);
  const { from, to, answers } = partiesOf(step, around.actor ?? run.summary.family, around.actor !== undefined);
  const [one, other] = [aliasOf(drawing, from).id, aliasOf(drawing, to).id];
  const returns = answers && step.outcome !== 'pending';
  add(drawing, `${one}${arrowOf(step, returns)}${other}: ${mermaidText(step.title, LONGEST_TEXT) || '…'}`);
  drawing.covered++;
  const problems = problemsOf(step.problems);
  if (problems) add(drawing, `Note right of ${other}: ${problems}`);
  const children = run.children(index);
  if (children.length > 0 && around.depth >= DEEPEST) {
    const inside = below(run, index);
    add(drawing, `Note right of ${other}: … ${inside} more inside`);
    drawing.covered += inside;
  } else if (children.length > 0) {
    add(drawing, `activate ${other}`);
    for (const child of children) drawStep(drawing, child, { depth: around.depth + 1, actor: to });
  }
  if (returns) add(drawing, `${other}${step.outcome === 'failed' ? '--x' : '-->>'}${one}: ${resultOf(step)}`);
  if (children.length > 0 && around.depth < DEEPEST) add(drawing, `deactivate ${other}`);
}

/** Returns the participants of a step, and whether an answer comes back. */
function partiesOf(step: Step, around: string, nested: boolean): { from: string; to: string; answers: boolean } {
  const { agent, peer, effects, envelopes } = step;
  const calls = effects.flatMap(effect => (effect.do === 'call' ? [effect.tool] : []));
  const [tool] = calls;
  if (tool !== undefined && calls.length === 1) return { from: agent ?? around, to: tool, answers: true };
  if (peer !== undefined) return { from: agent ?? around, to: peer, answers: envelopes.length > 1 };
  if (nested && agent !== undefined && agent !== around) return { from: around, to: agent, answers: true };
  const self = agent ?? around;
  return { from: self, to: self, answers: false };
}

function arrowOf({ outcome }: Step, returns: boolean): string {
  if (outcome === 'pending') return '-)';
  return outcome === 'failed' && !returns ? '-x' : '->>';
}

function resultOf({ outcome, duration }: Step): string {
  const took = duration === undefined ? undefined : durationText(duration);
  const said = outcome === 'unknown' ? took : [outcome, took].filter(Boolean).join(', ');
  return said || '…';
}

function problemsOf({ error, warning }: ProblemCounts): string {
  const count = (n: number, noun: string) => (n > 0 ? [`${n} ${noun}${n === 1 ? '' : 's'}`] : []);
  return [...count(error, 'error'), ...count(warning, 'warning')].join(', ');
}

function below(run: IndexedRun, index: number): number {
  let count = 0;
  for (const pending = [...run.children(index)]; pending.length > 0; count++) {
    for (const child of run.children(pending.pop())) pending.push(child);
  }
  return count;
}

function aliasOf({ cast }: Drawing, given: string): Player {
  const name = cast.has(given) || cast.size < LARGEST_CAST ? given : OTHERS;
  const known = cast.get(name);
  if (known) return known;
  const is = name === 'user' ? 'actor' : 'participant';
  const player: Player = { id: `a${cast.size + 1}`, name: mermaidText(name, LONGEST_NAME) || '…', is };
  cast.set(name, player);
  return player;
}

const OTHERS = '… others';

function add(drawing: Drawing, line: string): void {
  drawing.lines.push(line);
  drawing.length += line.length + 3;
}

/** Truncates a text to one short line, and escapes all syntax: Mermaid, Markdown, HTML, formulas, entities. */
function mermaidText(text: string, longest: number): string {
  const line = text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
  return short.replace(READ, character => `#${character.charCodeAt(0)};`);
}

// Characters of entities (Mermaid's begin with `#`), statements, directives, comments, formulas, `nowrap:` and HTML.
const READ = /[#;:<>"'`&%{}$\\]/g;
