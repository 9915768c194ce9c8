import { REDACTION_TITLES, type Redaction, type Redactions } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { isRedacting, redactionText } from './redactionText';
import { useDebounced } from './useDebounced';
import './RedactionPreview.css';

/** Milliseconds: typing a name causes a single request. */
const SETTLES = 200;

/** What a redaction would change, before anything is written. */
export function RedactionPreview({ redaction }: { redaction: Redaction }) {
  const { answers } = useReplayModel();
  const settled = useDebounced(redaction, SETTLES);
  const redacts = isRedacting(settled);
  const { value, fault, fresh } = useAnswer(answers, 'redactions', redacts ? { redaction: settled } : undefined);
  return (
    <section class="export-preview" aria-label="Redactions">
      <p class={fresh ? undefined : 'quiet'} role="status" data-testid="covered">
        {!redacts
          ? 'Nothing is redacted: everything is written as it is.'
          : (fault ?? (value ? redactionText(value) : 'Looking…'))}
      </p>
      {redacts && fault === undefined && value && value.samples.length > 0 && <Samples samples={value.samples} />}
    </section>
  );
}

function Samples({ samples }: { samples: Redactions['samples'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it has more than there is room for, and must scroll by keys
    <section class="export-samples" tabIndex={0} aria-label="Examples of redactions">
      <table>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ what, before, after, step }, index) => (
            <tr key={index}>
              <td class="sample-step">{step + 1}</td>
              <td>{REDACTION_TITLES[what]}</td>
              <td class="mono" dir="auto" title={before}>
                {before}
              </td>
              <td class="mono" dir="auto" title={after}>
                {after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
