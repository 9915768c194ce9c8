import { Graph } from '../graph/Graph';
import { Steps } from '../graph/Steps';
import { useReplay } from '../replay/replay';
import { TabList } from './TabList';

/** Left of the tabs: who hands to whom, or all steps as a list. */
export function Side() {
  const { side } = useReplay();
  return (
    <section class="side" aria-label="Handoffs and steps">
      <TabList
        name="Handoffs and steps"
        tabs={[
          { id: 'graph', title: 'Handoffs' },
          { id: 'steps', title: 'Steps' },
        ]}
        chosen={side.value}
        choose={id => (side.value = id)}
        panel={id => `panel-${id}`}
      />
      <div
        class="panel"
        role="tabpanel"
        id={`panel-${side.value}`}
        data-testid={`panel-${side.value}`}
        aria-labelledby={`tab-${side.value}`}
      >
        {side.value === 'graph' ? <Graph /> : <Steps />}
      </div>
    </section>
  );
}
