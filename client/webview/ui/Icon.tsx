import { icons } from './icons';

export type IconName = keyof typeof icons;

/** A picture besides words, or in a button that is named otherwise: nothing to read aloud. */
export function Icon({ name, tone }: { name: IconName; tone?: string }) {
  // Ours, from the bundle: nothing of a run gets here.
  return (
    <span class={tone ? `icon ${tone}` : 'icon'} aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons[name] }} />
  );
}
