import type { Vocabulary } from '../model/registry';
import { wordNamed } from '../registry/lookup';

/** Is a text a place held for a value, `{x}` or `{{x}}`? */
export function isPlaceholder(text: string): boolean {
  return /^\{{1,2}[^{}\n]{1,80}\}{1,2}$/.test(text.trim());
}

/** Does a text hold such a place: `specs/{{feature_id}}/spec.md`? */
export function hasPlaceholder(text: string): boolean {
  return /\{{1,2}[^{}\n]{1,80}\}{1,2}/.test(text);
}
