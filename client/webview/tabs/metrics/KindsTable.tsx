import type { KindMetrics } from '../../../../server/src/shared/protocol';
import { millisecondsText } from '../../../../server/src/shared/times';
import { Icon } from '../../ui/Icon';
import { kindColour } from '../../ui/laneColour';
import { numberText } from './numberTexts';
import './AgentsTable.css';

/** The steps and the time of each kind. */
export function KindsTable({ kinds }: { kinds: readonly KindMetrics[] }) {
  return (
    <table class="agents models kinds" data-testid="metrics-kinds">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" class="number">
            Steps
          </th>
          <th scope="col" class="number" title="Without the time of nested steps">
            Own Time
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ name, icon, steps, time }) => (
          <tr key={icon}>
            <th scope="row" class={kindColour(icon)}>
              <Icon name={icon} tone="lane-icon" /> <bdi>{name}</bdi>
            </th>
            <td class="number">{numberText(steps)}</td>
            <td class="number">{time === undefined ? <span class="quiet">–</span> : millisecondsText(time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
