import { Graph } from '../graph/Graph';
import { Steps } from '../graph/Steps';
import { type SideId, shownSide, sidesOf, useReplay } from '../replay/replay';
import { TabList } from './TabList';
import { TabPanel } from './TabPanel';

const PANELS = { graph: Graph, steps: Steps };
const TITLES: Record<SideId, string> = { graph: 'Handoffs', steps: 'Steps' };

/** Left of the tabs: who hands to whom, where there is more than one agent, or all steps as a list. */
export function Side() {
  const replay = useReplay();
  return (
    <section class="side" aria-label="Handoffs and steps">
      <TabList
        name="Handoffs and steps"
        tabs={useSideTabs()}
        chosen={shownSide(replay)}
        choose={id => replay.showSide(id)}
      />
      <SidePanel />
    </section>
  );
}

/** The tabs of what stands left. */
export function useSideTabs(): { id: SideId; title: string }[] {
  return sidesOf(useReplay()).map(id => ({ id, title: TITLES[id] }));
}

export function SidePanel() {
  const shown = shownSide(useReplay());
  return <TabPanel id={shown} content={PANELS[shown]} />;
}
