import type { Problem } from '../model/analysis';
import type { Kind, Recognition } from '../model/kind';
import type { Part } from '../model/part';
import { jsonTree } from '../text/json/parseJson';
import { isObject } from '../text/pointer';
import { withArticle } from './faultMessage';
import { findingSpan } from './findingSpan';
import { isSchemaOf, schemaNamedBy } from './recognise';

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

/** Notes that an envelope is checked although its `$schema` names none of our kinds, and how to leave it alone. */
export function foreignSchemaProblem(part: Part, value: unknown, { kind, by }: Recognition): Problem | undefined {
  if (by !== 'signature' || schemaNamedBy(value) === undefined) return undefined;
  return {
    rule: 'envelope/foreign-schema',
    severity: 'info',
    message: `"$schema" names an unknown schema, but this is ${withArticle(kind.title)} and is checked as one. To leave the file alone, map it to "none" in "associations" of .agent-envelopes.json.`,
    part,
    span: findingSpan({ path: ['$schema'] }, jsonTree(part.text), part),
    fixes: [],
  };
}
