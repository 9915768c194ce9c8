import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';

/** Inputs are questions, artifact returns are answers. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'workflow-primitives/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
