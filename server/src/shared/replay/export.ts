import { hasFields, isFlag, isListOf, isOneOf, isText, optional, type Shaped } from '../validateShape';

/** Checks whether a value is a user's choice of what to redact before a workflow run is shared. */
export const isRedaction = hasFields(
  {
    paths: isFlag,
    emails: isFlag,
    secrets: isFlag,
    /** Long random words of unknown meaning. Defaults to `secrets`. */
    words: optional(isFlag),
    /** IP addresses, internal host names, telephone numbers, card and bank account numbers. */
    personal: optional(isFlag),
    /** Also redacts such texts in property names. */
    names: optional(isFlag),
    /** Names of properties whose values are redacted. */
    fields: isListOf(isText),
  },
  'a redaction: {"paths", "emails", "secrets", "fields"}',
);
export type Redaction = Shaped<typeof isRedaction>;

export type RedactedKind = 'path' | 'email' | 'secret' | 'word' | 'personal' | 'field';

export interface Redactions {
  counts: { what: RedactedKind; count: number }[];
  samples: { what: RedactedKind; before: string; after: string; step: number }[];
  /** The number of searched steps, if the run is too long to search all; otherwise absent. */
  looked?: number;
}

export const isExportFormat = isOneOf('html', 'mermaid', 'otlp', 'atif', 'jsonl', 'json');
export type ExportFormat = Shaped<typeof isExportFormat>;
