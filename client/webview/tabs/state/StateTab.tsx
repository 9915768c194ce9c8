import { t } from '../../../../server/src/shared/l10n';
import type {
  NowRow,
  ReplayState,
  StateRow,
  StateSectionId,
  StepProblem,
} from '../../../../server/src/shared/lspExtensions';
import { useAnswer, useLoad } from '../../model/answerCache';
import { TABS, useReplayModel } from '../../model/replayModel';
import { pageCommands } from '../../shell/pageCommands';
import { numberText } from '../../ui/numberTexts';
import { ChangeMark, SeverityIcon, ToneIcon } from '../ChangeMark';
import { NameText, StepLink, TabPage } from '../TabPage';
import { StateComparison } from './StateComparison';
import './ProblemBanner.css';
import './StateSection.css';
import '../stateRow.css';
import './ConfidenceTrail.css';
import './CurrentStateRows.css';
import { useState } from 'preact/hooks';

/** The sections in each column of a wide tab. The first column has the results of the run, the second one their discussion. */
const COLUMNS: readonly StateSectionId[][] = [
  ['artifacts', 'documents', 'gaps'],
  ['decisions', 'questions', 'notes'],
];

/** Shows the state of a workflow run after a step, or after two steps side by side. */
export function StateTab() {
  const { otherStep } = useReplayModel();
  if (otherStep.value === undefined) return <StateAlone />;
  return (
    <TabPage name={TABS.state} class="state-tab">
      <StateComparison held={otherStep.value} />
    </TabPage>
  );
}

function StateAlone() {
  const replay = useReplayModel();
  const { answers, step } = replay;
  const { value: state, fresh, fault } = useAnswer(answers, 'state', { step: step.value });
  return (
    <TabPage name={TABS.state} class="state-tab" fresh={fresh} fault={fault}>
      <ProblemBanner />
      <button
        type="button"
        class="link-button between-begin"
        title={t`Or hold Shift and click a step on the timeline or in the list of steps (b)`}
        onClick={() => pageCommands.between.run(replay)}
      >
        {t`Compare with the state at another step…`}
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
        <p class="nothing">{t`No state is known at this step.`}</p>
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
  const { severity, message, rule, envelope, path } = worst;
  return (
    <div class={`banner ${severity}`} role="note" data-testid="problem-banner">
      <SeverityIcon severity={severity} />
      <p>
        <bdi>{message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message}</bdi>{' '}
        <button
          type="button"
          class="link-button"
          onClick={() => {
            replay.envelopeView.reveal.value = { step: view.step, envelope, path, message };
            replay.showTab('envelope');
          }}
        >
          {t`Show in the envelope`}
        </button>{' '}
        <span class="quiet mono rule">{rule}</span>
        {others > 0 && <span class="quiet"> {t`and ${numberText(others)} more`}</span>}
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

/** The single values of the state at a step: the active agent, the last handoff, and so on. */
function CurrentStateRows({ state }: { state: ReplayState }) {
  if (state.now.length === 0 && state.confidences.length === 0) return null;
  return (
    <section class="now" aria-labelledby="state-now" data-testid="state-now">
      <h2 id="state-now">{t`Now`}</h2>
      <ul class="now-rows">
        {state.now.map(row => (
          <Row key={row.name} row={row} />
        ))}
        {state.confidences.length > 0 && <ConfidenceTrail confidences={state.confidences} />}
      </ul>
    </section>
  );
}

function Row({ row: { name, value, before, step, changed } }: { row: NowRow }) {
  const isOther = changed && before !== undefined && before !== '' && before !== value;
  return (
    <li class={`state-row ${changed ? 'changed' : ''}`}>
      <ChangeMark change={changed ? 'changed' : undefined} />
      <span class="quiet now-name">{name}</span>
      <span class="now-value">
        {isOther && (
          <>
            <NameText text={before} class="before" />
            <span aria-hidden="true"> → </span>
            <span class="read-aloud"> {t`becomes`} </span>
          </>
        )}
        <NameText text={value} class="after" />
      </span>
      {step !== undefined && !changed && <StepLink step={step} />}
    </li>
  );
}

/** The number of confidences that fit on a line. */
const SHOWN = 12;
/** Thresholds of confidence: below the first the protocol asks for a review, below the second to stop. */
const UNSURE = 0.7;
const LOST = 0.5;

/** The confidences step by step, each with a link to its step. */
function ConfidenceTrail({ confidences }: Pick<ReplayState, 'confidences'>) {
  const replay = useReplayModel();
  const shown = confidences.slice(-SHOWN);
  const last = shown.at(-1);
  const isNew = last?.step === replay.step.value;
  return (
    <li class={`state-row ${isNew ? 'changed' : ''}`} data-testid="confidence-trail">
      <ChangeMark change={isNew ? 'changed' : undefined} />
      <span class="quiet now-name">{t`Confidence`}</span>
      <span class="now-value trail mono">
        {shown.length < confidences.length && <span class="quiet">… </span>}
        {shown.map(one => (
          <button
            key={one.step}
            type="button"
            class={`link-button ${band(one.confidence)} ${one === last ? 'last' : ''}`}
            title={t`step ${one.step + 1}`}
            aria-label={trailText(one)}
            onClick={() => replay.goTo(one.step)}
          >
            {one.confidence.toFixed(2)}
          </button>
        ))}
      </span>
    </li>
  );
}

function trailText({ confidence, step }: ReplayState['confidences'][number]): string {
  const value = confidence.toFixed(2);
  return confidence < UNSURE ? t`${value} at step ${step + 1}, low` : t`${value} at step ${step + 1}`;
}

function band(confidence: number): string {
  if (confidence < LOST) return 'lost';
  return confidence < UNSURE ? 'unsure' : '';
}

type Section = ReplayState['sections'][number];

/** The number of earlier rows per request. */
const MORE = 100;

/** A list of the state: its last rows, and earlier ones on request. */
function StateSection({ section }: { section: Section }) {
  const { id, title, rows, from, total, open } = section;
  const { answers, step } = useReplayModel();
  const [wanted, setWanted] = useState(0);
  const first = Math.max(0, from - wanted);
  const shownStep = step.value;
  const { value: earlier } = useLoad(`${answers.revision.value} ${shownStep} ${first} ${from}`, () =>
    earlierRows(answers, { step: shownStep, section: id }, first, from),
  );
  const shown = rowsInOrder(earlier ?? [], rows, from);
  const left = total - shown.length;
  return (
    <section class="state-section" aria-labelledby={`state-${id}`} data-testid={`state-${id}`}>
      <h3 id={`state-${id}`}>
        {title}
        <span class="count quiet">
          {numberText(total)}
          {open !== undefined && open > 0 && <span class="open"> · {t`${numberText(open)} open`}</span>}
        </span>
      </h3>
      {left > 0 && (
        <button type="button" class="link-button earlier" onClick={() => setWanted(wanted + MORE)}>
          … {t`${numberText(left)} earlier`}
        </button>
      )}
      <ul>
        {shown.map(row => (
          <StateLine key={row.place} row={row} section={id} />
        ))}
      </ul>
    </section>
  );
}

/** Puts the rows before `from` and those of the state in order: earlier rows that the step changed are among both. */
export function rowsInOrder(earlier: readonly StateRow[], rows: readonly StateRow[], from: number): StateRow[] {
  const all = new Map([...earlier.filter(({ place }) => place < from), ...rows].map(row => [row.place, row]));
  return [...all.values()].sort((one, other) => one.place - other.place);
}

async function earlierRows(
  answers: ReturnType<typeof useReplayModel>['answers'],
  at: { step: number; section: Section['id'] },
  first: number,
  to: number,
): Promise<Section['rows']> {
  const rows: Section['rows'] = [];
  while (first + rows.length < to) {
    const from = first + rows.length;
    const answer = await answers.ask('section', { ...at, from, count: Math.min(MORE, to - from) });
    if (answer.rows.length === 0) break;
    rows.push(...answer.rows);
  }
  return rows;
}

/** Sections whose rows are named by a path or an id. */
const CODED: readonly StateSectionId[] = ['artifacts', 'documents', 'gaps', 'questions'];

/** A row of the state: name, status, agent and step. */
function StateLine({ row, section }: { row: StateRow; section: StateSectionId }) {
  const { name, text, status, tone, agent, step, times, change } = row;
  return (
    <li class={`state-row ${change ?? ''}`}>
      <ChangeMark change={change} />
      <ToneIcon tone={tone} />
      <span class="state-words">
        <NameText text={name} class={CODED.includes(section) ? 'state-name mono' : 'state-name'} />
        {text !== undefined && text !== '' && <NameText text={text} class="state-text" />}
        {status !== undefined && status !== '' && <NameText text={status} class={`status ${tone}`} />}
        {agent !== undefined && <NameText text={agent} class="quiet" />}
        {times !== undefined && times > 1 && (
          <span class="quiet" title={t`Written ${times} times`}>
            ×{times}
          </span>
        )}
      </span>
      <span class="state-links">
        {section === 'artifacts' && <DiffLink row={row} />}
        {change === undefined && <StepLink step={step} />}
      </span>
    </li>
  );
}

// A file written by this step is compared with its previous version, any other with the disk.
function DiffLink({ row: { name, path = name, step, change, times } }: { row: StateRow }) {
  const { host } = useReplayModel();
  if (host.is !== 'editor') return null;
  const hasBefore = change === 'changed' || (change !== undefined && (times ?? 1) > 1);
  const against = hasBefore ? 'previous' : 'disk';
  const title = hasBefore ? t`Diff with the version before` : t`Diff with the file on disk`;
  return (
    <button
      type="button"
      class="link-button"
      title={title}
      aria-label={`${title}: ${name.slice(0, 200)}`}
      onClick={() => host.send({ type: 'openDiff', step, path, against })}
    >
      {t`diff`}
    </button>
  );
}
