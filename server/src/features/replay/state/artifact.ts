import type { Thing, Version } from '../../../runs/state/runHistory';
import type { Artifact, ReplayQuestions } from '../../../shared/replay';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import type { ReplayContext } from '../context/replayContext';
import { carriedContents } from '../envelope/carriedContents';
import { historyOf } from './historyOf';

/**
 * The content of a file after or before a step: the last one that an envelope carries, of this step or an earlier one. Throws
 * RangeError if there is no such step.
 */
export function artifact(
  replay: ReplayContext,
  { step, path, version }: ReplayQuestions['artifact']['params'],
): ReplayQuestions['artifact']['answer'] {
  const [own] = replay.run.step(step).sources;
  const { things, known } = historyOf(replay.run).sections.artifacts;
  const thing = things[known.get(path) ?? -1] ?? [];
  const upTo = version === 'before' ? step - 1 : step;
  const last = findLastAtOrBefore(thing.length, index => (thing[index] as Version).step, upTo);
  const found = lastContent(replay, { thing, last, path });
  const from = found.step === undefined ? own : replay.run.step(found.step).sources[0];
  const uri = from && replay.reader.fileAt(path, from.uri);
  return uri === undefined ? found : { ...found, uri };
}

/** The maximum number of steps whose envelopes are read. */
const MOST_LOOKED_AT = 50;

function lastContent(
  replay: ReplayContext,
  { thing, last, path }: { thing: Thing; last: number; path: string },
): Artifact {
  if (last < 0) return { fault: 'No step has written it yet.' };
  let lastStep: number | undefined;
  let times = 0;
  for (let place = last; place >= 0 && times < MOST_LOOKED_AT; place--) {
    const { step, details } = thing[place] as Version;
    // One step may write a file several times.
    if (step === lastStep) continue;
    lastStep = step;
    times++;
    if (details.do === 'write' && isRemoval(details.operation)) return { text: '', step };
    const text = carriedContents(replay, step).get(path);
    if (text !== undefined) return { text, step };
  }
  return {
    fault: 'The envelopes say that it was written, but do not contain its content.',
    step: thing[last]?.step ?? 0,
  };
}

function isRemoval(operation: string): boolean {
  return /delet|remov/i.test(operation);
}
