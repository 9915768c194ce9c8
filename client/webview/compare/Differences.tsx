import { useState } from 'preact/hooks';
import type { DifferenceRow } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { differenceLooks } from './changeLooks';
import './changeSign.css';
import './compareTable.css';
import './Differences.css';

interface DifferencesProps {
  /** The key of the other run. */
  other: string;
  /** The step in this run, and its counterpart in the other. */
  one: number;
  beside: number;
}

/** The number of rows at first, and of further rows per request. */
const PAGE = 50;

/** The differences between the envelopes of two steps. */
export function Differences({ other, one, beside }: DifferencesProps) {
  const { answers } = useReplayModel();
  const [count, setCount] = useState(PAGE);
  const { value, fault } = useAnswer(answers, 'difference', { with: other, step: one, other: beside, from: 0, count });
  if (fault !== undefined) return <p class="differences-none quiet">{fault}</p>;
  if (!value) return <p class="differences-none quiet">Comparing…</p>;
  if (value.total === 0) return <p class="differences-none quiet">The envelopes do not differ.</p>;
  return (
    <div class="differences" data-testid="differences">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="read-aloud">Change</span>
            </th>
            <th scope="col">Path</th>
            <th scope="col">This run</th>
            <th scope="col">Other run</th>
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row, index) => (
            <Difference key={`${index} ${row.path}`} row={row} />
          ))}
        </tbody>
      </table>
      {value.rows.length < value.total && (
        <button type="button" class="link-button" onClick={() => setCount(value.rows.length + PAGE * 4)}>
          Show more ({value.total - value.rows.length})
        </button>
      )}
    </div>
  );
}

function Difference({ row: { path, change, one, other } }: { row: DifferenceRow }) {
  const { sign, text } = differenceLooks[change];
  return (
    <tr class={`difference-${change}`}>
      <td class="change-sign" title={text}>
        <span aria-hidden="true">{sign}</span>
        <span class="read-aloud">{text}</span>
      </td>
      <td class="mono difference-path" dir="auto" title={path}>
        {path}
      </td>
      <Value text={one} />
      <Value text={other} />
    </tr>
  );
}

function Value({ text }: { text: string | undefined }) {
  return (
    <td class="mono difference-value" dir="auto" title={text}>
      {text ?? <span class="quiet">—</span>}
    </td>
  );
}
