import type { StepBrief } from '../../../../server/src/shared/protocol';
import { Icon, type IconName } from '../../ui/Icon';

const LOOKS: Record<Exclude<StepBrief['outcome'], 'unknown'>, { icon: IconName; tone: string; words: string }> = {
  ok: { icon: 'pass', tone: 'good', words: 'succeeded' },
  failed: { icon: 'error', tone: 'bad', words: 'failed' },
  pending: { icon: 'record', tone: 'warn', words: 'pending' },
};

/** The icon of a step's outcome; none for an unknown one. */
export function OutcomeIcon({ outcome }: { outcome: StepBrief['outcome'] }) {
  if (outcome === 'unknown') return null;
  const { icon, tone, words } = LOOKS[outcome];
  return (
    <span class="outcome" title={words}>
      <Icon name={icon} tone={tone} />
      <span class="read-aloud">{words}: </span>
    </span>
  );
}
