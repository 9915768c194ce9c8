import { runName } from '../../families/drafts/createDraft';
import type { PatternedKind } from '../../model/registry';
import type { NameKind, SymbolKind, SymbolName } from '../../model/symbol';
import { canonicalId, ID_PATTERNS } from '../../registry/registryIds';
import { t } from '../../shared/l10n';

/** Describes each kind of symbol, such as agent or tool: its noun in messages, the properties that hold its names, and examples of ids. */
export const SYMBOL_KINDS: Readonly<Record<SymbolKind, SymbolTraits>> = {
  workflow: { noun: t`workflow`, slots: ['workflow-id'], namesRun: true },
  trace: { noun: t`trace`, slots: ['trace-id', 'trace-decision-id'], namesRun: true },
  feature: { noun: t`feature`, slots: ['feature-id'], namesRun: true },
  message: { noun: t`message`, slots: ['message-id'] },
  call: { noun: t`call`, slots: ['call-id'] },
  checkpoint: { noun: t`checkpoint`, slots: ['checkpoint-id'] },
  agent: { noun: t`agent`, slots: ['agent'], folder: 'agents' },
  tool: { noun: t`tool`, slots: ['tool'] },
  run: { noun: t`run`, namesRun: true },
  id: { noun: t`id` },
  gap: { noun: t`gap`, examples: '`G-001`' },
  question: { noun: t`question`, examples: t`\`Q-S1\` or \`C2.1\`` },
  requirement: { noun: t`requirement`, examples: '`FR-001`' },
  checklist: { noun: t`checklist item`, examples: '`CHK001`' },
  check: { noun: t`check`, examples: '`SPEC-001`' },
  task: { noun: t`task`, examples: '`T001`' },
  story: { noun: t`user story`, examples: '`US1`' },
};

interface SymbolTraits {
  noun: string;
  /** The `x-slot` values and cell formats of slots for names of this kind. */
  slots?: readonly string[];
  /** The symbol names a run: nothing defines it except the start of the run. */
  namesRun?: true;
  /** A folder whose files are named after symbols of this kind and describe them. */
  folder?: string;
  /** Ids of this kind, as Markdown. */
  examples?: string;
}

/** Returns whether symbols of a kind are ids, which are recognised anywhere by their form. */
export function isIdKind(kind: SymbolKind): kind is PatternedKind {
  return Object.hasOwn(ID_PATTERNS, kind);
}

/** Returns the kind of the names that a slot takes; undefined if it takes no names. */
export function kindOfSlot(slot: string | undefined): NameKind | undefined {
  return slot === undefined ? undefined : BY_SLOT.get(slot);
}

const BY_SLOT = new Map(
  Object.entries(SYMBOL_KINDS).flatMap(([kind, { slots = [] }]) =>
    slots.map(slot => [slot, kind as NameKind] as const),
  ),
);

/** Returns whether a text is a name: not empty, no placeholder (`{agent}`), without invisible characters, not too long. */
export function isName(text: string): boolean {
  return runName(text) === text;
}

/** Returns whether two names mean the same symbol. A tool without an agent matches any agent's tool; an id, all its spellings. */
export function isSameSymbol(a: SymbolName, b: SymbolName): boolean {
  if (a.kind !== b.kind) return false;
  if (isIdKind(a.kind)) return canonicalId(a.text) === canonicalId(b.text);
  if (a.text !== b.text) return false;
  return a.of === undefined || b.of === undefined || a.of === b.of;
}
