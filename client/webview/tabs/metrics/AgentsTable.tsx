import { useState } from 'preact/hooks';
import type { AgentMetrics, KindMetrics, ModelMetrics } from '../../../../server/src/shared/lspExtensions';
import { millisecondsText } from '../../../../server/src/shared/times';
import { Icon } from '../../ui/Icon';
import { kindColour, laneColour } from '../../ui/laneColour';
import { stopScrollKeys } from '../../ui/moveFocus';
import { numberText } from '../../ui/numberTexts';
import { NameText } from '../TabPage';
import './AgentsTable.css';

interface Column {
  id: AgentColumn;
  title: string;
  text(value: number): string;
}

const NUMBERS: readonly Column[] = [
  { id: 'steps', title: 'Steps', text: numberText },
  { id: 'failed', title: 'Failed', text: numberText },
  { id: 'retries', title: 'Retries', text: numberText },
  { id: 'problems', title: 'Problems', text: numberText },
  { id: 'busy', title: 'Busy', text: millisecondsText },
  { id: 'waited', title: 'Waited', text: millisecondsText },
  { id: 'confidence', title: 'Confidence', text: value => value.toFixed(2) },
  { id: 'tokens', title: 'Tokens', text: numberText },
  { id: 'cost', title: 'Cost', text: numberText },
];

/** Counts that are bad unless zero. */
const BAD: readonly AgentColumn[] = ['failed', 'problems'];

/** The metrics of each agent, without empty columns. */
export function AgentsTable({ agents, more = 0 }: { agents: readonly AgentMetrics[]; more?: number | undefined }) {
  const [by, setBy] = useState<{ column: AgentColumn; direction: Direction }>();
  const columns = NUMBERS.filter(({ id }) => agents.some(agent => agent[id] !== undefined));
  const rows = by ? sortedAgents(agents, by.column, by.direction) : agents;
  const sort = (column: AgentColumn) => {
    // Numbers are sorted descending first, names ascending.
    const first: Direction = column === 'name' ? 'ascending' : 'descending';
    const second: Direction = column === 'name' ? 'descending' : 'ascending';
    setBy({ column, direction: by?.column === column && by.direction === first ? second : first });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="agents-scroll" tabIndex={0} aria-label="Agents" onKeyDown={stopScrollKeys}>
      <table class="agents" data-testid="metrics-agents">
        <thead>
          <tr>
            {[{ id: 'name', title: 'Agent' } as const, ...columns].map(({ id, title }) => {
              const direction = by?.column === id ? by.direction : undefined;
              return (
                <th key={id} scope="col" aria-sort={direction ?? 'none'} class={id === 'name' ? '' : 'number'}>
                  <button type="button" class="plain-button" onClick={() => sort(id)}>
                    {title}
                    {direction && <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} />}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((agent, number) => (
            <tr key={`${agent.lane} ${number}`}>
              <th scope="row" class={laneColour(agent.lane)}>
                <span class="dot" aria-hidden="true" />
                <NameText text={agent.name} or="(nobody)" />
              </th>
              {columns.map(({ id, text }) => {
                const value = agent[id];
                const isBad = BAD.includes(id) && Number(value) > 0;
                return (
                  <td key={id} class={`number ${isBad ? 'bad' : ''}`}>
                    {typeof value === 'number' ? text(value) : <span class="quiet">–</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {numberText(more)} more agents</p>}
    </section>
  );
}

export type AgentColumn = Exclude<keyof AgentMetrics, 'lane'>;
export type Direction = 'ascending' | 'descending';

/** Sorts agents by a column. Unknown values come last in both directions; equal ones keep their order. */
export function sortedAgents(
  agents: readonly AgentMetrics[],
  column: AgentColumn,
  direction: Direction,
): readonly AgentMetrics[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...agents].sort((one, other) => {
    const [left, right] = [one[column], other[column]];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    if (typeof left === 'string') return sign * NAMES.compare(left, String(right));
    return sign * (left - Number(right));
  });
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

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

const COLUMNS: readonly { id: Exclude<keyof ModelMetrics, 'name' | 'priced'>; title: string }[] = [
  { id: 'calls', title: 'Calls' },
  { id: 'input', title: 'Input' },
  { id: 'cached', title: 'Cached' },
  { id: 'written', title: 'Cache Write' },
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
