import type { ComponentChildren } from 'preact';
import { stopScrollKeys } from '../../ui/stopScrollKeys';
import './TabPage.css';

interface TabPageProps {
  name: string;
  class: string;
  /** The content belongs to the current parameters. */
  fresh?: boolean;
  fault?: string | undefined;
  children: ComponentChildren;
}

/** A tab that scrolls as a whole, also by keys. */
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
