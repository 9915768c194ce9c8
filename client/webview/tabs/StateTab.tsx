import type { StateSectionId } from '../../../server/src/protocol';
import { useAnswer } from '../replay/answers';
import { useReplay } from '../replay/replay';
import { NowRows } from './NowRows';
import { ProblemBanner } from './ProblemBanner';
import { StateSection } from './StateSection';
import { TabPage } from './TabPage';

/** What stands side by side where there is room: what was made, and what was said about it. */
const COLUMNS: readonly StateSectionId[][] = [
  ['artifacts', 'documents', 'gaps'],
  ['decisions', 'questions', 'notes'],
];

/** All that is known of a run after a step. */
export function StateTab() {
  const { answers, step } = useReplay();
  const { value: state, fresh, fault } = useAnswer(answers, 'state', { step: step.value });
  return (
    <TabPage name="State" class="state-tab" fresh={fresh} fault={fault}>
      <ProblemBanner />
      {state && <NowRows state={state} />}
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
        <p class="nothing">Nothing is known of the run at this step.</p>
      )}
    </TabPage>
  );
}
