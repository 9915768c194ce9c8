import { Graph } from '../../graph/GraphPanel';
import { useAnswer } from '../../model/answerCache';
import { type SideId, shownSide, sidesOf, useReplay } from '../../model/replayModel';
import { Errors } from '../../steps/FailedSteps';
import { Steps } from '../../steps/StepsPanel';
import { type Tab, TabList } from './TabList';
import { TabPanel } from './TabPanel';

const PANELS = { graph: Graph, steps: Steps, errors: Errors };
const TITLES: Record<SideId, string> = { graph: 'Handoffs', steps: 'Steps', errors: 'Errors' };

/** Left of the tabs: who hands to whom, where there is more than one agent, or all steps as a list. */
export function Side() {
  const replay = useReplay();
  return (
    <section class="side" aria-label="Handoffs, steps and errors">
      <TabList
        name="Handoffs, steps and errors"
        tabs={useSideTabs()}
        chosen={shownSide(replay)}
        choose={id => replay.showSide(id)}
      />
      <SidePanel />
    </section>
  );
}

/** The tabs of what stands left. */
export function useSideTabs(): Tab<SideId>[] {
  const replay = useReplay();
  const { value: failed } = useAnswer(replay.answers, 'failedSteps', { count: 0 });
  const notes: Partial<Record<SideId, string>> = failed ? { errors: failed.total.toLocaleString('en') } : {};
  return sidesOf(replay).map(id => ({ id, title: TITLES[id], note: notes[id] }));
}

export function SidePanel() {
  const shown = shownSide(useReplay());
  return <TabPanel id={shown} content={PANELS[shown]} />;
}
