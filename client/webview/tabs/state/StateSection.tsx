import { useState } from 'preact/hooks';
import type { ReplayState } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { useLoad } from '../../model/useLoad';
import { StateLine } from './StateLine';
import './StateSection.css';

type Section = ReplayState['sections'][number];

/** The number of earlier rows per request. */
const MORE = 100;

/** A list of the state: its last rows, and earlier ones on request. */
export function StateSection({ section }: { section: Section }) {
  const { id, title, rows, from, total, open } = section;
  const { answers, step } = useReplayModel();
  const [wanted, setWanted] = useState(0);
  const first = Math.max(0, from - wanted);
  const shownStep = step.value;
  const { value: earlier } = useLoad(`${answers.revision.value} ${shownStep} ${first} ${from}`, () =>
    earlierRows(answers, { step: shownStep, section: id }, first, from),
  );
  const left = Math.max(0, from - (earlier?.length ?? 0));
  return (
    <section class="state-section" aria-labelledby={`state-${id}`} data-testid={`state-${id}`}>
      <h3 id={`state-${id}`}>
        {title}
        <span class="count quiet">
          {total.toLocaleString('en')}
          {open !== undefined && open > 0 && <span class="open"> · {open.toLocaleString('en')} open</span>}
        </span>
      </h3>
      {left > 0 && (
        <button type="button" class="link-button earlier" onClick={() => setWanted(wanted + MORE)}>
          … {left.toLocaleString('en')} earlier
        </button>
      )}
      <ul>
        {[...(earlier ?? []), ...rows].map((row, number) => (
          <StateLine key={first + number} row={row} section={id} />
        ))}
      </ul>
    </section>
  );
}

async function earlierRows(
  answers: ReturnType<typeof useReplayModel>['answers'],
  at: { step: number; section: Section['id'] },
  first: number,
  to: number,
): Promise<Section['rows']> {
  const rows: Section['rows'] = [];
  while (first + rows.length < to) {
    const from = first + rows.length;
    const answer = await answers.ask('section', { ...at, from, count: Math.min(MORE, to - from) });
    if (answer.rows.length === 0) break;
    rows.push(...answer.rows);
  }
  return rows;
}
