import type { StateSectionId, StepProblem } from '../../../../server/src/shared/protocol';
import { useAnswer } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { commands } from '../../shell/commands';
import { SeverityIcon } from '../ChangeMark';
import { TabPage } from '../TabPage';
import { CurrentStateRows } from './CurrentStateRows';
import { StateComparison } from './StateComparison';
import { StateSection } from './StateSection';
import './ProblemBanner.css';
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

/** Characters; the envelope's tab shows all. */
const LONGEST = 400;

/** The worst problem of the step. */
function ProblemBanner() {
  const replay = useReplayModel();
  const { value: view } = useAnswer(replay.answers, 'step', { step: replay.step.value });
  const worst = view && worstProblem(view.problems);
  if (!worst) return null;
  const others = view.problems.length + (view.moreProblems ?? 0) - 1;
  const { severity, message, rule, source, path } = worst;
  return (
    <div class={`banner ${severity}`} role="note" data-testid="problem-banner">
      <SeverityIcon severity={severity} />
      <p>
        <bdi>{message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message}</bdi>{' '}
        <button
          type="button"
          class="link-button"
          onClick={() => {
            replay.envelopeView.reveal.value = { step: view.step, source, path, message };
            replay.showTab('envelope');
          }}
        >
          Show in the envelope
        </button>{' '}
        <span class="quiet mono rule">{rule}</span>
        {others > 0 && <span class="quiet"> and {others.toLocaleString('en')} more</span>}
      </p>
    </div>
  );
}

/** The first of the worst problems. */
export function worstProblem(problems: readonly StepProblem[]): StepProblem | undefined {
  return problems.reduce<StepProblem | undefined>(
    (worst, one) => (worst && RANK[worst.severity] <= RANK[one.severity] ? worst : one),
    undefined,
  );
}

const RANK: Record<StepProblem['severity'], number> = { error: 0, warning: 1, info: 2 };
