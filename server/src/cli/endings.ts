/** The endings of the files that are understood, in lower case. */
export const ENDINGS = ['.json', '.jsonc', '.jsonl', '.ndjson', '.md', '.markdown'] as const;
