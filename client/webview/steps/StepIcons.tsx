import type { Mark, StepBrief } from '../../../server/src/shared/protocol';
import { Icon, type IconName } from '../ui/Icon';
import './StepLine.css';

const OUTCOMES: Record<StepBrief['outcome'], { name: IconName; tone: string; text: string }> = {
  ok: { name: 'pass', tone: 'good', text: 'succeeded' },
  failed: { name: 'error', tone: 'bad', text: 'failed' },
  pending: { name: 'record', tone: 'warn', text: 'pending' },
  unknown: { name: 'circle-slash', tone: 'quiet', text: 'outcome unknown' },
};

/** The icon of a step's outcome. */
export function OutcomeIcon({ outcome }: { outcome: StepBrief['outcome'] }) {
  const { name, tone, text } = OUTCOMES[outcome];
  return (
    <span class="step-icon" title={text}>
      <Icon name={name} tone={tone} />
      <span class="read-aloud">{text}</span>
    </span>
  );
}

const MARKS: Record<Exclude<Mark, 'error'>, { name: IconName; tone: string; text: string }> = {
  problem: { name: 'warning', tone: 'quiet', text: 'has problems' },
  retry: { name: 'refresh', tone: 'quiet', text: 'tried again' },
  approval: { name: 'law', tone: 'quiet', text: 'approval' },
  budget: { name: 'dashboard', tone: 'quiet', text: 'budget' },
  question: { name: 'question', tone: 'quiet', text: 'asks a question' },
};

/** The marks of a step, except failure, which its outcome shows. */
export function MarkIcons({ marks }: { marks: readonly Mark[] }) {
  return (
    <>
      {marks.map(mark => {
        if (mark === 'error') return null;
        const { name, tone, text } = MARKS[mark];
        return (
          <span key={mark} class="step-icon" title={text}>
            <Icon name={name} tone={tone} />
            <span class="read-aloud">{text}</span>
          </span>
        );
      })}
    </>
  );
}
