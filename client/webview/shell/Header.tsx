import { t } from '../../../server/src/shared/l10n';
import type { ReplayOverview } from '../../../server/src/shared/lspExtensions';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { Icon, type IconName } from '../ui/Icon';
import { type MenuItem, MoreMenu, useOverflow } from '../ui/MoreMenu';
import { numberText, problemCountsText } from '../ui/numberTexts';
import { RUN_STATUS_LOOKS, runFacts, runStatusText, shortId } from '../ui/runFacts';
import { pageCommands } from './pageCommands';
import './RunStatusReason.css';
import './bar.css';
import './Header.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import './SearchBox.css';

/** Shows the header of the replay page: the workflow run's title, status and buttons in one row. Buttons that don't fit in the row move to a menu. */
export function Header() {
  const replay = useReplayModel();
  const { row, hidden } = useOverflow<HTMLElement>();
  if (!replay.overview.value) return null;
  const { run } = replay.overview.value;
  const facts = runFacts(replay.overview.value);
  const { first, last } = headerActions(replay);
  const unseen = facts.filter(({ id }) => hidden.has(id)).map(({ text }) => text);
  return (
    <>
      <header ref={row} class="header">
        <RunTitle />
        <StatusChip run={run} />
        {facts.map(({ id, rank, text }) => (
          <span key={id} class="quiet row-fact" data-item={id} data-rank={rank}>
            {text}
          </span>
        ))}
        {first.map(action => (
          <ActionButton key={action.id} {...action} />
        ))}
        <span class="spring" />
        <SearchBox />
        {last.map(action => (
          <ActionButton key={action.id} {...action} />
        ))}
        <MoreMenu name={t`this run`} items={[...first, ...last].filter(({ id }) => hidden.has(id))}>
          {unseen.length > 0 && <p class="menu-facts quiet">{unseen.join(' · ')}</p>}
        </MoreMenu>
      </header>
      <RunStatusReason />
      <LostReason />
    </>
  );
}

function ActionButton({ id, title, label, more, icon, keys, rank, look, run }: HeaderAction) {
  const isId = look === 'id';
  return (
    <button
      type="button"
      class={look === 'chip' ? 'chip plain-button' : 'plain-button'}
      data-item={id}
      data-rank={rank}
      data-testid={`run-${id}`}
      title={keys === undefined ? title : `${title} (${keys})`}
      onClick={run}
    >
      {isId ? <span class="read-aloud">{t`Copy ID`} </span> : <Icon name={icon} />}
      {label !== '' && <span class={isId ? 'mono quiet' : undefined}>{label}</span>}
      {more !== undefined && <span class="long"> {more}</span>}
      {isId && <Icon name={icon} tone="quiet" />}
    </button>
  );
}

/** The look of an open-ended session: its log never records an end, so a missing end is no problem. */
const LAST_STEP = { name: 'history', tone: 'quiet' } as const;

function StatusChip({ run }: Pick<ReplayOverview, 'run'>) {
  const { name, tone } = run.lastStep === undefined ? RUN_STATUS_LOOKS[run.status] : LAST_STEP;
  const words = runStatusText(run);
  return (
    <span class={`chip status-chip ${tone}`} data-testid="run-status" title={words}>
      <Icon name={name} />
      <span class="status-words">{words}</span>
    </span>
  );
}

/** The run's title; for a file with several runs, a choice of them. */
function RunTitle() {
  const { overview, siblings, host } = useReplayModel();
  if (!overview.value) return null;
  const { key, title } = overview.value.run;
  return (
    <h1 class="run-title" data-testid="run-title" data-shrinks="" title={title} dir="auto">
      {siblings.value.length > 1 ? (
        <select
          class="plain-select"
          aria-label={t`Run of this file`}
          value={key}
          onChange={event => host.send({ type: 'openRun', run: event.currentTarget.value })}
        >
          {siblings.value.map(sibling => (
            <option key={sibling.key} value={sibling.key}>
              {sibling.title}
            </option>
          ))}
        </select>
      ) : (
        title
      )}
    </h1>
  );
}

/** Why a run failed, or what it waits for, with a link to the failed step. */
function RunStatusReason() {
  const replay = useReplayModel();
  const { reason, status } = replay.overview.value?.run ?? {};
  if (reason === undefined || status === undefined) return null;
  const { name, tone } = RUN_STATUS_LOOKS[status];
  return (
    <p class="run-reason" data-testid="run-reason">
      <Icon name={name} tone={tone} />
      <bdi title={reason}>{reason}</bdi>
      {status === 'failed' && (
        <button
          type="button"
          class="link-button"
          title={t`Next Failed Step (e)`}
          onClick={() => replay.goToNext('error')}
        >
          {t`Next failed step`}
        </button>
      )}
    </p>
  );
}

/** Says that the run can't be read any more, as after its file was deleted. */
function LostReason() {
  const { value } = useReplayModel().lostReason;
  const text = value && `${value} ${t`What is shown was read before.`}`;
  return (
    <div role="status" class={text && 'run-reason'} data-testid="run-lost">
      {text && <Icon name="warning" tone="warn" />} {text}
    </div>
  );
}

/** An action on the whole run: a button in the header, or an item of its menu. */
interface HeaderAction extends MenuItem {
  /** The button's text. */
  label: string;
  /** Additional text, shown if there is room. */
  more?: string;
  icon: IconName;
  /** The action with the highest rank is hidden first. */
  rank: number;
  look?: 'id' | 'chip';
}

/** The actions beside the run's facts, and those at the end of the header. */
function headerActions(replay: ReplayModel): { first: HeaderAction[]; last: HeaderAction[] } {
  const { overview, host } = replay;
  if (!overview.value) return { first: [], last: [] };
  const { run, has } = overview.value;
  const hasOthers = host.is !== 'file';
  const copy: HeaderAction = {
    id: 'copy-id',
    title: t`Copy ID (${run.id})`,
    label: run.id === run.title ? '' : shortId(run.id),
    icon: 'copy',
    rank: 7,
    look: 'id',
    run() {
      host.send({ type: 'copy', text: run.id });
      replay.announcement.value = t`The id is copied.`;
    },
  };
  const compare: HeaderAction = {
    id: 'compare',
    title: t`Compare with Another Run`,
    label: t`Compare…`,
    icon: 'git-compare',
    keys: 'c',
    rank: 6,
    run: () => pageCommands.compare.run(replay),
  };
  const exporting: HeaderAction = {
    id: 'export',
    title: t`Export This Run`,
    label: t`Export…`,
    icon: 'export',
    keys: 'x',
    rank: 6,
    run: () => pageCommands.exporting.run(replay),
  };
  return {
    first: [copy, ...problemsAction(replay, run.problems)],
    last: [...(hasOthers && has.others ? [compare] : []), ...(hasOthers ? [exporting] : [])],
  };
}

/** Problems have a counter badge, since colours show outcomes. */
function problemsAction(replay: ReplayModel, problems: ReplayOverview['run']['problems']): HeaderAction[] {
  const total = problems.error + problems.warning + problems.info;
  if (total === 0) return [];
  return [
    {
      id: 'problems',
      title: t`Next Problem (${problemCountsText(problems)})`,
      label: numberText(total),
      more: total === 1 ? t`problem` : t`problems`,
      icon: problems.error > 0 ? 'error' : 'warning',
      keys: 'p',
      rank: 4,
      look: 'chip',
      run: () => replay.goToNext('problem'),
    },
  ];
}

/** Milliseconds between the last key and the search. */
const PAUSE = 200;

/** Finds steps by words and filters; Enter goes from match to match. */
function SearchBox() {
  const replay = useReplayModel();
  const { query, matches, searching, fault, isOpen } = replay.search;
  const [text, setText] = useState(query.value);
  const input = useRef<HTMLInputElement>(null);
  const open = isOpen.value || text !== '';
  // The search was requested while the field was hidden. Focuses before the next key, which is the first typed character.
  useLayoutEffect(() => {
    if (isOpen.value) input.current?.focus();
  }, [isOpen.value]);
  // The text that this box last searched for. The user may have typed more since, and the box keeps that.
  const own = useRef(query.value);
  const find = (words: string) => {
    own.current = words;
    return replay.search.find(words);
  };
  // A search may also start when a page is restored.
  useEffect(() => {
    if (query.value !== own.current) setText(query.value);
    own.current = query.value;
  }, [query.value]);
  useEffect(() => {
    if (text === query.value) return;
    const timer = setTimeout(() => {
      // The list of steps marks the matches.
      if (text.trim() !== '') replay.side.value = 'steps';
      // Enter may have begun this search, and waits for its matches.
      if (text !== query.value) void find(text);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const goOn = async (direction: 'on' | 'back') => {
    if (text !== query.value) await find(text);
    const step = replay.search.nextAfter(replay.step.value, direction);
    if (step !== undefined) replay.goTo(step);
  };
  const press = (event: KeyboardEvent) => {
    // VS Code handles keys with these modifiers.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') void goOn(event.shiftKey ? 'back' : 'on');
    else if (event.key === 'Escape') {
      if (text === '') input.current?.blur();
      setText('');
      void find('');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = matches.value.findIndex(({ step }) => step === replay.step.value);
  return (
    <search class={open ? 'search open' : 'search'}>
      <button
        type="button"
        class="plain-button search-opener"
        data-testid="search-open"
        aria-label={t`Search (/)`}
        title={t`Search (/)`}
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="search" />
      </button>
      <Icon name="search" tone="quiet" />
      <input
        ref={input}
        id="search"
        type="text"
        data-testid="search"
        aria-label={t`Search the run`}
        aria-describedby="search-found"
        placeholder={t`Search: words, agent: tool: status: rule: confidence<0.7`}
        spellcheck={false}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
      />
      <span
        id="search-found"
        class={`found ${fault.value ? 'bad' : 'quiet'}`}
        role="status"
        data-testid="search-found"
        title={fault.value}
      >
        {query.value === '' ? '' : (fault.value ?? foundText(matches.value.length, place, searching.value))}
      </span>
      {text !== '' && (
        <>
          <button
            type="button"
            class="plain-button"
            aria-label={t`Previous Match (Shift+M)`}
            title={t`Previous Match (Shift+M)`}
            onClick={() => goOn('back')}
          >
            <Icon name="chevron-up" />
          </button>
          <button
            type="button"
            class="plain-button"
            aria-label={t`Next Match (m)`}
            title={t`Next Match (m)`}
            onClick={() => goOn('on')}
          >
            <Icon name="chevron-down" />
          </button>
        </>
      )}
    </search>
  );
}

function foundText(count: number, place: number, searching: boolean): string {
  const all = numberText(count);
  const found = place < 0 ? t`${all} found` : t`${numberText(place + 1)} of ${all}`;
  return searching ? `${found}…` : found;
}
