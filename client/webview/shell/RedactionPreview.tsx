import { useEffect, useState } from 'preact/hooks';
import { REDACTION_TITLES, type Redaction, type Redactions, redactedCounts } from '../../../server/src/shared/protocol';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
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
      {redacts && fault === undefined && value && <Found {...value} />}
    </section>
  );
}

/** Samples of what is redacted; apart from them all long random words, since nothing but a look tells what they are. */
function Found({ counts, samples }: Redactions) {
  const words = samples.filter(({ what }) => what === 'word');
  const others = samples.filter(({ what }) => what !== 'word');
  const counted = redactedCounts(counts.filter(({ what }) => what === 'word'));
  return (
    <>
      {counted !== undefined && (
        <details class="export-words" data-testid="words">
          <summary>Look at {counted}</summary>
          <Samples samples={words} label="Long random words" />
        </details>
      )}
      {others.length > 0 && <Samples samples={others} label="Examples of redactions" />}
    </>
  );
}

function Samples({ samples, label }: { samples: Redactions['samples']; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it has more than there is room for, and must scroll by keys
    <section class="export-samples" tabIndex={0} aria-label={label}>
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

export function isRedacting({ paths, emails, secrets, words = secrets, personal = false, fields }: Redaction): boolean {
  return paths || emails || secrets || words || personal || fields.length > 0;
}

/** `Redacts 12 paths and 1 key or token.` */
export function redactionText({ counts, looked }: Redactions): string {
  const list = redactedCounts(counts);
  const redacts = list === undefined ? 'Nothing to redact was found' : `Redacts ${list}`;
  return looked === undefined
    ? `${redacts}.`
    : `${redacts} in the first ${looked} steps; the rest is redacted when it is written.`;
}

/** A value once it has been unchanged for some milliseconds. */
function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
