import type { Series } from '../../../../server/src/shared/protocol';
import { StepLink } from '../common/StepLink';
import '../common/textBox.css';
import './SeriesTable.css';

/** The maximum number of rows. */
const MOST = 200;

/** The values of a chart as a table. */
export function SeriesTable({ title, points, text }: { title: string; points: Series; text(value: number): string }) {
  if (points.length > MOST) return null;
  return (
    <details class="series">
      <summary class="quiet">Numbers</summary>
      <table>
        <caption class="read-aloud">{title}</caption>
        <thead class="read-aloud">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ step, value }) => (
            <tr key={step}>
              <th scope="row">
                <StepLink step={step} />
              </th>
              <td class="number">{text(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
