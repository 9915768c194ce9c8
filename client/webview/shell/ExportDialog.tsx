import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import {
  type ExportFormat,
  REDACTION_TITLES,
  type Redaction,
  type Redactions,
  redactedCounts,
} from '../../../server/src/shared/lspExtensions';
import { parsePropertyNames, REDACTION_CHOICES, USUAL_PATTERNS } from '../../../server/src/shared/redactionChoices';
import { useReplayModel } from '../model/replayModel';
import './ExportForm.css';
import '../tabs/changeSign.css';
import '../ui/dialog.css';
import './ExportDialog.css';
import { useAnswer } from '../model/answerCache';
import './RedactionPreview.css';

/** Asks for the format in which a workflow run is exported, and for what to redact in it. */
export function ExportDialog() {
  const { dialog, host } = useReplayModel();
  return dialog.value === 'export' && host.is !== 'file' ? <Modal /> : null;
}

function Modal() {
  const { dialog } = useReplayModel();
  const element = useRef<HTMLDialogElement>(null);
  const close = () => {
    if (dialog.value === 'export') dialog.value = undefined;
  };
  useLayoutEffect(() => {
    const before = document.activeElement;
    const modal = element.current;
    modal?.showModal();
    return () => {
      // Elements behind an open modal dialog can't have the focus, and removing one does not restore it.
      modal?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="export-dialog"
      aria-labelledby="export-title"
      data-testid="export"
      onCancel={close}
      onClose={close}
    >
      <ExportForm close={() => element.current?.close()} />
    </dialog>
  );
}

/** Format, redaction, and what the redaction would change. */
function ExportForm({ close }: { close(): void }) {
  const { host } = useReplayModel();
  const format = useSignal<ExportFormat>('html');
  const patterns = useSignal(USUAL_PATTERNS);
  const names = useSignal('');
  const redaction = useMemo<Redaction>(
    () => ({ ...patterns.value, fields: parsePropertyNames(names.value) }),
    [patterns.value, names.value],
  );
  const save = (event: Event) => {
    event.preventDefault();
    host.send({ type: 'save', format: format.value, redaction });
    close();
  };
  const send = () => {
    host.send({ type: 'send', redaction });
    close();
  };
  return (
    <form class="export-form" onSubmit={save}>
      <h2 id="export-title">{t`Export this run`}</h2>
      <div class="export-choices">
        <fieldset>
          <legend>{t`Format`}</legend>
          {exportFormats.map(({ id, title, about }) => (
            <label key={id} class="export-choice">
              <input
                type="radio"
                name="format"
                value={id}
                checked={format.value === id}
                onChange={() => (format.value = id)}
              />
              <span>
                <strong>{title}</strong>
                <span class="quiet export-about">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t`Redact`}</legend>
          {REDACTION_CHOICES.map(({ id, title, about }) => (
            <label key={id} class="export-choice">
              <input
                type="checkbox"
                checked={patterns.value[id]}
                onChange={event => (patterns.value = { ...patterns.value, [id]: event.currentTarget.checked })}
              />
              <span>
                {title} {about !== '' && <span class="quiet">{about}</span>}
              </span>
            </label>
          ))}
          <label class="export-names">
            {t`Values of the properties`}
            <input
              type="text"
              value={names.value}
              placeholder="customer, session_id"
              spellcheck={false}
              autocomplete="off"
              aria-describedby="export-names-about"
              onInput={event => (names.value = event.currentTarget.value)}
            />
          </label>
          <span id="export-names-about" class="quiet export-about">
            {t`Names separated by commas, at any depth of an envelope. The names themselves are not redacted.`}
          </span>
        </fieldset>
        <p class="quiet export-about export-promise" data-testid="promise">
          {t`This finds what looks like a secret or stands beside a name that says so. A password of ordinary words, or a secret that was changed on purpose, may remain: read the file before you give it away.`}
        </p>
      </div>
      <RedactionPreview redaction={redaction} />
      <div class="export-buttons">
        <button type="button" class="button secondary" onClick={close}>
          {t`Cancel`}
        </button>
        {host.is === 'editor' && (
          <button type="button" class="button secondary" data-testid="send" onClick={send}>
            {t`Send to Collector…`}
          </button>
        )}
        <button type="submit" class="button" data-testid="save">
          {t`Save…`}
        </button>
      </div>
    </form>
  );
}

/** The formats of an export. */
const exportFormats: readonly { id: ExportFormat; title: string; about: string }[] = [
  { id: 'html', title: t`HTML replay`, about: t`One file that replays the run in any browser, without a network.` },
  { id: 'mermaid', title: 'Mermaid', about: t`A sequence diagram for Markdown: who called whom, in order.` },
  { id: 'otlp', title: 'OTLP JSON', about: t`Spans for tracing tools that read OpenTelemetry.` },
  { id: 'atif', title: 'ATIF', about: t`A trajectory for programs that train and judge agents.` },
  { id: 'jsonl', title: 'JSONL', about: t`The steps, one on each line, for scripts.` },
  { id: 'json', title: 'JSON', about: t`The whole run as one document.` },
];

/** Milliseconds: typing a name causes a single request. */
const SETTLES = 200;

/** Shows the changes of a redaction before anything is written. */
function RedactionPreview({ redaction }: { redaction: Redaction }) {
  const { answers } = useReplayModel();
  const settled = useDebounced(redaction, SETTLES);
  const redacts = isRedacting(settled);
  const { value, fault, fresh } = useAnswer(answers, 'redactions', redacts ? { redaction: settled } : undefined);
  return (
    <section class="export-preview" aria-label={t`Redactions`}>
      <p class={fresh ? undefined : 'quiet'} role="status" data-testid="covered">
        {!redacts
          ? t`Nothing is redacted: everything is written as it is.`
          : (fault ?? (value ? redactionText(value) : t`Looking…`))}
      </p>
      {redacts && fault === undefined && value && <Found {...value} />}
    </section>
  );
}

/** Samples of redacted values, and separately all long random words, since only the user can judge them. */
function Found({ counts, samples }: Redactions) {
  const words = samples.filter(({ what }) => what === 'word');
  const others = samples.filter(({ what }) => what !== 'word');
  const counted = redactedCounts(counts.filter(({ what }) => what === 'word'));
  return (
    <>
      {counted !== undefined && (
        <details class="export-words" data-testid="words">
          <summary>{t`Look at ${counted}`}</summary>
          <Samples samples={words} label={t`Long random words`} />
        </details>
      )}
      {others.length > 0 && <Samples samples={others} label={t`Examples of redactions`} />}
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
            <th scope="col">{t`Step`}</th>
            <th scope="col">{t`What`}</th>
            <th scope="col">{t`Before`}</th>
            <th scope="col">{t`After`}</th>
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
  if (looked === undefined) return list === undefined ? t`Nothing to redact was found.` : t`Redacts ${list}.`;
  return list === undefined
    ? t`Nothing to redact was found in the first ${looked} steps; the rest is redacted when it is written.`
    : t`Redacts ${list} in the first ${looked} steps; the rest is redacted when it is written.`;
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
