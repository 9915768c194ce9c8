import type { ComponentChildren } from 'preact';

interface PressButtonProps {
  id?: string;
  title?: string;
  isPressed: boolean;
  press(): void;
  children: ComponentChildren;
}

/** A toggle button: it stays pressed while its choice holds. Its content is its name; an icon is named by the title. */
export function PressButton({ id, title, isPressed, press, children }: PressButtonProps) {
  return (
    <button type="button" class="plain-button" title={title} aria-pressed={isPressed} data-testid={id} onClick={press}>
      {children}
    </button>
  );
}
