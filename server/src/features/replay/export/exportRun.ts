import { writeTrajectory } from '../../../families/atif/writeTrajectory';
import { writeSpans } from '../../../families/otlp/writeSpans';
import { exportedRun } from '../../../runs/export/exportedRun';
import { mermaidDiagram } from '../../../runs/export/mermaid';
import type { ExportFormat, ReplayQuestions } from '../../../shared/replay';
import type { ReplayContext } from '../context/replayContext';
import { exportedPage } from './exportedPage';
import { exportFileName } from './exportFileName';
import { redactedReplay } from './redactedReplay';
import { stepEnvelopes } from './stepEnvelopes';
import { stepLines } from './stepLines';

/**
 * Exports a run as text with a final newline, and suggests a file name. Throws an error with a readable message if that fails.
 */
export function exportRun(
  replay: ReplayContext,
  { format, redaction }: ReplayQuestions['export']['params'],
): ReplayQuestions['export']['answer'] {
  const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!write) throw new Error(`A run can't be exported as "${format}".`);
  const redacted = redactedReplay(replay, redaction);
  try {
    return { text: write(redacted), name: exportFileName(redacted.run.summary, format) };
  } catch (error) {
    // The only other RangeError here: a string that exceeds the maximum length.
    if (error instanceof RangeError) throw new Error('The run is too large to be exported as one text.');
    throw error;
  }
}

const FORMATS: Record<ExportFormat, (replay: ReplayContext) => string> = {
  html: exportedPage,
  mermaid: ({ run }) => mermaidDiagram(run),
  otlp: otlpOf,
  atif: atifOf,
  jsonl: stepLines,
  json: jsonOf,
};

function otlpOf({ run, reader }: ReplayContext): string {
  return writeSpans(run, stepEnvelopes(reader));
}

function atifOf({ run, reader }: ReplayContext): string {
  return writeTrajectory(run, stepEnvelopes(reader));
}

function jsonOf({ run, reader }: ReplayContext): string {
  return `${JSON.stringify(exportedRun(run, { rangeOf: reader.range, fileOf: reader.fileOf }), undefined, 2)}\n`;
}
