import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { ErrorText } from '../common/TabPage';
import { Copies } from './Copies';
import { EnvelopeViewSwitch } from './EnvelopeViewSwitch';
import { Problems } from './Problems';
import { SourceView } from './SourceView';
import { StepFacts } from './StepFacts';
import './EnvelopeTab.css';

/** The envelopes of a step as in their files, with their problems. */
export function EnvelopeTab() {
  const { answers, step } = useReplayModel();
  const { value: view, fresh, fault } = useAnswer(answers, 'step', { step: step.value });
  if (!view) return fault === undefined ? <div class="tab-page" aria-busy="true" /> : <ErrorText text={fault} />;
  return (
    <section class={`tab-page envelope-tab ${fresh ? '' : 'stale'}`} aria-label="Envelope" data-testid="envelope-tab">
      <header class="envelope-head">
        <StepFacts view={view} />
        {view.sources.length > 0 && <EnvelopeViewSwitch />}
      </header>
      <Copies view={view} />
      <Problems view={view} />
      {view.sources.length === 0 && <p class="nothing">This step has no envelopes.</p>}
      <div class="sources">
        {view.sources.map((source, number) => (
          <SourceView key={number} view={view} source={source} number={number} />
        ))}
      </div>
    </section>
  );
}
