import { t } from '../../../server/src/shared/l10n';
import type { LanesBy, Mark, StepView, TimelineBar } from '../../../server/src/shared/lspExtensions';
import { statusWord } from '../../../server/src/shared/statusWord';
import { numberText, pluralize } from '../ui/numberTexts';

/** The words for the marks on a step's bar on the timeline, such as for a failure. */
export const MARK_TITLES: Record<Mark, string> = {
  error: t`failed`,
  problem: t`has problems`,
  retry: t`retry`,
  approval: t`approval`,
  budget: t`budget`,
  question: t`open question`,
};

const NAMES: Record<LanesBy, string> = { agent: t`agent`, kind: t`kind`, service: t`service` };

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
  if (count > 1) return [t`${numberText(count)} steps`, numberText(count)];
  const number = String(step + 1);
  const title = label ?? number;
  const folded = hides === undefined ? '' : ` (+${numberText(hides)})`;
  const facts = [
    confidence?.toFixed(2),
    files === undefined ? undefined : pluralize(files, t`1 file`, many => t`${many} files`),
    took,
    usage,
  ].filter(fact => fact !== undefined);
  // As many facts as fit, most important first.
  const fuller = facts.map((_, place) => [title, ...facts.slice(0, place + 1)].join(' · ')).reverse();
  return [...new Set([`${fuller[0] ?? title}${folded}`, ...fuller, title, number])];
}

/** `step 5 of 7: build, fix, 10:46:12`. */
export function stepText(step: number, steps: number, view: StepView | undefined): string {
  const place = t`step ${step + 1} of ${steps}`;
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
      title: t`${numberText(bar.count)} steps from step ${numberText(bar.step + 1)} on`,
      rows: known([
        [NAMES[lane[0]], lane[1]],
        [t`among them`, marks],
        ['', t`Double-click to see them apart`],
      ]),
    };
  }
  const own = view?.step === bar.step ? view : undefined;
  return {
    title: own ? `${bar.step + 1} · ${own.title}` : (bar.label ?? `${bar.step + 1}`),
    rows: known([
      [NAMES.agent, own?.agent ?? (lane[0] === 'agent' ? lane[1] : undefined)],
      ...(lane[0] === 'agent' ? [] : [[NAMES[lane[0]], lane[1]] as [string, string]]),
      [t`model`, own?.model],
      [t`to`, own?.peer],
      [t`time`, own?.time],
      [t`took`, own?.took],
      [t`outcome`, bar.outcome === 'unknown' ? undefined : statusWord(bar.outcome)],
      [t`confidence`, bar.confidence?.toFixed(2)],
      [t`marks`, marks],
      [t`nested`, bar.hides === undefined ? undefined : t`${numberText(bar.hides)} steps folded`],
    ]),
  };
}

function known(rows: [string, string | undefined][]): [string, string][] {
  return rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
}
