import { icons } from './icons';

export type IconName = keyof typeof icons;

/** A decorative icon, beside a text or in a labelled button: hidden from screen readers. */
export function Icon({ name, tone }: { name: IconName; tone?: string }) {
  // Trusted markup from the bundle, never from a run.
  return (
    <span class={tone ? `icon ${tone}` : 'icon'} aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons[name] }} />
  );
}
