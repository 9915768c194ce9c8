import type { Kind } from '../../model/family';
import type { Draft } from '../../model/run';
import { answered, asked } from '../workflowDrafts';

/** An input asks, an output answers. Outputs of the protocol before carry updates of the state: those are read as well. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? asked(value, kind) : answered(value, kind)];
}
