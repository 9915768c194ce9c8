import { hasFields, isFlag, isListOf, isOneOf, isText, optional, type Shaped } from '../shape';

/** What to redact before a run is shared. */
export const isRedaction = hasFields(
  {
    paths: isFlag,
    emails: isFlag,
    secrets: isFlag,
    /** Long random words of which nothing says what they are; as `secrets` where it is missing. */
    words: optional(isFlag),
    /** IP addresses, internal host names, telephone numbers, card and bank account numbers. */
    personal: optional(isFlag),
    /** Also values whose property names are revealing. */
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
  /** In a very long run only the first steps are searched: their number. */
  looked?: number;
}

export const isExportFormat = isOneOf('html', 'mermaid', 'otlp', 'atif', 'jsonl', 'json');
export type ExportFormat = Shaped<typeof isExportFormat>;
