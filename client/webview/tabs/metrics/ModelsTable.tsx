import type { ModelMetrics } from '../../../../server/src/shared/protocol';
import { stopScrollKeys } from '../../ui/stopScrollKeys';
import { NameText } from '../common/NameText';
import { numberText } from './numberTexts';
import './AgentsTable.css';

const COLUMNS: readonly { id: Exclude<keyof ModelMetrics, 'name' | 'priced'>; title: string }[] = [
  { id: 'calls', title: 'Calls' },
  { id: 'input', title: 'Input' },
  { id: 'cached', title: 'Cached' },
  { id: 'output', title: 'Output' },
  { id: 'reasoning', title: 'Reasoning' },
  { id: 'tokens', title: 'Tokens' },
  { id: 'cost', title: 'Cost' },
];

/** The tokens and the cost of each model, without empty columns. */
export function ModelsTable({ models }: { models: readonly ModelMetrics[] }) {
  const columns = COLUMNS.filter(({ id }) => models.some(model => model[id] !== undefined));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="agents-scroll" tabIndex={0} aria-label="Models" onKeyDown={stopScrollKeys}>
      <table class="agents models" data-testid="metrics-models">
        <thead>
          <tr>
            <th scope="col">Model</th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(model => (
            <tr key={model.name}>
              <th scope="row">
                <NameText text={model.name} or="(not named)" />
              </th>
              {columns.map(({ id }) => {
                const value = model[id];
                return (
                  <td key={id} class="number">
                    {value === undefined ? <span class="quiet">–</span> : numberText(value)}
                    {id === 'cost' && model.priced !== undefined && (
                      <span
                        class="quiet"
                        title={`${numberText(model.priced)} of it by the setting agentEnvelopes.prices`}
                      >
                        {' '}
                        by your prices
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
