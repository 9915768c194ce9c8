import type { ComponentType } from 'preact';
import { GraphPanel } from '../graph/GraphPanel';
import { useAnswer } from '../model/answerCache';
import {
  activeSide,
  availableSides,
  type SideId,
  sideIds,
  type TabId,
  tabIds,
  useReplayModel,
} from '../model/replayModel';
import { FailedSteps } from '../steps/FailedSteps';
import { StepsPanel } from '../steps/StepsPanel';
import { ChangesTab } from '../tabs/ChangesTab';
import { CompareTab } from '../tabs/CompareTab';
import { ConversationTab } from '../tabs/conversation/ConversationTab';
import { EnvelopeTab } from '../tabs/envelope/EnvelopeTab';
import { MetricsTab } from '../tabs/metrics/MetricsTab';
import { StateTab } from '../tabs/state/StateTab';
import { WhyTab } from '../tabs/WhyTab';
import { TAB_TITLES } from './commands';
import { type Tab, TabList, TabPanel } from './TabList';
import './TabList.css';

const PANELS: Record<TabId, ComponentType> = {
  envelope: EnvelopeTab,
  state: StateTab,
  changes: ChangesTab,
  conversation: ConversationTab,
  why: WhyTab,
  metrics: MetricsTab,
  compare: CompareTab,
};

/** The views of the shown step, one per tab. */
export function StepTabs() {
  const replay = useReplayModel();
  const tabs = useStepTabs();
  return (
    <section class="tabs" aria-label="At this step">
      <TabList name="At this step" tabs={tabs} chosen={replay.tab.value} choose={id => replay.showTab(id)} />
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
    return id !== 'compare' || (host.is === 'editor' && (has?.others || tab.value === 'compare'));
  });
  const notes = useNotes();
  return shown.map(id => ({ id, title: TAB_TITLES[id], note: notes[id] }));
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
    ...(problems > 0 && { envelope: `${problems} ${problems === 1 ? 'problem' : 'problems'}` }),
    ...(changes && changes.total > 0 && { changes: String(changes.total) }),
  };
}

const SIDE_PANELS = { graph: GraphPanel, steps: StepsPanel, errors: FailedSteps };
const TITLES: Record<SideId, string> = { graph: 'Handoffs', steps: 'Steps', errors: 'Errors' };

/** The view left of the tabs: the graph, if there are several agents, or the list of steps. */
export function Side() {
  const replay = useReplayModel();
  return (
    <section class="side" aria-label="Handoffs, steps and errors">
      <TabList
        name="Handoffs, steps and errors"
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
  const notes: Partial<Record<SideId, string>> = failed ? { errors: failed.total.toLocaleString('en') } : {};
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
    <section class="tabs" aria-label="The run, and this step">
      <TabList
        name="The run, and this step"
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
