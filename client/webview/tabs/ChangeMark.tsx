import { t } from '../../../server/src/shared/l10n';
import type { StepBrief, StepProblem, Tone } from '../../../server/src/shared/lspExtensions';
import { Icon, type IconName } from '../ui/Icon';
import './ChangeMark.css';

/** Marks a value in the state of a workflow run as added (`+`) or changed (`~`): by the shown step, or between the two steps that are compared. */
export function ChangeMark({
  change,
  isBetween = false,
}: {
  change: 'added' | 'changed' | 'said' | undefined;
  isBetween?: boolean;
}) {
  if (change === undefined || change === 'said') return <span class="change-mark" aria-hidden="true" />;
  return (
    <>
      <span class={`change-mark ${change}`} aria-hidden="true">
        {change === 'added' ? '+' : '~'}
      </span>
      <span class="read-aloud">{isBetween ? BETWEEN[change] : AT_STEP[change]} </span>
    </>
  );
}

const AT_STEP = { added: t`new at this step:`, changed: t`changed at this step:` };
const BETWEEN = { added: t`new between these steps:`, changed: t`changed between these steps:` };

const LOOKS: Record<Exclude<Tone, 'plain'>, { icon: IconName; tone: string; words: string }> = {
  good: { icon: 'pass', tone: 'good', words: t`good` },
  open: { icon: 'issues', tone: 'warn', words: t`open` },
  bad: { icon: 'error', tone: 'bad', words: t`bad` },
  done: { icon: 'circle-slash', tone: 'quiet', words: t`closed` },
};

/** The icon of a tone; a plain tone leaves the space empty. */
export function ToneIcon({ tone }: { tone: Tone }) {
  if (tone === 'plain') return <span class="icon" aria-hidden="true" />;
  const { icon, tone: colour, words } = LOOKS[tone];
  return (
    <>
      <Icon name={icon} tone={colour} />
      <span class="read-aloud">{words}: </span>
    </>
  );
}

const OUTCOMES: Record<Exclude<StepBrief['outcome'], 'unknown'>, { icon: IconName; tone: string; words: string }> = {
  ok: { icon: 'pass', tone: 'good', words: t`succeeded` },
  failed: { icon: 'error', tone: 'bad', words: t`failed` },
  pending: { icon: 'record', tone: 'warn', words: t`pending` },
};

/** The icon of a step's outcome; none for an unknown one. */
export function OutcomeIcon({ outcome }: { outcome: StepBrief['outcome'] }) {
  if (outcome === 'unknown') return null;
  const { icon, tone, words } = OUTCOMES[outcome];
  return (
    <span class="outcome" title={words}>
      <Icon name={icon} tone={tone} />
      <span class="read-aloud">{words}: </span>
    </span>
  );
}

const TONES: Record<StepProblem['severity'], string> = { error: 'bad', warning: 'warn', info: 'note' };

/** The name of each severity. */
export const SEVERITIES: Record<StepProblem['severity'], string> = {
  error: t`error`,
  warning: t`warning`,
  info: t`info`,
};

/** The icon of a severity, with its name for screen readers. */
export function SeverityIcon({ severity }: { severity: StepProblem['severity'] }) {
  return (
    <>
      <Icon name={severity} tone={TONES[severity]} />
      <span class="read-aloud">{SEVERITIES[severity]}: </span>
    </>
  );
}
