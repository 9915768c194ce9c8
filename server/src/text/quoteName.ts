import { truncate } from '../shared/truncate';
/** Quotes a name from a file for a message or a title, and truncates it where it is long. */
export function quoteName(name: string): string {
  return `"${escapeLoneSurrogates(truncate(name, 60, 57))}"`;
}

/** Half a character, which UTF-8 can't encode, as JSON escapes it. */
export function escapeLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`);
}
