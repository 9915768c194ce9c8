import type { StepSource } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';

/** The location of an envelope; in an editor, a link to it. */
export function PlaceLink({ step, source, place }: { step: number; source: number; place: StepSource }) {
  const { host } = useReplayModel();
  const text = place.line === undefined ? place.file : `${place.file}:${place.line}`;
  if (host.is !== 'editor')
    return (
      <span class="mono quiet place" title={text}>
        <bdi>{text}</bdi>
      </span>
    );
  return (
    <button
      type="button"
      class="link-button mono place"
      title={`Open in Editor: ${text}`}
      onClick={() => host.send({ type: 'openSource', step, source })}
    >
      <bdi>{text}</bdi>
    </button>
  );
}
