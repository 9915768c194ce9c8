import type { Draft } from '../../model/run';
import { isObject } from '../../text/pointer';
import { attributeReader, RUN_ATTRIBUTES, TRAJECTORY_ATTRIBUTES } from './attributes';
import { exportedDraft } from './exportedDraft';

/** The steps of a trajectory that our export wrote; undefined for any other, and if another program added a step. */
export function writtenSteps({ steps, extra }: Record<string, unknown>, family: string): Draft[] | undefined {
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
      family,
    );
    if (!draft) return undefined;
    drafts.push(draft);
  }
  return drafts;
}
