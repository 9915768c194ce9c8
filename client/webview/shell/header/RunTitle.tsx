import { useReplayModel } from '../../model/replayModel';

/** The run's title; for a file with several runs, a choice of them. */
export function RunTitle() {
  const { overview, siblings, host } = useReplayModel();
  if (!overview.value) return null;
  const { key, title } = overview.value.run;
  return (
    <h1 class="run-title" data-testid="run-title" data-shrinks="" title={title} dir="auto">
      {siblings.value.length > 1 ? (
        <select
          class="plain-select"
          aria-label="Run of this file"
          value={key}
          onChange={event => host.send({ type: 'openRun', run: event.currentTarget.value })}
        >
          {siblings.value.map(sibling => (
            <option key={sibling.key} value={sibling.key}>
              {sibling.title}
            </option>
          ))}
        </select>
      ) : (
        title
      )}
    </h1>
  );
}
