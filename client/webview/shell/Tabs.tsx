import type { ComponentType } from 'preact';
import { CompareTab } from '../compare/CompareTab';
import { useAnswer } from '../replay/answers';
import { useReplay } from '../replay/replay';
import { type TabId, tabIds } from '../replay/tabIds';
import { ChangesTab } from '../tabs/ChangesTab';
import { ConversationTab } from '../tabs/ConversationTab';
import { EnvelopeTab } from '../tabs/EnvelopeTab';
import { MetricsTab } from '../tabs/MetricsTab';
import { StateTab } from '../tabs/StateTab';
import { WhyTab } from '../tabs/WhyTab';
import { TAB_TITLES } from './commands';
import { TabList } from './TabList';

const PANELS: Record<TabId, ComponentType> = {
  envelope: EnvelopeTab,
  state: StateTab,
  changes: ChangesTab,
  conversation: ConversationTab,
  why: WhyTab,
  metrics: MetricsTab,
  compare: CompareTab,
};

/** What there is to see at the step, a tab each. */
export function Tabs() {
  const replay = useReplay();
  const { tab, overview } = replay;
  const has = overview.value?.has;
  const shown = tabIds.filter(id => {
    if (id === 'why') return has?.why || tab.value === 'why';
    return id !== 'compare' || (replay.host.is === 'editor' && (has?.others || tab.value === 'compare'));
  });
  const notes = useNotes();
  const Panel = PANELS[tab.value];
  return (
    <section class="tabs" aria-label="At this step">
      <TabList
        name="At this step"
        tabs={shown.map(id => ({ id, title: TAB_TITLES[id], note: notes[id] }))}
        chosen={tab.value}
        choose={id => (tab.value = id)}
        panel={id => `panel-${id}`}
      />
      <div
        key={tab.value}
        class="panel"
        role="tabpanel"
        id={`panel-${tab.value}`}
        data-testid={`panel-${tab.value}`}
        aria-labelledby={`tab-${tab.value}`}
      >
        <Panel />
      </div>
    </section>
  );
}

/** Counts beside the titles: of what the step has. */
function useNotes(): Partial<Record<TabId, string>> {
  const { answers, step } = useReplay();
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const { value: changes } = useAnswer(answers, 'changes', { step: step.value, count: 0 });
  const problems = (view?.problems.length ?? 0) + (view?.moreProblems ?? 0);
  return {
    ...(problems > 0 && { envelope: `${problems} ${problems === 1 ? 'problem' : 'problems'}` }),
    ...(changes && changes.total > 0 && { changes: String(changes.total) }),
  };
}
