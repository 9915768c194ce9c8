import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import { IGNORE } from '../../analysis/suppression/ignoreLists';
import type { Part } from '../../model/part';
import type { NamedRule } from '../../model/rule';
import { jsonCursor } from '../../slots/jsonCursor';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { jsonTree } from '../../text/json/parseJson';
import { memberInsertion } from './insertion';
import { ruleChoices } from './ruleKeyItems';

const REFERENCE: CompletionItemKind = 18;

/** Completes rules in an `$ignore` list; nothing elsewhere. */
export function ignoredRuleItems(
  part: Part,
  offset: number,
  rules: ReadonlyMap<string, NamedRule>,
): CompletionItem[] | undefined {
  if (!part.text.includes(IGNORE)) return undefined;
  const place = jsonCursor(part.text, offset, jsonTree(part.text));
  if (!place || place.atKey || place.path.at(-2) !== IGNORE || typeof place.path.at(-1) !== 'number') return undefined;
  return ruleChoices(rules).map(({ value, about = '' }, index) => ({
    label: value,
    kind: REFERENCE,
    documentation: { kind: 'markdown' as const, value: about },
    sortText: String(index).padStart(4, '0'),
    filterText: JSON.stringify(value),
    ...memberInsertion(part, place.at, escapeSnippet(JSON.stringify(value))),
  }));
}
