import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { RunSort } from '../../../server/src/shared/lspExtensions';
import type { RunsState } from '../../../server/src/shared/runsPageQuestions';
import { Icon } from '../ui/Icon';
import { numberText, pluralize, runCount } from '../ui/numberTexts';
import { PressButton } from '../ui/PressButton';
import { DropArea } from './DropArea';
import { FoundSteps } from './FoundSteps';
import { RunTable } from './RunTable';
import type { RunsModel } from './runsModel';
import { runHash } from './runUrlHash';
import './RunsApp.css';

/** The web page that lists workflow runs. While a run is open, a button leads back to the list. */
export function RunsApp({ model, isOpen }: { model: RunsModel; isOpen: boolean }) {
  return isOpen ? <Bar model={model} /> : <List model={model} />;
}

function Bar({ model: { state, fault, client } }: { model: RunsModel }) {
  return (
    <nav class="runs-bar" aria-label={t`Runs`}>
      <a href={runHash({})} data-testid="back">
        <Icon name="list-tree" /> {t`All runs`}
      </a>
      {fault.value === undefined ? (
        <bdi class="quiet runs-places">{state.value?.places.join(', ')}</bdi>
      ) : (
        <span role="alert" class="runs-fault">
          {fault.value}
        </span>
      )}
      {client.files && <DropArea client={client} />}
    </nav>
  );
}

const SORTS: readonly { id: RunSort; title: string }[] = [
  { id: 'newest', title: t`Newest first` },
  { id: 'oldest', title: t`Oldest first` },
  { id: 'failed', title: t`Failed first` },
  { id: 'problems', title: t`Most problems first` },
  { id: 'duration', title: t`Longest first` },
  { id: 'name', title: t`By name` },
];

function List({ model }: { model: RunsModel }) {
  const { state, fault, runs, sort, shown, client } = model;
  const now = state.value;
  const isEmpty = now !== undefined && now.runs === 0 && !now.isReading;
  if (client.files && isEmpty && now.places.length === 0) return <DropArea client={client} isAlone />;
  return (
    <main class="runs-page">
      <header class="runs-head">
        <h1>{t`Workflow runs`}</h1>
        <bdi class="quiet runs-places" data-testid="places">
          {now?.places.join(', ')}
        </bdi>
        {client.files && <DropArea client={client} />}
      </header>
      <form class="runs-tools" role="search" onSubmit={event => event.preventDefault()}>
        <SearchField model={model} />
        <label class="runs-sort">
          <span class="read-aloud">{t`Order`}</span>
          <select
            class="plain-select"
            value={sort.value}
            onChange={event => model.setSort(event.currentTarget.value as RunSort)}
          >
            {SORTS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </form>
      {fault.value !== undefined && (
        <p role="alert" class="runs-fault">
          {fault.value}
        </p>
      )}
      {now && <Unread {...now} />}
      <div class="runs-count">
        <ShownButtons model={model} />
        <span role="status" class="quiet" data-testid="runs-status">
          {now?.isReading ? t`Reading… ${runCount(now.runs)} so far` : ''}
        </span>
      </div>
      {shown.value === 'steps' ? (
        <FoundSteps model={model} />
      ) : runs.value && runs.value.rows.length > 0 ? (
        <RunTable {...runs.value} more={model.moreRuns} />
      ) : (
        <Nothing model={model} />
      )}
    </main>
  );
}

/** Lists the files and folders that could not be read, with the reasons. */
function Unread({ unread, unreadFiles }: Pick<RunsState, 'unread' | 'unreadFiles'>) {
  if (unreadFiles === 0) return null;
  return (
    <details class="runs-unread" data-testid="unread">
      <summary>
        <Icon name="warning" />{' '}
        {pluralize(unreadFiles, t`1 file could not be read`, count => t`${count} files could not be read`)}
      </summary>
      <ul>
        {unread.map(({ path, fault }) => (
          <li key={path}>
            <bdi>{path}</bdi> {fault}
          </li>
        ))}
        {unreadFiles > unread.length && <li>{t`${numberText(unreadFiles - unread.length)} more`}</li>}
      </ul>
    </details>
  );
}

/** The field of the filter, which also searches the texts of the runs. */
function SearchField({ model }: { model: RunsModel }) {
  const { query, completions, runs } = model;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea')) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const fault = runs.value?.fault;
  return (
    <div class="runs-search">
      <Icon name="search" tone="quiet" />
      <input
        ref={field}
        type="search"
        data-testid="runs-search"
        aria-label={t`Filter the runs, and search in them`}
        placeholder={t`Words, agent:, status:failed, tool: … ( / )`}
        spellcheck={false}
        autocomplete="off"
        list="runs-completions"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : 'runs-search-fault'}
        value={query.value}
        onInput={event => model.setQuery(event.currentTarget.value)}
      />
      <datalist id="runs-completions">
        {completions.value.map(({ filter, description }) => (
          <option key={filter} value={filter}>
            {description}
          </option>
        ))}
      </datalist>
      {fault !== undefined && (
        <span id="runs-search-fault" class="runs-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

/** Runs that match, or steps that say the words. */
function ShownButtons({ model: { runs, steps, shown, query, setShown, state } }: { model: RunsModel }) {
  const isSearch = query.value.trim() !== '';
  const count = runs.value === undefined ? '' : numberText(runs.value.total);
  const all = state.value?.runs ?? 0;
  const { matches = [], next, total } = steps.value ?? {};
  const soFar = next === undefined ? '' : `${numberText(matches.length)}+`;
  // Without words there is no count: a filter alone selects runs.
  const found = !steps.value ? '…' : total === undefined ? soFar : numberText(total);
  if (!isSearch) return <span data-testid="runs-count">{runCount(runs.value?.total ?? all)}</span>;
  return (
    <div class="runs-shown" role="group" aria-label={t`What is listed`}>
      {(['runs', 'steps'] as const).map(what => (
        <PressButton key={what} id={`show-${what}`} isPressed={shown.value === what} press={() => setShown(what)}>
          {what === 'runs' ? t`Runs ${count} of ${numberText(all)}` : t`Steps ${found}`}
        </PressButton>
      ))}
    </div>
  );
}

function Nothing({ model: { state, runs, query } }: { model: RunsModel }) {
  if (!state.value || !runs.value || state.value.isReading) return <p class="nothing">{t`Reading…`}</p>;
  if (query.value.trim() !== '') return <p class="nothing">{runs.value.fault ? '' : t`No runs match the filter.`}</p>;
  const { places, protocols, endings } = state.value;
  return (
    <div class="nothing" data-testid="no-runs">
      <p>{t`No workflow run was found in ${places.join(', ')}. Those that arrive are shown here.`}</p>
      <p>{t`Files ending in ${endings.join(', ')} are read. Runs are put together from ${protocols.join(', ')}.`}</p>
    </div>
  );
}
