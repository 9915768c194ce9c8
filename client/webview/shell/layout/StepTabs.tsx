import type { ComponentType } from 'preact';
import { CompareTab } from '../../compare/CompareTab';
import { useReplayModel } from '../../model/replayModel';
import { type TabId, tabIds } from '../../model/tabIds';
import { useAnswer } from '../../model/useAnswer';
import { ChangesTab } from '../../tabs/changes/ChangesTab';
import { ConversationTab } from '../../tabs/conversation/ConversationTab';
import { EnvelopeTab } from '../../tabs/envelope/EnvelopeTab';
import { MetricsTab } from '../../tabs/metrics/MetricsTab';
import { StateTab } from '../../tabs/state/StateTab';
import { WhyTab } from '../../tabs/why/WhyTab';
import { TAB_TITLES } from '../commands';
import { type Tab, TabList } from './TabList';
import { TabPanel } from './TabPanel';
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
