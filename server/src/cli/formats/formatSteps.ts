import { dayOf, verdictText } from '../../features/runs/treeNodeTexts';
import type { Effect, Outcome, RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import {
  type ExportedRun,
  type ExportedStep,
  exportedRun,
  exportedStep,
  type LocationLookup,
} from '../../runs/exportedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { durationText } from '../../shared/times';
import { type Page, type Piece, type Style, terminalLine } from '../terminalLine';
import { momentOf, problemPieces, runLines, statusSign, timeOf } from './formatRuns';

/**
 * Formats a workflow run as text: a tree of its steps, numbered from 1 as on the replay page.
 *
 * @param now in milliseconds since 1970
 */
export function formatSteps(run: IndexedRun, page: Page, fileOf: (uri: string) => string, now: number): string {
  const { summary } = run;
  const files = summary.files.map(uri => terminalLine([[`  ${fileOf(uri)}`, 'dim']], page));
  const clock = clockOf(summary);
  const steps = inTree(run).flatMap(({ index, guides, below }) => {
    const step = run.step(index);
    const number = String(index + 1).padStart(String(summary.steps).length);
    const effects = effectsOf(step);
    const time = clock(step.at);
    const margin = ' '.repeat(number.length + time.length + 4);
    return [
      terminalLine([[` ${number} `, 'dim'], [`${time}  `, 'dim'], [guides, 'dim'], ...stepPieces(step)], page),
      ...(effects ? [terminalLine([margin, [below, 'dim'], [`  ${effects}`, 'dim']], page)] : []),
    ];
  });
  return `${[...runLines(summary, page, now, true), ...files, '', ...steps].join('\n')}\n`;
}

/** Returns a step on one line: outcome, sender and receiver, title, duration, problems. */
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
    ...(step.replaces === undefined ? [] : ([[`  (in place of step ${step.replaces + 1})`, 'dim']] as const)),
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

/** Returns the step's effects in a few words; empty if its title states all of them. */
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
    case 'evaluation':
      return [`${effect.name}: ${verdictText(effect)}`];
    case 'usage': {
      const { tokens, cost } = effect;
      return [
        ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
        ...(cost === undefined ? [] : [`cost ${cost}`]),
      ];
    }
  }
}

/** An update of a run: that it is new, or its new status, and its new or changed steps. */
export interface RunUpdate {
  run: IndexedRun;
  /** The run is new, or its status changed. */
  turned: boolean;
  steps: Step[];
}

/**
 * Returns a function that returns the changes of an index's runs since its last call, in order of the runs' start.
 *
 * @param only the key of the only run to track
 */
export function newSteps(index: RunIndex, only?: string): () => RunUpdate[] {
  const reported = new Map<string, { summary: RunSummary; steps: Map<string, string> }>();
  let revision = -1;

  function updatesOf(summary: RunSummary): RunUpdate[] {
    const known = reported.get(summary.key);
    // The index returns the same object for an unchanged run.
    if (known?.summary === summary) return [];
    const run = index.run(summary.key);
    if (!run) return [];
    const before = known?.steps ?? new Map<string, string>();
    const all = Array.from({ length: summary.steps }, (_, index) => run.step(index));
    const now = new Map(all.map(step => [placeOf(step), `${step.outcome} ${step.at} ${step.title}`]));
    // A renamed log has the steps that are gone from the old one.
    const gone = new Map<string, number>();
    for (const [place, one] of before) if (!now.has(place)) gone.set(one, (gone.get(one) ?? 0) + 1);
    const steps = all.filter(step => {
      const place = placeOf(step);
      const fingerprint = now.get(place) as string;
      if (before.has(place)) return before.get(place) !== fingerprint;
      const left = gone.get(fingerprint) ?? 0;
      gone.set(fingerprint, left - 1);
      return left <= 0;
    });
    reported.set(summary.key, { summary, steps: now });
    const turned = known?.summary.status !== summary.status;
    return turned || steps.length > 0 ? [{ run, turned, steps }] : [];
  }

  return () => {
    if (index.revision() === revision) return [];
    revision = index.revision();
    const runs = index.runs().filter(({ key }) => only === undefined || key === only);
    return runs.toSorted(byStart).flatMap(updatesOf);
  };
}

/** Compares runs by start time; those without a time come first. */
export function byStart(a: RunSummary, b: RunSummary): number {
  const [first, second] = [a.startedAt ?? 0n, b.startedAt ?? 0n];
  if (first !== second) return first < second ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}

// Identifies a step by its first envelope, so that it stays the same step when its response arrives.
function placeOf({ envelopes: [location] }: Step): string {
  return location ? `${location.uri}\0${location.part}\0${location.path.join('\0')}` : '';
}

/** Formats updates as text: one line per step, and one for each run that is new or changed its status. */
export function newStepLines(news: readonly RunUpdate[], page: Page): string[] {
  return news.flatMap(({ run: { summary }, turned, steps }) => {
    const { id, status } = summary;
    const lines = steps.map((step): Piece[] => [
      ...(step.at === undefined ? [] : ([[`${timeOf(step.at)} `, 'dim']] as const)),
      [id, 'bold'],
      [` ${step.index + 1} `, 'dim'],
      ...stepPieces(step),
    ]);
    if (turned) lines.push([statusSign(status), ' ', [id, 'bold'], ` is ${status} now`]);
    return lines.map(pieces => terminalLine(pieces, page));
  });
}

type RunEvent =
  | { event: 'run'; run: Omit<ExportedRun, 'steps'> }
  | { event: 'step'; run: string; family: string; step: ExportedStep };

/** Returns the updates as JSON events, each run before its steps. */
export function runEvents(news: readonly RunUpdate[], places: LocationLookup): RunEvent[] {
  return news.flatMap(({ run, turned, steps }): RunEvent[] => {
    const { id, family } = run.summary;
    const { steps: _, ...facts } = exportedRun({ ...run, summary: { ...run.summary, steps: 0 } }, places);
    const stepEvents = steps.map(
      step => ({ event: 'step', run: id, family, step: exportedStep(step, places) }) as const,
    );
    return [...(turned ? [{ event: 'run', run: facts } as const] : []), ...stepEvents];
  });
}
