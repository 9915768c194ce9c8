import type { Tone } from '../../../../server/src/shared/protocol';
import { Icon, type IconName } from '../../ui/Icon';

const LOOKS: Record<Exclude<Tone, 'plain'>, { icon: IconName; tone: string; words: string }> = {
  good: { icon: 'pass', tone: 'good', words: 'good' },
  open: { icon: 'issues', tone: 'warn', words: 'open' },
  bad: { icon: 'error', tone: 'bad', words: 'bad' },
  done: { icon: 'circle-slash', tone: 'quiet', words: 'closed' },
};

/** The icon of a tone; a plain tone leaves the space empty. */
export function ToneIcon({ tone }: { tone: Tone }) {
  if (tone === 'plain') return <span class="icon" aria-hidden="true" />;
  const { icon, tone: colour, words } = LOOKS[tone];
  return (
    <>
      <Icon name={icon} tone={colour} />
      <span class="read-aloud">{words}: </span>
    </>
  );
}
