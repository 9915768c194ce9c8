import type { Kind } from '../../model/family';
import type { Draft } from '../../model/run';
import { answered, asked } from '../workflowDrafts';

/** An input asks, an artifact return answers. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'workflow-primitives/input' ? asked(value, kind) : answered(value, kind)];
}
