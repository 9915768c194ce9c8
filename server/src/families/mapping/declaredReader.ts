import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import { draftFromFieldPointers } from '../declared/draftFromFieldPointers';
import { mappedExchange } from './mappedExchange';
import { mappedSteps } from './mappedSteps';

/**
 * Returns the functions that read steps and messages from envelopes of a declared family: by the rules in a kind's `steps`; for a kind
 * without them, only steps, by field pointers.
 */
export function declaredReader(
  kinds: readonly { id: string; steps?: Kind['steps'] | undefined }[],
): Pick<Family, 'steps' | 'exchange'> {
  const mapped = new Map(kinds.flatMap(({ id, steps }) => (steps ? [[id, steps] as const] : [])));
  return {
    steps: (value, kind) => (kind.steps ? mappedSteps(value, kind, kind.steps) : draftFromFieldPointers(value, kind)),
    ...(mapped.size > 0 && {
      exchange(value, kind, around) {
        const [id = '', word] = kind.split(':');
        const steps = mapped.get(id);
        return steps && mappedExchange(value, word, steps, around);
      },
    }),
  };
}
