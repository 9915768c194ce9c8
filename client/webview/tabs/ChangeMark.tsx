import type { StepBrief, StepProblem, Tone } from '../../../server/src/shared/lspExtensions';
import { Icon, type IconName } from '../ui/Icon';
import './ChangeMark.css';

/** Shows `+` for an added value and `~` for a changed one, by this step or since another step. */
export function ChangeMark({
  change,
  since = 'at this step',
}: {
  change: 'added' | 'changed' | 'said' | undefined;
  since?: string;
}) {
  if (change === undefined || change === 'said') return <span class="change-mark" aria-hidden="true" />;
  return (
    <>
      <span class={`change-mark ${change}`} aria-hidden="true">
        {change === 'added' ? '+' : '~'}
      </span>
      <span class="read-aloud">{`${change === 'added' ? 'new' : 'changed'} ${since}: `}</span>
    </>
  );
}

const LOOKS: Record<Exclude<Tone, 'plain'>, { icon: IconName; tone: string; words: string }> = {
  good: { icon: 'pass', tone: 'good', words: 'good' },
  open: { icon: 'issues', tone: 'warn', words: 'open' },
  bad: { icon: 'error', tone: 'bad', words: 'bad' },
  done: { icon: 'circle-slash', tone: 'quiet', words: 'closed' },
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
  ok: { icon: 'pass', tone: 'good', words: 'succeeded' },
  failed: { icon: 'error', tone: 'bad', words: 'failed' },
  pending: { icon: 'record', tone: 'warn', words: 'pending' },
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

/** The icon of a severity, with its name for screen readers. */
export function SeverityIcon({ severity }: { severity: StepProblem['severity'] }) {
  return (
    <>
      <Icon name={severity} tone={TONES[severity]} />
      <span class="read-aloud">{severity}: </span>
    </>
  );
}
