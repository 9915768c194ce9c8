import declaration from '../../generated/workflow-primitives.declaration';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { defineFamily } from '../defineFamily';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

/** Defines the protocol `workflow-primitives`, whose envelopes are the inputs of workflow agents and the artifacts that they return. */
export default defineFamily(declaration.id, { ...declaration, steps });

/** Returns the draft of an envelope. An envelope of the kind `input` becomes the request of a step, and an `artifact-return` the answer. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'workflow-primitives/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
