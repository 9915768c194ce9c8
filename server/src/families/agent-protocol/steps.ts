import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

/** An input asks, an output answers. Outputs of the protocol before carry updates of the state: those are read as well. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
