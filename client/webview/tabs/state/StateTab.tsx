import type { StateSectionId } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { commands } from '../../shell/commands';
import { TabPage } from '../common/TabPage';
import { ProblemBanner } from '../envelope/ProblemBanner';
import { CurrentStateRows } from './CurrentStateRows';
import { StateComparison } from './StateComparison';
import { StateSection } from './StateSection';
import './StateSection.css';

/** The columns of sections where there is room: what was made, and what was said about it. */
const COLUMNS: readonly StateSectionId[][] = [
  ['artifacts', 'documents', 'gaps'],
  ['decisions', 'questions', 'notes'],
];

/** The state of a run after a step, or after two steps side by side. */
export function StateTab() {
  const { otherStep } = useReplayModel();
  if (otherStep.value === undefined) return <StateAlone />;
  return (
    <TabPage name="State" class="state-tab">
      <StateComparison held={otherStep.value} />
    </TabPage>
  );
}

function StateAlone() {
  const replay = useReplayModel();
  const { answers, step } = replay;
  const { value: state, fresh, fault } = useAnswer(answers, 'state', { step: step.value });
  return (
    <TabPage name="State" class="state-tab" fresh={fresh} fault={fault}>
      <ProblemBanner />
      <button
        type="button"
        class="link-button between-begin"
        title="Or hold Shift and click a step on the timeline or in the list of steps (b)"
        onClick={() => commands.between.run(replay)}
      >
        Compare with the state at another step…
      </button>
      {state && <CurrentStateRows state={state} />}
      <div class="state-columns">
        {COLUMNS.map(ids => {
          const sections = state?.sections.filter(({ id }) => ids.includes(id)) ?? [];
          if (sections.length === 0) return null;
          sections.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
          return (
            <div key={ids[0]}>
              {sections.map(section => (
                <StateSection key={section.id} section={section} />
              ))}
            </div>
          );
        })}
      </div>
      {state && state.now.length === 0 && state.sections.length === 0 && (
        <p class="nothing">No state is known at this step.</p>
      )}
    </TabPage>
  );
}
