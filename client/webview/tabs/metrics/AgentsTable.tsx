import { useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { AgentMetrics, KindMetrics, ModelMetrics } from '../../../../server/src/shared/lspExtensions';
import { millisecondsText } from '../../../../server/src/shared/times';
import { Icon } from '../../ui/Icon';
import { kindClasses, laneClasses } from '../../ui/laneClasses';
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
  { id: 'steps', title: t`Steps`, text: numberText },
  { id: 'failed', title: t`Failed`, text: numberText },
  { id: 'retries', title: t`Retries`, text: numberText },
  { id: 'problems', title: t`Problems`, text: numberText },
  { id: 'busy', title: t`Busy`, text: millisecondsText },
  { id: 'waited', title: t`Waited`, text: millisecondsText },
  { id: 'confidence', title: t`Confidence`, text: value => value.toFixed(2) },
  { id: 'tokens', title: t`Tokens`, text: numberText },
  { id: 'cost', title: t`Cost`, text: numberText },
];

/** The columns of the agents' table whose counts are highlighted unless they are zero. */
const BAD: readonly AgentColumn[] = ['failed', 'problems'];

/** Shows the metrics of each agent in a workflow run as a table, without columns that no agent has a value for. */
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
    <section class="agents-scroll" tabIndex={0} aria-label={t`Agents`} onKeyDown={stopScrollKeys}>
      <table class="agents" data-testid="metrics-agents">
        <thead>
          <tr>
            {[{ id: 'name', title: t`Agent` } as const, ...columns].map(({ id, title }) => {
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
              <th scope="row" class={laneClasses(agent.lane)}>
                <span class="dot" aria-hidden="true" />
                <NameText text={agent.name} or={t`(nobody)`} />
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
      {more > 0 && <p class="quiet">{t`and ${numberText(more)} more agents`}</p>}
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
          <th scope="col">{t`Kind`}</th>
          <th scope="col" class="number">
            {t`Steps`}
          </th>
          <th scope="col" class="number" title={t`Without the time of nested steps`}>
            {t`Own Time`}
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ name, icon, steps, time }) => (
          <tr key={icon}>
            <th scope="row" class={kindClasses(icon)}>
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
  { id: 'calls', title: t`Calls` },
  { id: 'input', title: t`Input` },
  { id: 'cached', title: t`Cached` },
  { id: 'written', title: t`Cache Write` },
  { id: 'output', title: t`Output` },
  { id: 'reasoning', title: t`Reasoning` },
  { id: 'tokens', title: t`Tokens` },
  { id: 'cost', title: t`Cost` },
];

/** The tokens and the cost of each model, without empty columns. */
export function ModelsTable({ models }: { models: readonly ModelMetrics[] }) {
  const columns = COLUMNS.filter(({ id }) => models.some(model => model[id] !== undefined));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="agents-scroll" tabIndex={0} aria-label={t`Models`} onKeyDown={stopScrollKeys}>
      <table class="agents models" data-testid="metrics-models">
        <thead>
          <tr>
            <th scope="col">{t`Model`}</th>
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
                <NameText text={model.name} or={t`(not named)`} />
              </th>
              {columns.map(({ id }) => {
                const value = model[id];
                return (
                  <td key={id} class="number">
                    {value === undefined ? <span class="quiet">–</span> : numberText(value)}
                    {id === 'cost' && model.priced !== undefined && (
                      <span
                        class="quiet"
                        title={t`${numberText(model.priced)} of it by the setting agentEnvelopes.prices`}
                      >
                        {' '}
                        {t`by your prices`}
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
