import type { StepSource, StepView } from '../../../server/src/protocol';
import { useReplay } from '../replay/replay';
import { EnvelopeLines } from './EnvelopeLines';
import { EnvelopeTree } from './EnvelopeTree';
import { envelopeView } from './envelopeView';
import { Named } from './Named';

interface SourceViewProps {
  view: StepView;
  source: StepSource;
  number: number;
}

/** One envelope of a step, under its name and where it stands. */
export function SourceView({ view, source, number }: SourceViewProps) {
  const { host } = useReplay();
  const place = source.line === undefined ? source.file : `${source.file}:${source.line}`;
  const at = { step: view.step, source: number };
  return (
    <section class="source" aria-label={source.name} data-testid={`source-${number}`}>
      <header class="source-head">
        <h3>
          <Named text={source.name} or="envelope" />
        </h3>
        {host.is === 'editor' ? (
          <button
            type="button"
            class="link-button mono place"
            title="Open in editor"
            onClick={() => host.tell({ type: 'openSource', ...at })}
          >
            <bdi>{place}</bdi>
          </button>
        ) : (
          <bdi class="mono quiet place">{place}</bdi>
        )}
      </header>
      {envelopeView.as.value === 'tree' ? (
        <EnvelopeTree at={at} name={source.name} problems={view.problems.filter(one => one.source === number)} />
      ) : (
        <EnvelopeLines at={at} name={source.name} />
      )}
    </section>
  );
}
