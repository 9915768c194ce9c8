import type { Step } from '../../../model/run';
import type { ReplayContext } from '../context/replayContext';

/** Reads the envelopes of a step; undefined for one that can't be read. */
export function envelopeTexts(reader: ReplayContext['reader']): (step: Step) => (string | undefined)[] {
  return ({ sources }) =>
    sources.map(source => {
      const read = reader.text(source);
      return 'text' in read ? read.text : undefined;
    });
}
