export function releasedChangelog(text: string, version: string, date: string): string;
export function changesOf(text: string, version: string): string;
