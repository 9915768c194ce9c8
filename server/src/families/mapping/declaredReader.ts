import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import { draftFromFieldPointers } from '../declared/draftFromFieldPointers';
import { readMappedDrafts } from './readMappedDrafts';
import { readMappedExchange } from './readMappedExchange';

/**
 * Returns the functions that read steps and messages from envelopes of a declared protocol. If the declaration of a kind has rules `steps`, they
 * decide. Otherwise each envelope is one step, made from the declared field pointers, and has no messages.
 */
export function declaredReader(
  kinds: readonly { id: string; steps?: Kind['steps'] | undefined }[],
): Pick<Family, 'steps' | 'exchange'> {
  const mapped = new Map(kinds.flatMap(({ id, steps }) => (steps ? [[id, steps] as const] : [])));
  return {
    steps: (value, kind) =>
      kind.steps ? readMappedDrafts(value, kind, kind.steps) : draftFromFieldPointers(value, kind),
    ...(mapped.size > 0 && {
      exchange(value, kind, around) {
        const [id = '', word] = kind.split(':');
        const steps = mapped.get(id);
        return steps && readMappedExchange(value, word, steps, around);
      },
    }),
  };
}
