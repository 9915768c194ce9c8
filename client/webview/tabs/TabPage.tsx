import type { ComponentChildren } from 'preact';

interface TabPageProps {
  name: string;
  class: string;
  /** What is shown is of what is asked now. */
  fresh?: boolean;
  fault?: string | undefined;
  children: ComponentChildren;
}

/** A tab that scrolls as a whole. Keys scroll it too. */
export function TabPage({ name, class: className, fresh = true, fault, children }: TabPageProps) {
  return (
    <section
      class={`tab-page ${className} ${fresh ? '' : 'stale'}`}
      aria-label={name}
      aria-busy={!fresh}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      onKeyDown={scroll}
      data-testid={className}
    >
      {fault === undefined ? children : <Fault text={fault} />}
    </section>
  );
}

// The page's own keys go through the steps.
function scroll(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isScrolling = SCROLLING.has(event.key) && event.target === event.currentTarget;
  const isMore =
    event.currentTarget instanceof Element && event.currentTarget.scrollHeight > event.currentTarget.clientHeight;
  if (isScrolling && isMore) event.stopPropagation();
}

const SCROLLING = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

/** Why there is nothing to be seen. */
export function Fault({ text }: { text: string }) {
  return (
    <p class="nothing tab-fault" role="status">
      <bdi>{text}</bdi>
    </p>
  );
}
