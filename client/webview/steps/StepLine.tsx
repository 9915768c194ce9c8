import type { StepBrief } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { kindColour, laneColour } from '../ui/laneColour';
import { MarkIcons, OutcomeIcon } from './StepIcons';
import './StepLine.css';

interface StepLineProps {
  step: StepBrief;
  /** Its title is left out where it is said elsewhere. */
  title?: string | undefined;
  /** Only who, what and when. */
  isShort?: boolean;
}

/** A step on one line: outcome, number, agent, title and details. */
export function StepLine({ step, title = step.title, isShort = false }: StepLineProps) {
  const areSeveral = (useReplayModel().overview.value?.lanes.agent ?? 0) > 1;
  return (
    <span class={`step-line ${laneColour(step.lane)}`}>
      <OutcomeIcon outcome={step.outcome} />
      <span class="step-number">{step.step + 1}</span>
      {areSeveral && <span class="dot" />}
      {!isShort && (
        <span class={`step-icon ${kindColour(step.icon)}`}>
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
