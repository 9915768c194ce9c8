import type { StepBrief } from '../../../server/src/shared/protocol';
import { Icon } from '../ui/Icon';
import { laneColour } from '../ui/laneColour';
import { MarkIcons, OutcomeIcon } from './StepIcons';
import './StepLine.css';

/** A step on one line: outcome, number, agent, title and details. */
export function StepLine({ step }: { step: StepBrief }) {
  return (
    <span class={`step-line ${laneColour(step.lane)}`}>
      <OutcomeIcon outcome={step.outcome} />
      <span class="step-number">{step.step + 1}</span>
      <span class="dot" />
      <Icon name={step.icon} tone="quiet" />
      {step.agent !== undefined && (
        <span class="step-agent" dir="auto" title={step.agent}>
          {step.agent}
        </span>
      )}
      <span class="step-title" dir="auto" title={step.title}>
        {step.title}
      </span>
      <MarkIcons marks={step.marks} />
      {step.confidence !== undefined && <span class="step-confidence">{step.confidence.toFixed(2)}</span>}
      {step.time !== undefined && <span class="step-time">{step.time}</span>}
      <span class="step-took">{step.took}</span>
    </span>
  );
}
