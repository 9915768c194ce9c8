/** `+` or `~` before what this step added or changed. */
export function ChangeMark({ change }: { change: 'added' | 'changed' | 'said' | undefined }) {
  if (change === undefined || change === 'said') return <span class="change-mark" aria-hidden="true" />;
  return (
    <>
      <span class={`change-mark ${change}`} aria-hidden="true">
        {change === 'added' ? '+' : '~'}
      </span>
      <span class="read-aloud">{change === 'added' ? 'new at this step: ' : 'changed at this step: '}</span>
    </>
  );
}
