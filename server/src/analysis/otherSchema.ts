import type { Problem } from '../model/analysis';
import type { Kind } from '../model/kind';
import type { Part } from '../model/part';
import { jsonTree } from '../text/json/parseJson';
import { isObject } from '../text/pointer';
import { withArticle } from './faultMessage';
import { findingSpan } from './findingSpan';
import { isSchemaOf } from './recognise';

/** Reports an envelope whose own `$schema` names another kind than the demanded one. */
export function otherSchemaProblem(part: Part, value: unknown, asked: Kind): Problem | undefined {
  const own = isObject(value) && Object.hasOwn(value, '$schema') ? value.$schema : undefined;
  if (own === undefined || (typeof own === 'string' && isSchemaOf(own, asked))) return undefined;
  const shown = JSON.stringify(own).slice(0, 100);
  return {
    rule: 'schema/const',
    severity: 'error',
    message: `"$schema" is ${shown}; ${withArticle(asked.title)} is expected here, whatever the envelope says about itself.`,
    part,
    span: findingSpan({ path: ['$schema'] }, jsonTree(part.text), part),
    fixes: [],
  };
}
