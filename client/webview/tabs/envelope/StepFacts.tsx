import type { StepView } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { commands } from '../../shell/commands';
import { laneColour } from '../../ui/laneColour';
import { NameText } from '../common/NameText';
import { OutcomeIcon } from '../common/OutcomeIcon';
import './StepFacts.css';

/** A step's title, and a line of further facts. */
export function StepFacts({ view }: { view: StepView }) {
  const replay = useReplayModel();
  const { host } = replay;
  const { title, agent, peer, lane, outcome, kindTitle, time, at, since, took, confidence, usage, id } = view;
  const facts: { text: string | undefined; title: string; mono?: boolean }[] = [
    { text: kindTitle, title: 'Kind' },
    { text: time, title: at ?? 'Time' },
    { text: since, title: 'Since the previous step' },
    { text: took && `took ${took}`, title: 'Duration' },
    { text: confidence === undefined ? undefined : `confidence ${confidence.toFixed(2)}`, title: 'Confidence' },
    { text: usage, title: 'Usage' },
    { text: id, title: 'Id', mono: true },
  ];
  return (
    <div class="step-facts">
      <h2>
        <OutcomeIcon outcome={outcome} />
        <NameText text={title} />
        {agent !== undefined && (
          <span class={`whose ${laneColour(lane)}`}>
            <span class="dot" aria-hidden="true" />
            <NameText text={agent} />
            {peer !== undefined && (
              <>
                <span aria-hidden="true">→</span>
                <span class="read-aloud"> to </span>
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
            title="Copy Link to Step (l)"
            onClick={() => commands.copyLink.run(replay)}
          >
            Copy Link
          </button>
        </span>
        {host.is === 'editor' && (
          <span class="fact">
            <button
              type="button"
              class="link-button"
              onClick={() => host.send({ type: 'showInRuns', step: view.step })}
            >
              Show in Runs
            </button>
          </span>
        )}
      </p>
    </div>
  );
}
