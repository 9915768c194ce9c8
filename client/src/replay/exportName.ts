import type { ExportFormat } from '../../../server/src/protocol';

/** The name of a file for an export: that which is proposed, held to what every file system takes. */
export function exportName(proposed: string, format: ExportFormat): string {
  const ending = ENDINGS[format];
  const stem = proposed.endsWith(ending) ? proposed.slice(0, -ending.length) : proposed;
  const safe = stem
    .slice(0, LONGEST)
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._]+/, '');
  return `${safe || 'run'}${ending}`;
}

const LONGEST = 100;

const ENDINGS: Record<ExportFormat, string> = {
  html: '.html',
  mermaid: '.mmd',
  otlp: '.otlp.json',
  jsonl: '.jsonl',
  json: '.json',
};
