import { t } from '../../../server/src/shared/l10n';
import type { Mark, StepBrief } from '../../../server/src/shared/lspExtensions';
import { useReplayModel } from '../model/replayModel';
import { Icon, type IconName } from '../ui/Icon';
import { kindClasses, laneClasses } from '../ui/laneClasses';
import './StepLine.css';

interface StepLineProps {
  step: StepBrief;
  /** The title to show in place of the step's own title; empty for no title. */
  title?: string | undefined;
  /** Shows only agent, title and time. */
  isShort?: boolean;
}

/** Shows a step of a workflow run on one line: outcome, number, agent, title and details. */
export function StepLine({ step, title = step.title, isShort = false }: StepLineProps) {
  const areSeveral = (useReplayModel().overview.value?.lanes.agent ?? 0) > 1;
  return (
    <span class={`step-line ${laneClasses(step.lane)}`}>
      <OutcomeIcon outcome={step.outcome} />
      <span class="step-number">{step.step + 1}</span>
      {areSeveral && <span class="dot" />}
      {!isShort && (
        <span class={`step-icon ${kindClasses(step.icon)}`}>
          <Icon name={step.icon} tone="lane-icon" />
        </span>
      )}
      {areSeveral && step.agent !== undefined && (
        <span class="step-agent" dir="auto" title={step.agent}>
          {step.agent}
        </span>
      )}
      <span class="step-title" dir="auto" title={step.title}>
        {title}
      </span>
      {!isShort && <Details step={step} />}
      {step.time !== undefined && <span class="step-time">{step.time}</span>}
      {!isShort && <span class="step-took">{step.took}</span>}
    </span>
  );
}

function Details({ step }: { step: StepBrief }) {
  return (
    <>
      {step.model !== undefined && (
        <span class="step-model" dir="auto" title={step.model}>
          {step.model}
        </span>
      )}
      {step.usage !== undefined && <span class="step-usage">{step.usage}</span>}
      <MarkIcons marks={step.marks} />
      {step.confidence !== undefined && <span class="step-confidence">{step.confidence.toFixed(2)}</span>}
    </>
  );
}

const OUTCOMES: Record<StepBrief['outcome'], { name: IconName; tone: string; text: string }> = {
  ok: { name: 'pass', tone: 'good', text: t`succeeded` },
  failed: { name: 'error', tone: 'bad', text: t`failed` },
  pending: { name: 'record', tone: 'warn', text: t`pending` },
  unknown: { name: 'circle-slash', tone: 'quiet', text: t`outcome unknown` },
};

/** The icon of a step's outcome. */
function OutcomeIcon({ outcome }: { outcome: StepBrief['outcome'] }) {
  const { name, tone, text } = OUTCOMES[outcome];
  return (
    <span class="step-icon" title={text}>
      <Icon name={name} tone={tone} />
      <span class="read-aloud">{text}</span>
    </span>
  );
}

const MARKS: Record<Exclude<Mark, 'error'>, { name: IconName; tone: string; text: string }> = {
  problem: { name: 'warning', tone: 'quiet', text: t`has problems` },
  retry: { name: 'refresh', tone: 'quiet', text: t`tried again` },
  approval: { name: 'law', tone: 'quiet', text: t`approval` },
  budget: { name: 'dashboard', tone: 'quiet', text: t`budget` },
  question: { name: 'question', tone: 'quiet', text: t`asks a question` },
};

/** The marks of a step, except failure, which its outcome shows. */
function MarkIcons({ marks }: { marks: readonly Mark[] }) {
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
