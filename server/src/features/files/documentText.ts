import type { Family } from '../../model/family';
import { decodeUri } from '../../text/uri/decodeUri';
import { rulePage } from '../rulePages/rulePage';

/**
 * The text of an `agent-envelopes:` document: the page of a rule, or a schema for tools that follow `$schema`.
 * Undefined for any other URI.
 */
export function documentText(uri: string, families: readonly Family[]): string | undefined {
  const path = decodeUri(/^agent-envelopes:\/*([^?#]*)/.exec(uri)?.[1] ?? '');
  const rule = /^rules\/(.+)\.md$/.exec(path)?.[1];
  if (rule) return rulePage(rule);
  const kind = families.flatMap(family => family.kinds).find(({ id }) => path === `${id}.schema.json`);
  if (!kind) return undefined;
  const { title, markdownDescription } = kind.schema;
  // An editor's own JSON service validates by the schema that `$schema` names. It gets one that accepts everything;
  // otherwise each problem would be reported twice.
  return JSON.stringify({ $comment: 'Checked by Agent Envelopes itself.', title, markdownDescription }, undefined, 2);
}
