import type { RunSummary } from '../../../model/run';
import type { ExportFormat } from '../../../shared/replay';

/** The name of an exported file: the run's id in characters that every file system accepts. */
export function exportFileName({ id, family }: Pick<RunSummary, 'id' | 'family'>, format: ExportFormat): string {
  const stem = id
    .slice(0, LOOKED_AT)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, LONGEST);
  // Reserved device names on Windows, whatever the extension.
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  return `${isReserved || stem === '' ? `${family}-run${stem && `-${stem}`}` : stem}${ENDINGS[format]}`;
}

const LOOKED_AT = 200;
const LONGEST = 80;

const ENDINGS: Record<ExportFormat, string> = {
  html: '.replay.html',
  mermaid: '.mmd',
  otlp: '.otlp.json',
  atif: '.trajectory.json',
  jsonl: '.steps.jsonl',
  json: '.run.json',
};
