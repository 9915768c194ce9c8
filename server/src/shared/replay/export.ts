/** What to redact before a run is shared. */
export interface Redaction {
  paths: boolean;
  emails: boolean;
  secrets: boolean;
  /** IP addresses, internal host names, telephone numbers, card and bank account numbers. */
  personal?: boolean;
  /** Also values whose property names are revealing. */
  names?: boolean;
  /** Names of properties whose values are redacted. */
  fields: string[];
}

export interface Redactions {
  counts: { what: 'path' | 'email' | 'secret' | 'personal' | 'field'; count: number }[];
  samples: { what: 'path' | 'email' | 'secret' | 'personal' | 'field'; before: string; after: string; step: number }[];
  /** In a very long run only the first steps are searched: their number. */
  looked?: number;
}

export type ExportFormat = 'html' | 'mermaid' | 'otlp' | 'atif' | 'jsonl' | 'json';
