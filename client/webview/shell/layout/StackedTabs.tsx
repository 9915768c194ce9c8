import { activeSide, type SideId, sideIds, useReplayModel } from '../../model/replayModel';
import type { TabId } from '../../model/tabIds';
import { SidePanel, useSideTabs } from './Side';
import { StepPanel, useStepTabs } from './StepTabs';
import { type Tab, TabList } from './TabList';
import './TabList.css';

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
