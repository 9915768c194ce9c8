import type { StepSource, StepView } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { NameText } from '../common/NameText';
import { EnvelopeLines } from './EnvelopeLines';
import { EnvelopeTree } from './EnvelopeTree';
import { PlaceLink } from './PlaceLink';
import './SourceView.css';

interface SourceViewProps {
  view: StepView;
  source: StepSource;
  number: number;
}

/** An envelope of a step, with its name and location. */
export function SourceView({ view, source, number }: SourceViewProps) {
  const { envelopeView } = useReplayModel();
  const at = { step: view.step, source: number };
  return (
    <section class="source" aria-label={source.name} data-testid={`source-${number}`}>
      <header class="source-head">
        <h3>
          <NameText text={source.name} or="envelope" />
        </h3>
        <PlaceLink {...at} place={source} />
      </header>
      {envelopeView.as.value === 'tree' ? (
        <EnvelopeTree at={at} name={source.name} problems={view.problems.filter(one => one.source === number)} />
      ) : (
        <EnvelopeLines at={at} name={source.name} />
      )}
    </section>
  );
}
