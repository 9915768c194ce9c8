import type { RunSummary } from '../../../model/run';
import type { ExportFormat } from '../../../shared/replay';

/** What a file is called that a run is exported to: by its id, in characters that every disk takes. */
export function exportFileName({ id, family }: Pick<RunSummary, 'id' | 'family'>, format: ExportFormat): string {
  const stem = id
    .slice(0, LOOKED_AT)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, LONGEST);
  // What is called so opens a device on some systems, whatever follows.
  const isTaken = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  return `${isTaken || stem === '' ? `${family}-run${stem && `-${stem}`}` : stem}${ENDINGS[format]}`;
}

const LOOKED_AT = 200;
const LONGEST = 80;

const ENDINGS: Record<ExportFormat, string> = {
  html: '.replay.html',
  mermaid: '.mmd',
  otlp: '.otlp.json',
  jsonl: '.steps.jsonl',
  json: '.run.json',
};
