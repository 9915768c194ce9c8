import declaration from '../../generated/agent-protocol.declaration';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { defineFamily } from '../defineFamily';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

/** Defines the protocol `agent-protocol`, whose envelopes are the inputs and outputs of workflows. */
export default defineFamily(declaration.id, { ...declaration, steps });

/**
 * Returns the draft of an envelope. An envelope of the kind `input` becomes the request of a step, and an `output` the answer. An output
 * may contain state updates as in `workflow-primitives`, the protocol that this one replaces; they become effects of the step.
 */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
