import type { RankedStep } from '../../../../server/src/shared/protocol';
import { NameText } from '../common/NameText';
import { StepLink } from '../common/StepLink';
import './RankedSteps.css';

/** A few steps by what they took, each a link to it. */
export function RankedSteps({ title, steps }: { title: string; steps: readonly RankedStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section class="ranked" aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {steps.map(({ step, title: name, model, text }) => (
          <li key={step}>
            <span class="ranked-amount">{text}</span>
            <NameText text={name} />
            {model !== undefined && <NameText text={model} class="quiet" />}
            <StepLink step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}
