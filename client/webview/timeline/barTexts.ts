import type { LanesBy, Mark, StepView, TimelineBar } from '../../../server/src/shared/lspExtensions';

/** The titles of the marks on a step's bar, such as a failure. */
export const MARK_TITLES: Record<Mark, string> = {
  error: 'failed',
  problem: 'has problems',
  retry: 'retry',
  approval: 'approval',
  budget: 'budget',
  question: 'open question',
};

const counted = new Intl.NumberFormat('en').format;

/** Candidate labels for a bar, longest first. The first may be shortened down to the length of the next. */
export function barLabels({
  step,
  count,
  label,
  files,
  confidence,
  usage,
  took,
  hides,
}: Omit<TimelineBar, 'from' | 'to' | 'row' | 'outcome' | 'marks'>): string[] {
  if (count > 1) return [`${counted(count)} steps`, counted(count)];
  const number = String(step + 1);
  const title = label ?? number;
  const folded = hides === undefined ? '' : ` (+${counted(hides)})`;
  const facts = [
    confidence?.toFixed(2),
    files === undefined ? undefined : `${counted(files)} ${files === 1 ? 'file' : 'files'}`,
    took,
    usage,
  ].filter(fact => fact !== undefined);
  // As many facts as fit, most important first.
  const fuller = facts.map((_, place) => [title, ...facts.slice(0, place + 1)].join(' · ')).reverse();
  return [...new Set([`${fuller[0] ?? title}${folded}`, ...fuller, title, number])];
}

/** `step 5 of 7: build, fix, 10:46:12`. */
export function stepText(step: number, steps: number, view: StepView | undefined): string {
  const place = `step ${step + 1} of ${steps}`;
  if (view?.step !== step) return place;
  return `${place}: ${[view.agent, view.title, view.time].filter(Boolean).join(', ')}`;
}

export interface BarTooltipText {
  title: string;
  /** Name and value. */
  rows: [string, string][];
}

/**
 * The tooltip of a bar.
 *
 * @param lane what the steps of its lane have in common
 * @param view its step, once loaded
 */
export function barTooltip(
  bar: TimelineBar,
  lane: readonly [by: LanesBy, name: string],
  view: StepView | undefined,
): BarTooltipText {
  const marks = bar.marks.map(mark => MARK_TITLES[mark]).join(', ');
  if (bar.count > 1) {
    return {
      title: `${counted(bar.count)} steps from step ${counted(bar.step + 1)} on`,
      rows: known([[...lane], ['among them', marks], ['', 'Double-click to see them apart']]),
    };
  }
  const own = view?.step === bar.step ? view : undefined;
  return {
    title: own ? `${bar.step + 1} · ${own.title}` : (bar.label ?? `${bar.step + 1}`),
    rows: known([
      lane[0] === 'agent' ? ['agent', own?.agent ?? lane[1]] : ['agent', own?.agent],
      ...(lane[0] === 'agent' ? [] : [[lane[0], lane[1]] as [string, string]]),
      ['model', own?.model],
      ['to', own?.peer],
      ['time', own?.time],
      ['took', own?.took],
      ['outcome', bar.outcome === 'unknown' ? undefined : bar.outcome],
      ['confidence', bar.confidence?.toFixed(2)],
      ['marks', marks],
      ['nested', bar.hides === undefined ? undefined : `${counted(bar.hides)} steps folded`],
    ]),
  };
}

function known(rows: [string, string | undefined][]): [string, string][] {
  return rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
}
