import declaration from '../../generated/agent-protocol.declaration';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { defineFamily } from '../defineFamily';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

export default defineFamily(declaration.id, { ...declaration, steps });

/** Inputs are questions, outputs are answers. State updates in outputs of the superseded protocol are also read. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
