import type { Draft } from '../../model/run';
import { isObject } from '../../text/pointer';
import { attributeReader } from '../otlp/attributeReader';
import { RUN_ATTRIBUTES, TRAJECTORY_ATTRIBUTES } from '../otlp/exportAttributes';
import { exportedDraft } from '../otlp/exportedDraft';

/** The steps of a trajectory that a run was written as; undefined for any other, and where a step was added by someone else. */
export function writtenSteps({ steps, extra }: Record<string, unknown>): Draft[] | undefined {
  if (!Array.isArray(steps) || !isObject(extra) || extra[RUN_ATTRIBUTES.id] === undefined) return undefined;
  const resource = attributeReader(extra);
  const drafts: Draft[] = [];
  for (const [index, step] of steps.entries()) {
    const own: unknown = isObject(step) ? step['extra'] : undefined;
    const attributes = attributeReader(own);
    const parent = attributes(TRAJECTORY_ATTRIBUTES.parent);
    const draft = exportedDraft(
      {
        path: ['steps', index],
        key: String(index + 1),
        parent: typeof parent === 'string' ? parent : undefined,
        message: attributes(TRAJECTORY_ATTRIBUTES.failure),
        attributes,
        resource,
      },
      'atif',
    );
    if (!draft) return undefined;
    drafts.push(draft);
  }
  return drafts;
}
