/** What to redact before a run is shared. */
export interface Redaction {
  paths: boolean;
  emails: boolean;
  secrets: boolean;
  /** Long random words of which nothing says what they are; as `secrets` where it is missing. */
  words?: boolean;
  /** IP addresses, internal host names, telephone numbers, card and bank account numbers. */
  personal?: boolean;
  /** Also values whose property names are revealing. */
  names?: boolean;
  /** Names of properties whose values are redacted. */
  fields: string[];
}

export type RedactedKind = 'path' | 'email' | 'secret' | 'word' | 'personal' | 'field';

export interface Redactions {
  counts: { what: RedactedKind; count: number }[];
  samples: { what: RedactedKind; before: string; after: string; step: number }[];
  /** In a very long run only the first steps are searched: their number. */
  looked?: number;
}

export type ExportFormat = 'html' | 'mermaid' | 'otlp' | 'atif' | 'jsonl' | 'json';
