import { dayOf } from '../../features/runs/localTime';
import type { Effect, Outcome, RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { durationText } from '../../shared/durationText';
import type { Style } from '../terminal/paint';
import { type Page, type Piece, terminalLine } from '../terminal/terminalLine';
import { momentOf, problemPieces, runLines, timeOf } from './formatRuns';

/**
 * For people: a run with its steps as a tree.
 *
 * @param now in milliseconds since 1970
 */
export function formatSteps(run: IndexedRun, page: Page, fileOf: (uri: string) => string, now: number): string {
  const { summary } = run;
  const files = summary.files.map(uri => terminalLine([[`  ${fileOf(uri)}`, 'dim']], page));
  const clock = clockOf(summary);
  const steps = inTree(run).flatMap(({ index, guides, below }) => {
    const step = run.step(index);
    const number = String(index).padStart(String(Math.max(0, summary.steps - 1)).length);
    const effects = effectsOf(step);
    const time = clock(step.at);
    const margin = ' '.repeat(number.length + time.length + 4);
    return [
      terminalLine([[` ${number} `, 'dim'], [`${time}  `, 'dim'], [guides, 'dim'], ...stepPieces(step)], page),
      ...(effects ? [terminalLine([margin, [below, 'dim'], [`  ${effects}`, 'dim']], page)] : []),
    ];
  });
  return `${[...runLines(summary, page, now), ...files, '', ...steps].join('\n')}\n`;
}

/** A step on one line: outcome, sender and receiver, title, duration, problems. */
export function stepPieces(step: Step): Piece[] {
  const { agent, peer, title, outcome, duration, problems } = step;
  const who = agent && peer ? `${agent} → ${peer}` : (agent ?? (peer ? `→ ${peer}` : undefined));
  const { sign, style } = OUTCOME[outcome];
  return [
    [sign, style],
    ' ',
    ...(who ? ([[who, 'cyan']] as const) : []),
    ...(who === title ? [] : [`${who ? '  ' : ''}${title}`]),
    ...(step.failure === undefined ? [] : ([[`  ${step.failure}`, 'red']] as const)),
    ...(step.isRepeated ? ([['  (of an earlier run)', 'dim']] as const) : []),
    ...(step.replaces === undefined ? [] : ([[`  (in place of step ${step.replaces})`, 'dim']] as const)),
    ...(duration === undefined ? [] : ([[`  ${durationText(duration)}`, 'dim']] as const)),
    ...problemPieces(problems).flatMap((piece): Piece[] => ['  ', piece]),
  ];
}

const OUTCOME: Record<Outcome, { sign: string; style: Style }> = {
  ok: { sign: '✓', style: 'green' },
  failed: { sign: '✗', style: 'red' },
  pending: { sign: '…', style: 'yellow' },
  unknown: { sign: '·', style: 'dim' },
};

/** Formats times of day; with the date if the run spans several days. */
function clockOf({ startedAt, endedAt }: RunSummary): (at: bigint | undefined) => string {
  const days = [startedAt, endedAt].map(at => (at === undefined ? '' : dayOf(at)));
  const shown = days[0] === days[1] ? timeOf : momentOf;
  const width = startedAt === undefined ? 8 : shown(startedAt).length;
  return at => (at === undefined ? '' : shown(at)).padEnd(width);
}

interface Branch {
  index: number;
  /** The tree lines drawn before a step, and before its continuation lines. */
  guides: string;
  below: string;
}

function inTree(run: IndexedRun): Branch[] {
  const branches: Branch[] = [];
  const pending: Branch[] = run
    .children()
    .map(index => ({ index, guides: '', below: '' }))
    .reverse();
  for (let branch = pending.pop(); branch; branch = pending.pop()) {
    const children = run.children(branch.index);
    const { below } = branch;
    branches.push(children.length > 0 ? { ...branch, below: `${below}│` } : branch);
    for (let i = children.length - 1; i >= 0; i--) {
      const last = i === children.length - 1;
      // Very deep steps are not indented further.
      const deep = below.length > 3 * DEEPEST;
      pending.push({
        index: children[i] as number,
        guides: deep ? below : `${below}${last ? '└─ ' : '├─ '}`,
        below: deep ? below : `${below}${last ? '   ' : '│  '}`,
      });
    }
  }
  return branches;
}

const DEEPEST = 12;

/** The step's effects in a few words; empty if its title states all of them. */
function effectsOf({ title, peer, effects }: Step): string {
  return effects
    .flatMap(effect => effectText(effect, { title, peer }))
    .filter((text, i, all) => text !== '' && all.indexOf(text) === i)
    .join(' · ');
}

function effectText(effect: Effect, { title, peer }: { title: string; peer: string | undefined }): string[] {
  switch (effect.do) {
    case 'write':
      return [`${effect.operation} ${effect.path}`];
    case 'document':
      return [`${effect.name}: ${effect.status}`];
    case 'decision':
    case 'note':
      return effect.text === title ? [] : [effect.text];
    case 'question':
    case 'gap':
      return [`${effect.id} ${effect.status}`];
    case 'handoff':
      return effect.to === peer ? [] : [`hands to ${effect.to}`];
    case 'call':
      return title.includes(effect.tool) ? [] : [`calls ${effect.tool}`];
    case 'result':
      return [];
    case 'budget':
    case 'approval':
      return title === `${effect.do}_${effect.state}` ? [] : [`${effect.do} ${effect.state}`];
    case 'usage': {
      const { tokens, cost } = effect;
      return [
        ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
        ...(cost === undefined ? [] : [`cost ${cost}`]),
      ];
    }
  }
}
