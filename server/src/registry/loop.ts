import type { RegistryDocument, RegistryField, RegistrySection } from '../model/registryDocument';
import type { FixPlan } from '../model/rule';
import { addField, setValue } from './edits';

/** The state of the priority loop, with the fields that describe its end. */
export interface Loop {
  section: RegistrySection;
  status: RegistryField;
  reason?: RegistryField;
}

/** The priority loop of a registry: one, or none. */
export function registryLoops(registry: RegistryDocument): Loop[] {
  return loopSections(registry).flatMap(section => {
    const status = field(section, 'Loop Status');
    const reason = field(section, 'Termination Reason');
    return status ? [{ section, status, ...(reason && { reason }) }] : [];
  });
}

/** The current iteration of the loop; 0 before the first one, or if the counter is missing or invalid. */
export function iterationOf(registry: RegistryDocument): number {
  const counters = loopSections(registry).flatMap(section => counterOf(section, 'Current Iteration') ?? []);
  return Math.max(0, ...counters.filter(({ count, max }) => count <= max).map(({ count }) => count));
}

/** When the loop last changed. */
export function lastActivityOf(registry: RegistryDocument): string | undefined {
  const texts = loopSections(registry).map(section => field(section, 'Last Activity')?.text ?? '');
  return texts.find(text => !Number.isNaN(Date.parse(text)));
}

/**
 * Fixes that set the reason why the loop ended, one for each candidate. A counter at its maximum decides.
 */
export function reasonFixes(registry: RegistryDocument, loop: Loop, reasons: readonly string[]): FixPlan[] {
  const certain = reasons.filter(reason => {
    const counter = ENDING_COUNTERS[reason] && counterOf(loop.section, ENDING_COUNTERS[reason]);
    return counter && counter.count >= counter.max;
  });
  return (certain.length > 0 ? certain.slice(0, 1) : reasons).map(word => ({
    title: `Set the termination reason to "${word}"`,
    do: 'replace',
    changes: [
      loop.reason ? setValue(registry, loop.reason, word) : addField(registry, loop.status, 'Termination Reason', word),
    ],
  }));
}

/** The counters that end the loop at their maximum. */
const ENDING_COUNTERS: Record<string, string> = { max_iterations: 'Current Iteration', stale_accepted: 'Stale Count' };

function counterOf(section: RegistrySection, name: string): { count: number; max: number } | undefined {
  const [, count, max] = /^(\d{1,9})\s*\/\s*(\d{1,9})$/.exec(field(section, name)?.text ?? '') ?? [];
  return count && max ? { count: Number(count), max: Number(max) } : undefined;
}

function loopSections({ sections }: RegistryDocument): RegistrySection[] {
  return sections.filter(({ definition }) => definition.id === 'priority-loop-state');
}

function field({ fields }: RegistrySection, name: string): RegistryField | undefined {
  return fields.find(({ definition }) => definition?.name === name);
}
