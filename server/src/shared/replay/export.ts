/** What to redact before a run is shared. */
export interface Redaction {
  paths: boolean;
  emails: boolean;
  secrets: boolean;
  /** Long random words of unknown meaning. Defaults to `secrets`. */
  words?: boolean;
  /** IP addresses, internal host names, telephone numbers, card and bank account numbers. */
  personal?: boolean;
  /** Also redacts the same in the names of properties. */
  names?: boolean;
  /** Names of properties whose values are redacted. */
  fields: string[];
}

export type RedactedKind = 'path' | 'email' | 'secret' | 'word' | 'personal' | 'field';

export interface Redactions {
  counts: { what: RedactedKind; count: number }[];
  samples: { what: RedactedKind; before: string; after: string; step: number }[];
  /** The number of searched steps; absent if all were. In a very long run only the first steps are searched. */
  looked?: number;
}

export type ExportFormat = 'html' | 'mermaid' | 'otlp' | 'atif' | 'jsonl' | 'json';
