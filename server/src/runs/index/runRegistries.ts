import type { RegistryState, RunStatus } from '../../model/run';
import { featureRun } from '../../registry/featureRun';
import type { KnownRegistry } from './recordStore';

/** The runs that a registry tells of: those of its workflows that were begun, else of all. */
export function runsOfRegistry({ feature, workflows }: RegistryState): string[] {
  if (!feature) return [];
  const begun = workflows.filter(({ status }) => status !== 'unknown');
  return (begun.length > 0 ? begun : workflows).map(({ name }) => featureRun(feature, name));
}

/** What a registry says of a run. */
export function runStatusIn({ feature, workflows }: RegistryState, run: string): RunStatus {
  return workflows.find(({ name }) => featureRun(feature, name) === run)?.status ?? 'unknown';
}

/**
 * Which of two registries that tell of one run counts, copies among them: the one that is called as the protocol calls it.
 *
 * @param before the one that counted before: where it says the same it is the same object, by which it is known that
 *   nothing has changed
 */
export function preferredRegistry(
  one: KnownRegistry | undefined,
  other: KnownRegistry,
  before: KnownRegistry | undefined,
): KnownRegistry {
  if (one && !isBetter(other, one)) return one;
  const isSame = before?.uri === other.uri && before.state === other.state && before.changedAt === other.changedAt;
  return isSame ? before : other;
}

function isBetter(one: KnownRegistry, other: KnownRegistry): boolean {
  const isIndex = ({ uri }: KnownRegistry) => (uri.endsWith('/index.md') ? 0 : 1);
  return isIndex(one) - isIndex(other) < 0 || (isIndex(one) === isIndex(other) && one.uri < other.uri);
}
