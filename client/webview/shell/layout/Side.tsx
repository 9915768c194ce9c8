import { GraphPanel } from '../../graph/GraphPanel';
import { activeSide, availableSides, type SideId, useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { FailedSteps } from '../../steps/FailedSteps';
import { StepsPanel } from '../../steps/StepsPanel';
import { type Tab, TabList } from './TabList';
import { TabPanel } from './TabPanel';
import './TabList.css';

const PANELS = { graph: GraphPanel, steps: StepsPanel, errors: FailedSteps };
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
  return <TabPanel id={shown} content={PANELS[shown]} />;
}
