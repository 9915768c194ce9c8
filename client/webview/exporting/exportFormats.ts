import type { ExportFormat } from '../../../server/src/shared/protocol';

/** The formats of an export. */
export const exportFormats: readonly { id: ExportFormat; title: string; about: string }[] = [
  { id: 'html', title: 'HTML replay', about: 'One file that replays the run in any browser, without a network.' },
  { id: 'mermaid', title: 'Mermaid', about: 'A sequence diagram for Markdown: who called whom, in order.' },
  { id: 'otlp', title: 'OTLP JSON', about: 'Spans for tracing tools that read OpenTelemetry.' },
  { id: 'atif', title: 'ATIF', about: 'A trajectory for programs that train and judge agents.' },
  { id: 'jsonl', title: 'JSONL', about: 'The steps, one on each line, for scripts.' },
  { id: 'json', title: 'JSON', about: 'The whole run as one document.' },
];
