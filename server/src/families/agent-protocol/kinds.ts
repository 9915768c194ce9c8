import declaration from '../../generated/agent-protocol.declaration';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { defineFamily } from '../defineFamily';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

export default defineFamily(declaration.id, { ...declaration, steps });

/**
 * Returns the draft of an envelope: an input is the question of a step, an output its answer. Outputs of the protocol that this one superseded
 * may have state updates, which are effects of the step.
 */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
