import { exportedStep } from '../../../runs/export/exportedRun';
import { compactJson } from '../../../text/json/compactJson';
import type { ReplayContext, SourceText } from '../context/replayContext';

/** The steps of a run as JSON Lines, each with its envelopes' JSON on one line, or null for an envelope that can't be read. */
export function stepLines({ run, reader }: ReplayContext): string {
  const places = { rangeOf: reader.range, fileOf: reader.fileOf };
  const lines: string[] = [];
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    const json = JSON.stringify(exportedStep(step, places));
    const envelopes = step.sources.map(source => envelopeOf(reader.text(source)));
    lines.push(`${json.slice(0, -1)},"envelopes":[${envelopes.join(',')}]}\n`);
  }
  return lines.join('');
}

// Text that is not JSON becomes a string.
function envelopeOf(read: SourceText): string {
  if ('fault' in read) return 'null';
  return (read.lang === 'markdown' ? undefined : compactJson(read.text)) ?? JSON.stringify(read.text);
}
