import type { Vocabulary } from '../model/registry';
import type { CheckedEnvelope, FixPlan, Rule, RunRule } from '../model/rule';
import type { Path } from '../model/text';
import { wordNamed } from '../registry/findSectionDefinitions';
import { t } from '../shared/l10n';
import { eachDeclaredWith, type SchemaTrait } from '../slots/schemaPaths';
import { isObject } from '../text/jsonPointer';

/** Returns the rule unchanged. Only makes TypeScript check that it is a rule for envelopes. */
export function defineRule(rule: Rule): Rule {
  return rule;
}

/** Returns the run rule unchanged; only checks its type. */
export function defineRunRule(rule: RunRule): RunRule {
  return rule;
}

/** Returns a fix that generates a value, an id or a time, for an `x-slot`. */
export function fillFix(path: Path, slot: string): FixPlan {
  return { title: slot === 'time' ? t`Insert the current time` : t`Write a new id`, do: 'fill', path, format: slot };
}

/** Returns whether a text is a placeholder: `{x}`, `{{x}}`, or several words of the vocabulary, `absent/present`. */
export function isPlaceholder(text: string, vocabulary?: Vocabulary): boolean {
  return /^\{{1,2}[^{}\n]{1,80}\}{1,2}$/.test(text.trim()) || alternatives(text, vocabulary).length > 0;
}

/** Returns whether a text contains a placeholder: `specs/{{feature_id}}/spec.md`. */
export function hasPlaceholder(text: string): boolean {
  return /\{{1,2}[^{}\n]{1,80}\}{1,2}/.test(text);
}

/** Returns the words of a text that lists a vocabulary's words, `absent/present` or `a|b`; empty for any other text. */
export function alternatives(text: string, vocabulary: Vocabulary | undefined): string[] {
  if (!vocabulary || text.length > 500 || !/[|/]/.test(text) || wordNamed(vocabulary, text)) return [];
  const words = text.split(/\\?\||\//).map(word => word.trim());
  return words.every(word => word !== '' && wordNamed(vocabulary, word)) ? [...new Set(words)] : [];
}

/** Visits each property name of the objects whose keys have a slot (`x-keys`). */
export function visitSlotKeys(
  slot: string,
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, key: string) => void,
): void {
  eachDeclaredWith(hasKeys, kind.schema, value, (pathHere, schema, found) => {
    if (schema['x-keys']?.['x-slot'] !== slot || !isObject(found)) return;
    const path = pathHere();
    for (const key of Object.keys(found)) visit([...path, key], key);
  });
}

const hasKeys: SchemaTrait = schema => schema['x-keys'] !== undefined;
