import { t } from '../../../../server/src/shared/l10n';
import type { EnvelopeBrief, StepProblem, StepView } from '../../../../server/src/shared/lspExtensions';
import { useAnswer } from '../../model/answerCache';
import { TABS, useReplayModel } from '../../model/replayModel';
import { pageCommands } from '../../shell/pageCommands';
import { Icon } from '../../ui/Icon';
import { laneClasses } from '../../ui/laneClasses';
import { numberText } from '../../ui/numberTexts';
import { PressButton } from '../../ui/PressButton';
import { OutcomeIcon, SeverityIcon } from '../ChangeMark';
import { ErrorText, NameText, PlaceLink } from '../TabPage';
import { EnvelopeLines } from './EnvelopeLines';
import { EnvelopeTree } from './EnvelopeTree';
import { pathText } from './lazyTree';
import './EnvelopeViewSwitch.css';
import './Problems.css';
import './StepEnvelope.css';
import './StepFacts.css';
import './EnvelopeTab.css';

/** Shows the envelopes of a step of a workflow run as they stand in their files, with their problems. */
export function EnvelopeTab() {
  const { answers, step } = useReplayModel();
  const { value: view, fresh, fault } = useAnswer(answers, 'step', { step: step.value });
  if (!view) return fault === undefined ? <div class="tab-page" aria-busy="true" /> : <ErrorText text={fault} />;
  return (
    <section
      class={`tab-page envelope-tab ${fresh ? '' : 'stale'}`}
      aria-label={TABS.envelope}
      data-testid="envelope-tab"
    >
      <header class="envelope-head">
        <StepFacts view={view} />
        {view.envelopes.length > 0 && <EnvelopeViewSwitch />}
      </header>
      <Copies view={view} />
      <Problems view={view} />
      {view.envelopes.length === 0 && <p class="nothing">{t`This step has no envelopes.`}</p>}
      <div class="step-envelopes">
        {view.envelopes.map((envelope, number) => (
          <StepEnvelope key={number} view={view} envelope={envelope} number={number} />
        ))}
      </div>
    </section>
  );
}

/** A step's title, and a line of further facts. */
function StepFacts({ view }: { view: StepView }) {
  const replay = useReplayModel();
  const { host } = replay;
  const { title, agent, agentVersion, peer, lane, outcome, kindTitle } = view;
  const { time, at, since, took, confidence, usage, id } = view;
  const facts: { text: string | undefined; title: string; mono?: boolean }[] = [
    { text: kindTitle, title: t`Kind` },
    { text: agentVersion && t`version ${agentVersion}`, title: t`Version of the agent` },
    { text: time, title: at ?? t`Time` },
    { text: since, title: t`Since the previous step` },
    { text: took && t`took ${took}`, title: t`Duration` },
    { text: confidence === undefined ? undefined : t`confidence ${confidence.toFixed(2)}`, title: t`Confidence` },
    { text: usage, title: t`Usage` },
    { text: id, title: t`Id`, mono: true },
  ];
  return (
    <div class="step-facts">
      <h2>
        <span class="step-name">
          <OutcomeIcon outcome={outcome} />
          <NameText text={title} />
        </span>
        {agent !== undefined && (
          <span class={`whose ${laneClasses(lane)}`}>
            <span class="dot" aria-hidden="true" />
            <NameText text={agent} />
            {peer !== undefined && (
              <>
                <span aria-hidden="true">→</span>
                <span class="read-aloud"> {t`to`} </span>
                <NameText text={peer} />
              </>
            )}
          </span>
        )}
      </h2>
      <p class="fact-line quiet">
        {facts.map(
          ({ text, title: about, mono }) =>
            text && (
              <span key={about} class={mono ? 'fact mono' : 'fact'} title={about}>
                <bdi>{text}</bdi>
              </span>
            ),
        )}
        <span class="fact">
          <button
            type="button"
            class="link-button"
            title={t`Copy Link to Step (l)`}
            onClick={() => pageCommands.copyLink.run(replay)}
          >
            {t`Copy Link`}
          </button>
        </span>
        {host.is === 'editor' && (
          <span class="fact">
            <button
              type="button"
              class="link-button"
              onClick={() => host.send({ type: 'showInRuns', step: view.step })}
            >
              {t`Show in Runs`}
            </button>
          </span>
        )}
      </p>
    </div>
  );
}

/** The problems in a step's envelopes, each with a link to its location. */
export function Problems({ view }: { view: StepView }) {
  if (view.problems.length === 0) return null;
  return (
    <ul class="problems" aria-label={t`Problems`} data-testid="problems">
      {view.problems.map((problem, number) => (
        <ProblemLine key={number} view={view} problem={problem} />
      ))}
      {view.moreProblems !== undefined && view.moreProblems > 0 && (
        <li class="quiet">{t`and ${numberText(view.moreProblems)} more`}</li>
      )}
    </ul>
  );
}

function ProblemLine({ view, problem }: { view: StepView; problem: StepProblem }) {
  const { host, envelopeView } = useReplayModel();
  const { severity, message, rule, envelope, path } = problem;
  const place =
    view.envelopes.length > 1 ? `${view.envelopes[envelope]?.name ?? ''} ${pathText(path)}` : pathText(path);
  return (
    <li class={`problem ${severity}`}>
      <SeverityIcon severity={severity} />
      <span class="problem-text">
        <bdi>{message}</bdi> <span class="quiet mono rule">{rule}</span>
      </span>
      <span class="problem-actions">
        {host.is === 'editor' ? (
          <button
            type="button"
            class="link-button mono"
            title={t`Open in Editor`}
            onClick={() => host.send({ type: 'openEnvelope', step: view.step, envelope, path: [...path] })}
          >
            <bdi>{place}</bdi>
          </button>
        ) : (
          <bdi class="mono quiet">{place}</bdi>
        )}
        <button
          type="button"
          class="plain-button"
          title={t`Show below`}
          aria-label={t`Show below: ${place}`}
          onClick={() => {
            envelopeView.reveal.value = { step: view.step, envelope, path, message };
          }}
        >
          <Icon name="eye" />
        </button>
      </span>
    </li>
  );
}

/** The copies of a step's envelopes. */
export function Copies({ view: { step, envelopes, copies, moreCopies = 0 } }: { view: StepView }) {
  if (copies.length === 0) return null;
  return (
    <p class="fact-line quiet" data-testid="copies">
      <span>{t`Also in`}</span>
      {copies.map((place, number) => (
        <span key={number} class="fact">
          <PlaceLink step={step} envelope={envelopes.length + number} place={place} />
        </span>
      ))}
      {moreCopies > 0 && <span class="fact">{t`and ${numberText(moreCopies)} more`}</span>}
    </p>
  );
}

const WAYS = [
  { as: 'tree', title: t`Tree` },
  { as: 'text', title: t`Text` },
] as const;

/** Switches between tree and text. */
function EnvelopeViewSwitch() {
  const { envelopeView } = useReplayModel();
  return (
    <div class="switch" role="group" aria-label={t`View as`}>
      {WAYS.map(({ as, title }) => (
        <PressButton
          key={as}
          id={`envelope-as-${as}`}
          isPressed={envelopeView.as.value === as}
          press={() => (envelopeView.as.value = as)}
        >
          {title}
        </PressButton>
      ))}
    </div>
  );
}

interface StepEnvelopeProps {
  view: StepView;
  envelope: EnvelopeBrief;
  number: number;
}

/** An envelope of a step, with its name and location. */
function StepEnvelope({ view, envelope, number }: StepEnvelopeProps) {
  const { envelopeView } = useReplayModel();
  const at = { step: view.step, envelope: number };
  return (
    <section class="step-envelope" aria-label={envelope.name} data-testid={`envelope-${number}`}>
      <header class="step-envelope-head">
        <h3>
          <NameText text={envelope.name} or={t`envelope`} />
        </h3>
        <PlaceLink {...at} place={envelope} />
      </header>
      {envelopeView.as.value === 'tree' ? (
        <EnvelopeTree at={at} name={envelope.name} problems={view.problems.filter(one => one.envelope === number)} />
      ) : (
        <EnvelopeLines at={at} name={envelope.name} />
      )}
    </section>
  );
}
