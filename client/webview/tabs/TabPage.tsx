import type { ComponentChildren } from 'preact';
import { t } from '../../../server/src/shared/l10n';
import type { EnvelopeBrief } from '../../../server/src/shared/lspExtensions';
import { useReplayModel } from '../model/replayModel';
import { stopScrollKeys } from '../ui/moveFocus';
import './TabPage.css';
import './NameText.css';
import './StepLink.css';

interface TabPageProps {
  name: string;
  class: string;
  /** Whether the tab's content is up to date; false while the content for another step is loaded. */
  fresh?: boolean;
  fault?: string | undefined;
  children: ComponentChildren;
}

/** The frame around the content of a tab. It scrolls as a whole, with the mouse and with keys. */
export function TabPage({ name, class: className, fresh = true, fault, children }: TabPageProps) {
  return (
    <section
      class={`tab-page ${className} ${fresh ? '' : 'stale'}`}
      aria-label={name}
      aria-busy={!fresh}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      onKeyDown={stopScrollKeys}
      data-testid={className}
    >
      {fault === undefined ? children : <ErrorText text={fault} />}
    </section>
  );
}

/** The reason why nothing is shown. */
export function ErrorText({ text }: { text: string }) {
  return (
    <p class="nothing tab-fault" role="status">
      <bdi>{text}</bdi>
    </p>
  );
}

/** A name from a file, isolated from surrounding text; an empty name is visibly empty. */
export function NameText({
  text,
  class: className = '',
  or = t`(empty)`,
}: {
  text: string;
  class?: string;
  or?: string;
}) {
  const isEmpty = text.trim() === '';
  return (
    <bdi class={`named ${className} ${isEmpty ? 'quiet' : ''}`} title={text.slice(0, 500)}>
      {isEmpty ? or : text}
    </bdi>
  );
}

/** A link to a step. */
export function StepLink({ step }: { step: number }) {
  const replay = useReplayModel();
  return (
    <button type="button" class="link-button step-link" onClick={() => replay.goTo(step)}>
      {t`step ${step + 1}`}
    </button>
  );
}

/** The location of an envelope; in an editor, a link to it. */
export function PlaceLink({ step, envelope, place }: { step: number; envelope: number; place: EnvelopeBrief }) {
  const { host } = useReplayModel();
  const text = place.line === undefined ? place.file : `${place.file}:${place.line}`;
  if (host.is !== 'editor')
    return (
      <span class="mono quiet place" title={text}>
        <bdi>{text}</bdi>
      </span>
    );
  return (
    <button
      type="button"
      class="link-button mono place"
      title={t`Open in Editor: ${text}`}
      onClick={() => host.send({ type: 'openEnvelope', step, envelope })}
    >
      <bdi>{text}</bdi>
    </button>
  );
}
