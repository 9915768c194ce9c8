import type { ComponentType } from 'preact';
import { t } from '../../../server/src/shared/l10n';
import { GraphPanel } from '../graph/GraphPanel';
import { useAnswer } from '../model/answerCache';
import {
  activeSide,
  availableSides,
  type SideId,
  sideIds,
  TABS,
  type TabId,
  tabIds,
  useReplayModel,
} from '../model/replayModel';
import { ChangesTab } from '../tabs/ChangesTab';
import { CompareTab } from '../tabs/CompareTab';
import { ConversationTab } from '../tabs/conversation/ConversationTab';
import { EnvelopeTab } from '../tabs/envelope/EnvelopeTab';
import { MetricsTab } from '../tabs/metrics/MetricsTab';
import { StateTab } from '../tabs/state/StateTab';
import { WhyTab } from '../tabs/WhyTab';
import { numberText, problemCount } from '../ui/numberTexts';
import './TabList.css';
import { StepLine } from '../steps/StepLine';
import { moveFocus } from '../ui/moveFocus';
import { useRowWindow, VirtualList } from '../ui/VirtualList';
import '../steps/stepButton.css';
import '../steps/FailedSteps.css';
import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { STEP_HEIGHT, StepOutline } from '../steps/StepOutline';
import { Icon } from '../ui/Icon';
import { MoreMenu, useOverflow } from '../ui/MoreMenu';
import { PressButton } from '../ui/PressButton';
import '../steps/StepsPanel.css';

/** The estimated height in pixels of a row in the list of failed steps: one line for the step, three for the reason. The real rows are measured. */
const ROW_HEIGHT = 68;

/** Lists the failed steps of a workflow run as links. */
function FailedSteps() {
  const { answers, step, goTo } = useReplayModel();
  const rows = useRowWindow(answers, 'failedSteps', {});
  if (rows.fault !== undefined) return <p class="nothing">{rows.fault}</p>;
  if (rows.total === 0) return <p class="nothing">{t`No failed steps.`}</p>;
  return (
    <VirtualList
      class="matches"
      role="list"
      aria-label={t`Failed steps`}
      data-testid="errors"
      count={rows.total ?? 0}
      rowHeight={ROW_HEIGHT}
      measured
      onRange={rows.onRange}
      onKeyDown={event => moveFocus(event, '.match')}
    >
      {index => {
        const row = rows.row(index);
        return (
          <div role="listitem">
            {row && (
              <button
                type="button"
                class="match failed-step"
                aria-current={row.step === step.value ? 'step' : undefined}
                onClick={() => goTo(row.step)}
              >
                <StepLine step={row} title={row.failure === undefined ? '' : undefined} isShort />
                <span class="failure" dir="auto" title={row.failure ?? row.title}>
                  {row.failure ?? row.title}
                </span>
              </button>
            )}
          </div>
        );
      }}
    </VirtualList>
  );
}

const PANELS: Record<TabId, ComponentType> = {
  envelope: EnvelopeTab,
  state: StateTab,
  changes: ChangesTab,
  conversation: ConversationTab,
  why: WhyTab,
  metrics: MetricsTab,
  compare: CompareTab,
};

/** Shows the tabs of the replay page, such as envelopes and state, for the shown step. */
export function StepTabs() {
  const replay = useReplayModel();
  const tabs = useStepTabs();
  return (
    <section class="tabs" aria-label={t`At this step`}>
      <TabList name={t`At this step`} tabs={tabs} chosen={replay.tab.value} choose={id => replay.showTab(id)} />
      <StepPanel />
    </section>
  );
}

/** The tabs of the shown step's views. */
export function useStepTabs(): Tab<TabId>[] {
  const { tab, overview, host } = useReplayModel();
  const has = overview.value?.has;
  const shown = tabIds.filter(id => {
    if (id === 'why') return has?.why || tab.value === 'why';
    return id !== 'compare' || (host.is !== 'file' && (has?.others || tab.value === 'compare'));
  });
  const notes = useNotes();
  return shown.map(id => ({ id, title: TABS[id], note: notes[id] }));
}

export function StepPanel() {
  const { tab } = useReplayModel();
  return <TabPanel id={tab.value} content={PANELS[tab.value]} />;
}

/** The counts beside the titles. */
function useNotes(): Partial<Record<TabId, string>> {
  const { answers, step } = useReplayModel();
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const { value: changes } = useAnswer(answers, 'changes', { step: step.value, count: 0 });
  const problems = (view?.problems.length ?? 0) + (view?.moreProblems ?? 0);
  return {
    ...(problems > 0 && { envelope: problemCount(problems) }),
    ...(changes && changes.total > 0 && { changes: String(changes.total) }),
  };
}

const SIDE_PANELS = { graph: GraphPanel, steps: StepsPanel, errors: FailedSteps };
const TITLES: Record<SideId, string> = { graph: t`Handoffs`, steps: t`Steps`, errors: t`Errors` };

/** The view left of the tabs: the graph, if there are several agents, or the list of steps. */
export function Side() {
  const replay = useReplayModel();
  return (
    <section class="side" aria-label={t`Handoffs, steps and errors`}>
      <TabList
        name={t`Handoffs, steps and errors`}
        tabs={useSideTabs()}
        chosen={activeSide(replay)}
        choose={id => replay.showSide(id)}
      />
      <SidePanel />
    </section>
  );
}

/** The tabs of the views on the left. */
export function useSideTabs(): Tab<SideId>[] {
  const replay = useReplayModel();
  const { value: failed } = useAnswer(replay.answers, 'failedSteps', { count: 0 });
  const notes: Partial<Record<SideId, string>> = failed ? { errors: numberText(failed.total) } : {};
  return availableSides(replay).map(id => ({ id, title: TITLES[id], note: notes[id] }));
}

export function SidePanel() {
  const shown = activeSide(useReplayModel());
  return <TabPanel id={shown} content={SIDE_PANELS[shown]} />;
}

/** The single column of a narrow page: the views on the left are tabs among the others. */
export function StackedTabs() {
  const replay = useReplayModel();
  const tabs: Tab<SideId | TabId>[] = [...useSideTabs(), ...useStepTabs()];
  const isSide = replay.front.value === 'side';
  return (
    <section class="tabs" aria-label={t`The run, and this step`}>
      <TabList
        name={t`The run, and this step`}
        tabs={tabs}
        chosen={isSide ? activeSide(replay) : replay.tab.value}
        choose={id => (isSideId(id) ? replay.showSide(id) : replay.showTab(id))}
      />
      {isSide ? <SidePanel /> : <StepPanel />}
    </section>
  );
}

function isSideId(id: SideId | TabId): id is SideId {
  return sideIds.some(side => side === id);
}

export interface Tab<Id extends string> {
  id: Id;
  title: string;
  /** A count beside the title. */
  note?: string | undefined;
}

interface TabListProps<Id extends string> {
  /** The accessible name of the list. */
  name: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  choose(id: Id): void;
}

/** Tabs that arrow keys switch between; those without room are in a menu. */
function TabList<Id extends string>({ name, tabs, chosen, choose }: TabListProps<Id>) {
  const { row, hidden } = useOverflow<HTMLDivElement>();
  const follows = useRef(false);
  // A tab that had no room is rendered only now.
  useLayoutEffect(() => {
    if (follows.current) row.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    follows.current = false;
  });
  const press = (event: KeyboardEvent) => {
    // VS Code handles keys with these modifiers.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = tabs.findIndex(({ id }) => id === chosen);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    follows.current = true;
    choose(tab.id);
  };
  return (
    <div class="tab-row">
      <div ref={row} class="tab-list" role="tablist" aria-label={name} onKeyDown={press}>
        {tabs.map(({ id, title, note }, place) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            data-testid={`tab-${id}`}
            data-item={id}
            data-rank={id === chosen ? undefined : place}
            aria-selected={id === chosen}
            aria-controls={id === chosen ? panelId(id) : undefined}
            tabIndex={id === chosen ? 0 : -1}
            class="tab"
            onClick={() => choose(id)}
          >
            {title}
            {note !== undefined && <span class="tab-note">{note}</span>}
          </button>
        ))}
      </div>
      <MoreMenu
        name={name}
        count={hidden.size}
        items={tabs
          .filter(({ id }) => hidden.has(id))
          .map(({ id, title, note }) => ({
            id,
            title: note === undefined ? title : `${title} (${note})`,
            run: () => choose(id),
          }))}
      />
    </div>
  );
}

/** The content of the tab with this id. */
function TabPanel({ id, content: Content }: { id: string; content: ComponentType }) {
  return (
    <div
      key={id}
      class="panel"
      role="tabpanel"
      id={panelId(id)}
      data-testid={panelId(id)}
      aria-labelledby={`tab-${id}`}
    >
      <Content />
    </div>
  );
}

function panelId(tab: string): string {
  return `panel-${tab}`;
}

/** All steps as a tree, or the matches of a search as a list. */
function StepsPanel() {
  const { search, folded, overview } = useReplayModel();
  const onlyMatches = useSignal(false);
  const isSearched = useComputed(() => search.query.value.trim() !== '').value;
  const hasNested = overview.value?.has.nested ?? false;
  const showsMatches = isSearched && onlyMatches.value;
  return (
    <div class="steps" data-testid="steps">
      {(isSearched || hasNested) && (
        <div class="steps-tools" role="toolbar" aria-label={t`Steps shown`}>
          {isSearched && (
            <PressButton
              id="matches-only"
              isPressed={onlyMatches.value}
              press={() => (onlyMatches.value = !onlyMatches.value)}
            >
              <Icon name="filter" /> {t`Matches only`} <Found />
            </PressButton>
          )}
          <span class="spring" />
          {hasNested && !showsMatches && (
            <>
              <button type="button" class="plain-button" aria-label={t`Unfold all steps`} onClick={folded.unfoldAll}>
                <Icon name="unfold" />
              </button>
              <button type="button" class="plain-button" aria-label={t`Fold all steps`} onClick={folded.foldAll}>
                <Icon name="fold" />
              </button>
            </>
          )}
        </div>
      )}
      {showsMatches ? <SearchMatches /> : <StepOutline />}
    </div>
  );
}

function Found() {
  const { search } = useReplayModel();
  return <span class="quiet">{search.matches.value.length}</span>;
}

/** The steps that match the search, as a list. */
function SearchMatches() {
  const { search, step, goTo } = useReplayModel();
  const matches = search.matches.value;
  if (search.fault.value !== undefined) return <p class="nothing">{search.fault}</p>;
  if (matches.length === 0)
    return <p class="nothing">{search.searching.value ? t`Searching…` : t`No results found.`}</p>;
  return (
    <VirtualList
      class="matches"
      role="list"
      aria-label={t`Steps found`}
      count={matches.length}
      rowHeight={STEP_HEIGHT}
      reveal={matches.findIndex(match => match.step === step.value)}
      onKeyDown={event => moveFocus(event, '.match')}
    >
      {index => {
        const found = matches[index]?.step;
        return (
          <div role="listitem">
            {found !== undefined && (
              <button
                type="button"
                class="match"
                aria-current={found === step.value ? 'step' : undefined}
                onClick={() => goTo(found)}
              >
                <Match key={found} step={found} />
              </button>
            )}
          </div>
        );
      }}
    </VirtualList>
  );
}

function Match({ step }: { step: number }) {
  const { answers } = useReplayModel();
  const { value } = useAnswer(answers, 'step', { step });
  return value ? <StepLine step={value} /> : <span class="step-number">{step + 1}</span>;
}
