import { Graph } from '../graph/Graph';
import { Steps } from '../graph/Steps';
import { type SideId, sidesOf, useReplay } from '../replay/replay';
import { TabList } from './TabList';

/** Left of the tabs: who hands to whom, where there is more than one agent, or all steps as a list. */
export function Side() {
  const replay = useReplay();
  const { side } = replay;
  const ids = sidesOf(replay);
  const shown = ids.find(id => id === side.value) ?? 'steps';
  return (
    <section class="side" aria-label="Handoffs and steps">
      <TabList
        name="Handoffs and steps"
        tabs={ids.map(id => ({ id, title: TITLES[id] }))}
        chosen={shown}
        choose={id => (side.value = id)}
        panel={id => `panel-${id}`}
      />
      <div
        class="panel"
        role="tabpanel"
        id={`panel-${shown}`}
        data-testid={`panel-${shown}`}
        aria-labelledby={`tab-${shown}`}
      >
        {shown === 'graph' ? <Graph /> : <Steps />}
      </div>
    </section>
  );
}

const TITLES: Record<SideId, string> = { graph: 'Handoffs', steps: 'Steps' };
