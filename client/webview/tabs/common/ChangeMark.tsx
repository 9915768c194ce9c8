import './ChangeMark.css';

/** `+` or `~` for a value added or changed by this step, or since another one. */
export function ChangeMark({
  change,
  since = 'at this step',
}: {
  change: 'added' | 'changed' | 'said' | undefined;
  since?: string;
}) {
  if (change === undefined || change === 'said') return <span class="change-mark" aria-hidden="true" />;
  return (
    <>
      <span class={`change-mark ${change}`} aria-hidden="true">
        {change === 'added' ? '+' : '~'}
      </span>
      <span class="read-aloud">{`${change === 'added' ? 'new' : 'changed'} ${since}: `}</span>
    </>
  );
}
