import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { NamedRule } from '../../model/rule';
import type { Slot, SlotChoice } from '../../model/slot';
import { familyOfRule, ruleNames } from '../../rules/ruleNames';
import { atPath, isObject } from '../../text/pointer';
import type { Cursor } from '../cursor';
import { findRule } from '../rulePages/ruleCatalogue';
import { ruleSummary } from '../rulePages/rulePage';
import { propertyInsertion } from './keyItems';

const REFERENCE: CompletionItemKind = 18;

/** Completes the property names of an object that maps rules to settings: rules that are not present yet. */
export function ruleKeyItems(slot: Slot, { at: { part, value } }: Cursor, rules: Rules): CompletionItem[] {
  const parent = atPath(value, slot.path.slice(0, -1));
  const isNamed = (id: string) => isObject(parent) && Object.hasOwn(parent, id) && id !== slot.name;
  return ruleChoices(rules)
    .filter(({ value: id }) => !isNamed(id))
    .map(({ value: id, about = '' }, index) => ({
      label: id,
      kind: REFERENCE,
      documentation: { kind: 'markdown' as const, value: about },
      sortText: String(index).padStart(4, '0'),
      filterText: JSON.stringify(id),
      ...propertyInsertion(id, slot.body(part), slot, part),
    }));
}

/** Rule ids with their summaries; after those of a family the wildcard for all of them. */
export function ruleChoices(rules: Rules): (SlotChoice & { value: string })[] {
  return [...ruleNames(rules)].sort(byFamily).map(id => ({ value: id, about: aboutRule(id, rules) }));
}

type Rules = ReadonlyMap<string, NamedRule>;

function aboutRule(id: string, rules: Rules): string {
  const rule = rules.has(id) ? findRule(id) : undefined;
  return rule ? `${rule.severity}: ${ruleSummary(rule)}` : `All rules of ${familyOfRule(id)}.`;
}

function byFamily(one: string, two: string): number {
  const [own, other] = [familyOfRule(one), familyOfRule(two)];
  if (own !== other) return own < other ? -1 : 1;
  if (one.endsWith('/*') !== two.endsWith('/*')) return one.endsWith('/*') ? 1 : -1;
  return one < two ? -1 : 1;
}
