import { useState } from 'preact/hooks';
import type { AgentMetrics } from '../../../../server/src/shared/protocol';
import { millisecondsText } from '../../../../server/src/shared/times';
import { Icon } from '../../ui/Icon';
import { laneColour } from '../../ui/laneColour';
import { stopScrollKeys } from '../../ui/stopScrollKeys';
import { NameText } from '../common/NameText';
import { numberText } from './numberTexts';
import { type AgentColumn, type Direction, sortedAgents } from './sortedAgents';
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
