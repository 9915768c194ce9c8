import type { Kind } from '../../model/kind';
import type { Path } from '../../model/text';
import { atPath } from '../../text/jsonPointer';
import { readMappedDrafts } from './readMappedDrafts';
import { readMappedExchange } from './readMappedExchange';

/** A JSON pointer in the `steps` of a protocol's declaration that finds nothing in any of the declaration's examples, and is probably wrong. */
export interface UnusedPointer {
  path: Path;
  pointer: string;
}

/**
 * Finds useless pointers in the steps of a declaration, such as misspelt ones. These are pointers that find a value in none of the examples
 * of their kind. Never throws.
 *
 * @param kinds the kinds with steps, by the name in their declaration, with their good examples
 */
export function unusedStepPointers(
  kinds: ReadonlyMap<string, { kind: Kind; examples: readonly unknown[] }>,
): UnusedPointer[] {
  const followed = new Map<string, UnusedPointer & { hasFound: boolean }>();
  for (const [name, { kind, examples }] of kinds) {
    if (!kind.steps) continue;
    const watch = (within: Path, pointer: string, hasFound: boolean) => {
      const path = within[0] === 'stepLists' ? within : ['kinds', name, 'steps', ...within];
      const key = JSON.stringify([path, pointer]);
      const known = followed.get(key);
      if (!known) followed.set(key, { path, pointer, hasFound });
      else if (hasFound) known.hasFound = true;
    };
    const steps = { ...kind.steps, watch };
    for (const example of examples) {
      for (const { path = [], rule, kind: word } of readMappedDrafts(example, kind, steps)) {
        const valueAt = (one: Path) => atPath(example, one);
        // Other pointers read the messages.
        readMappedExchange(valueAt(path), word.split(':')[1], steps, { path, rule, valueAt });
      }
    }
  }
  // A list of rules is used by other kinds, too.
  const isWhole = [...kinds.values()].every(({ examples }) => examples.length > 0);
  return [...followed.values()].filter(({ path, hasFound }) => !hasFound && (isWhole || path[0] !== 'stepLists'));
}
