import { useState } from 'preact/hooks';
import type { ReplayState, StateRow, StateSectionId } from '../../../../server/src/shared/protocol';
import { useLoad } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { ChangeMark, ToneIcon } from '../ChangeMark';
import { NameText, StepLink } from '../TabPage';
import '../stateRow.css';
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

/** Sections whose rows are named by a path or an id. */
const CODED: readonly StateSectionId[] = ['artifacts', 'documents', 'gaps', 'questions'];

/** A row of the state: name, status, agent and step. */
function StateLine({ row, section }: { row: StateRow; section: StateSectionId }) {
  const { name, text, status, tone, agent, step, times, change } = row;
  return (
    <li class={`state-row ${change ?? ''}`}>
      <ChangeMark change={change} />
      <ToneIcon tone={tone} />
      <span class="state-words">
        <NameText text={name} class={CODED.includes(section) ? 'state-name mono' : 'state-name'} />
        {text !== undefined && text !== '' && <NameText text={text} class="state-text" />}
        {status !== undefined && status !== '' && <NameText text={status} class={`status ${tone}`} />}
        {agent !== undefined && <NameText text={agent} class="quiet" />}
        {times !== undefined && times > 1 && (
          <span class="quiet" title={`Written ${times} times`}>
            ×{times}
          </span>
        )}
      </span>
      <span class="state-links">
        {section === 'artifacts' && <DiffLink row={row} />}
        {change === undefined && <StepLink step={step} />}
      </span>
    </li>
  );
}

// A file written by this step is compared with its previous version, any other with the disk.
function DiffLink({ row: { name, step, change, times } }: { row: StateRow }) {
  const { host } = useReplayModel();
  if (host.is === 'file') return null;
  const hasBefore = change === 'changed' || (change !== undefined && (times ?? 1) > 1);
  const against = hasBefore ? 'previous' : 'disk';
  const title = hasBefore ? 'Diff with the version before' : 'Diff with the file on disk';
  return (
    <button
      type="button"
      class="link-button"
      title={title}
      aria-label={`${title}: ${name.slice(0, 200)}`}
      onClick={() => host.send({ type: 'openDiff', step, path: name, against })}
    >
      diff
    </button>
  );
}
