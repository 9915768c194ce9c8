import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

/** Inputs are questions, outputs are answers. State updates in outputs of the superseded protocol are also read. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
