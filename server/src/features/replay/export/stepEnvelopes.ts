import type { StepEnvelopes } from '../../../families/otlp/writeSpans';
import type { ReplayContext } from '../context/replayContext';
import { exportedExchange } from '../conversation/exportedExchange';
import { stepExchange } from '../conversation/stepExchange';

/** Reads the envelopes of a step, and what they say. */
export function stepEnvelopes(reader: ReplayContext['reader']): StepEnvelopes {
  return {
    textsOf: ({ sources }) =>
      sources.map(source => {
        const read = reader.text(source);
        return 'text' in read ? read.text : undefined;
      }),
    saidIn: step => {
      const said = stepExchange(reader, step);
      const exported = exportedExchange(said) ?? undefined;
      const { finishReason } = said.call;
      return exported && finishReason !== undefined ? { ...exported, finishReason } : exported;
    },
  };
}
