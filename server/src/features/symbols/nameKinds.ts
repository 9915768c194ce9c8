import { runName } from '../../families/drafts/draft';
import type { Name, NameKind } from '../../model/name';

/** What there is to know of each kind of name. */
export const NAME_KINDS: Readonly<Record<NameKind, NameTraits>> = {
  workflow: { noun: 'workflow', slots: ['workflow-id'], namesRun: true },
  trace: { noun: 'trace', slots: ['trace-id', 'trace-decision-id'], namesRun: true },
  feature: { noun: 'feature', slots: ['feature-id'], namesRun: true },
  message: { noun: 'message', slots: ['message-id'] },
  call: { noun: 'call', slots: ['call-id'] },
  checkpoint: { noun: 'checkpoint', slots: ['checkpoint-id'] },
  agent: { noun: 'agent', slots: ['agent'], folder: 'agents' },
  tool: { noun: 'tool', slots: ['tool'] },
};

interface NameTraits {
  noun: string;
  /** What schemas and registries say of a place where such a name stands. */
  slots: readonly string[];
  /** It names a run: nothing defines it but that the run begins. */
  namesRun?: true;
  /** A folder of files that are named by such names, and tell of what they name. */
  folder?: string;
}

/** The kind of name that belongs in a place of this sort; none for what is no name. */
export function kindOfSlot(slot: string | undefined): NameKind | undefined {
  return slot === undefined ? undefined : BY_SLOT.get(slot);
}

const BY_SLOT = new Map(
  Object.entries(NAME_KINDS).flatMap(([kind, { slots }]) => slots.map(slot => [slot, kind as NameKind] as const)),
);

/** Is a text a name? Not what is empty, holds the place of a name (`{agent}`), hides something, or is too long to be one. */
export function isName(text: string): boolean {
  return runName(text) === text;
}

/** Do two names mean the same? A tool that is named without its agent may be that of any. */
export function isSameName(one: Name, other: Name): boolean {
  if (one.kind !== other.kind || one.text !== other.text) return false;
  return one.of === undefined || other.of === undefined || one.of === other.of;
}
