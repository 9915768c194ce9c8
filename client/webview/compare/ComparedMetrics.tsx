import type { Comparison } from '../../../server/src/shared/protocol';
import { Icon } from '../ui/Icon';
import { stopScrollKeys } from '../ui/stopScrollKeys';
import './compareTable.css';
import './ComparedMetrics.css';

/** The metrics of both runs, with the better of each pair marked. */
export function ComparedMetrics({ metrics }: { metrics: Comparison['metrics'] }) {
  if (metrics.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where there is little room, and must by keys
    <section class="compare-metrics" aria-label="Metrics of both runs" tabIndex={0} onKeyDown={stopScrollKeys}>
      <table>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">This run</th>
            <th scope="col">Other run</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map(({ name, one, other, better }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Value text={one} isBetter={better === 'one'} />
              <Value text={other} isBetter={better === 'other'} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ text, isBetter }: { text: string; isBetter: boolean }) {
  return (
    <td class={isBetter ? 'better' : undefined}>
      {text}
      {isBetter && (
        <span class="better-mark">
          <Icon name="pass" tone="good" /> better
        </span>
      )}
    </td>
  );
}
