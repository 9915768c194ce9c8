import type { Rule } from '../model/rule';

type SchemaRule = Omit<Rule, 'check' | 'claims'>;

function rule(id: string, severity: Rule['severity'], fix?: string): SchemaRule {
  return { id, severity, ...(fix !== undefined && { fix }) };
}

/**
 * Describes the problems that the analysis itself finds, such as syntax and schema errors, as if they were rules, so that they have pages and
 * severities, too.
 */
export const SCHEMA_RULES: readonly SchemaRule[] = [
  rule('syntax', 'error'),
  rule('syntax/elided', 'info'),
  rule(
    'schema/required',
    'error',
    'adds the property, or all that are missing at once, or renames the key that was meant to be it',
  ),
  rule(
    'schema/type',
    'error',
    'takes the quotes off a number or a boolean, or puts them on; writes a time out; removes a null that says nothing',
  ),
  rule('schema/enum', 'error', 'changes it to the value that was meant, or to one of those allowed'),
  rule('schema/const', 'error', 'changes it to the only value allowed'),
  rule(
    'schema/format',
    'error',
    'writes the same time as ISO 8601 does, adds a zone where there must be one, or inserts the current time',
  ),
  rule('schema/pattern', 'error'),
  rule('schema/minimum', 'error'),
  rule('schema/maximum', 'error', 'writes percent as a share of one'),
  rule('schema/minLength', 'error'),
  rule('schema/maxLength', 'error'),
  rule('schema/minItems', 'error'),
  rule('schema/constraint', 'error'),
  rule(
    'schema/additionalProperties',
    'error',
    'renames it to the property that was meant, moves it to where it is known, or removes it',
  ),
  rule(
    'schema/unknown-property',
    'info',
    'renames it to the property that was meant, moves it to where it is known, or else removes it',
  ),
  rule('envelope/duplicate-key', 'warning', 'removes the first one, where both have the same value'),
  rule('envelope/ambiguous-json', 'warning'),
  rule('envelope/foreign-schema', 'info'),
  rule('envelope/unknown-suppression', 'warning', 'writes the rule, or the word, that was meant'),
];
