/** What is to be covered before a run is given away. */
export interface Redaction {
  paths: boolean;
  emails: boolean;
  secrets: boolean;
  /** Addresses of machines, hosts inside a network, telephone numbers, numbers of cards and of bank accounts. */
  personal?: boolean;
  /** Also what names of properties say. */
  names?: boolean;
  /** Names of properties whose values are covered. */
  fields: string[];
}

export interface Redactions {
  counts: { what: 'path' | 'email' | 'secret' | 'personal' | 'field'; count: number }[];
  samples: { what: 'path' | 'email' | 'secret' | 'personal' | 'field'; before: string; after: string; step: number }[];
  /** Only the beginning of a very long run was looked through: so many steps. */
  looked?: number;
}

export type ExportFormat = 'html' | 'mermaid' | 'otlp' | 'jsonl' | 'json';
