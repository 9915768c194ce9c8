import { useComputed } from '@preact/signals';
import type { Pattern } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { Icon, type IconName } from '../ui/Icon';
import { patternsHeading, patternsKnownAt, roundsUpTo } from './graphTexts';
import './Patterns.css';

/** `Handoffs so far · parallel, then loop ×1`. */
export function PatternsHeading({ patterns }: { patterns: readonly Pattern[] }) {
  const { step } = useReplayModel();
  const heading = useComputed(() => patternsHeading(patterns, step.value)).value;
  return (
    <h2 class="graph-heading" data-testid="graph-heading">
      Handoffs so far{heading !== undefined && <span dir="auto"> · {heading}</span>}
    </h2>
  );
}

const ICONS: Record<Pattern['is'], IconName> = {
  sequential: 'arrow-right',
  parallel: 'arrow-both',
  conditional: 'question',
  loop: 'sync',
};
/** The maximum number of rounds with a button: the last ones. */
const ROUNDS = 6;

/** The patterns recognised so far, each with the steps that show it. */
export function Patterns({ patterns, more = 0 }: { patterns: readonly Pattern[]; more?: number | undefined }) {
  const { step, goTo } = useReplayModel();
  // As a text, so that the list is rendered again only for another pattern or round.
  const known = useComputed(() =>
    patternsKnownAt(patterns, step.value)
      .map(pattern => `${patterns.indexOf(pattern)} ${roundsUpTo(pattern, step.value)}`)
      .join(','),
  ).value;
  if (known === '') return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may have more than there is room for, and must scroll by keys
    <ul class="graph-patterns" aria-label="Patterns so far" tabIndex={0}>
      {known.split(',').map(text => {
        const [index = -1, count = 0] = text.split(' ').map(Number);
        const pattern = patterns[index];
        const first = Math.max(0, count - ROUNDS);
        const rounds = pattern?.rounds?.slice(first, count) ?? [];
        return (
          pattern && (
            <li key={index}>
              <Icon name={ICONS[pattern.is]} />
              <span class="pattern-text" dir="auto">
                {pattern.text}
              </span>
              <span class="pattern-steps">
                {first > 0 && <span class="quiet">… </span>}
                {rounds.length > 0 ? (
                  rounds.map((round, place) => (
                    <button
                      key={round}
                      type="button"
                      class="link-button"
                      aria-label={`Round ${first + place + 1}, step ${round + 1}`}
                      onClick={() => goTo(round)}
                    >
                      {round + 1}
                    </button>
                  ))
                ) : (
                  <button
                    type="button"
                    class="link-button"
                    aria-label={`Known by step ${pattern.known + 1}`}
                    onClick={() => goTo(pattern.known)}
                  >
                    {pattern.known + 1}
                  </button>
                )}
              </span>
            </li>
          )
        );
      })}
      {more > 0 && <li class="quiet">and {more.toLocaleString('en')} more</li>}
    </ul>
  );
}
