import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { parseFieldNames } from '../../../server/src/shared/parseFieldNames';
import type { ExportFormat, Redaction } from '../../../server/src/shared/protocol';
import { REDACTION_CHOICES, USUAL_PATTERNS } from '../../../server/src/shared/redactionChoices';
import { useReplayModel } from '../model/replayModel';
import { RedactionPreview } from './RedactionPreview';
import './ExportForm.css';
import '../tabs/changeSign.css';
import '../ui/dialog.css';
import './ExportDialog.css';

/** Asks for the format of an export, and for what to redact in it. */
export function ExportDialog() {
  const { dialog, host } = useReplayModel();
  return dialog.value === 'export' && host.is === 'editor' ? <Modal /> : null;
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
    () => ({ ...patterns.value, fields: parseFieldNames(names.value) }),
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
      <h2 id="export-title">Export this run</h2>
      <div class="export-choices">
        <fieldset>
          <legend>Format</legend>
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
          <legend>Redact</legend>
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
            Values of the properties
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
            Names separated by commas, at any depth of an envelope. The names themselves are not redacted.
          </span>
        </fieldset>
        <p class="quiet export-about export-promise" data-testid="promise">
          This finds what looks like a secret or stands beside a name that says so. A password of ordinary words, or a
          secret that was changed on purpose, may remain: read the file before you give it away.
        </p>
      </div>
      <RedactionPreview redaction={redaction} />
      <div class="export-buttons">
        <button type="button" class="button secondary" onClick={close}>
          Cancel
        </button>
        <button type="button" class="button secondary" data-testid="send" onClick={send}>
          Send to Collector…
        </button>
        <button type="submit" class="button" data-testid="save">
          Save…
        </button>
      </div>
    </form>
  );
}

/** The formats of an export. */
const exportFormats: readonly { id: ExportFormat; title: string; about: string }[] = [
  { id: 'html', title: 'HTML replay', about: 'One file that replays the run in any browser, without a network.' },
  { id: 'mermaid', title: 'Mermaid', about: 'A sequence diagram for Markdown: who called whom, in order.' },
  { id: 'otlp', title: 'OTLP JSON', about: 'Spans for tracing tools that read OpenTelemetry.' },
  { id: 'atif', title: 'ATIF', about: 'A trajectory for programs that train and judge agents.' },
  { id: 'jsonl', title: 'JSONL', about: 'The steps, one on each line, for scripts.' },
  { id: 'json', title: 'JSON', about: 'The whole run as one document.' },
];
