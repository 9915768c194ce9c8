import type { RegistryState, RunStatus } from '../../model/run';
import { featureRun } from '../../registry/featureRun';
import type { KnownRegistry } from './recordStore';

/** The runs in a registry: its workflows that have begun; all workflows if none has. */
export function runsOfRegistry({ feature, workflows }: RegistryState): string[] {
  if (!feature) return [];
  const begun = workflows.filter(({ status }) => status !== 'unknown');
  return (begun.length > 0 ? begun : workflows).map(({ name }) => featureRun(feature, name));
}

/** A run's status according to a registry. */
export function runStatusIn({ feature, workflows }: RegistryState, run: string): RunStatus {
  return workflows.find(({ name }) => featureRun(feature, name) === run)?.status ?? 'unknown';
}

/**
 * Chooses between two registries that mention the same run, such as copies: the one named as the protocol names it
 * wins.
 *
 * @param before the previous choice: returned as the same object if its content is the same, so that callers see that
 * nothing changed
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
