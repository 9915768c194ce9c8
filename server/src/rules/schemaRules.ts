import type { Rule } from '../model/rule';

/** Describes, as if they were rules, the problems that no rule's `check` finds, such as syntax errors and schema errors. */
export const SCHEMA_RULES: readonly Omit<Rule, 'check' | 'claims'>[] = [
  { id: 'syntax', severity: 'error' },
  { id: 'syntax/elided', severity: 'info' },
  {
    id: 'schema/required',
    severity: 'error',
    fix: 'adds the property, or all that are missing at once, or renames the key that was meant to be it',
  },
  {
    id: 'schema/type',
    severity: 'error',
    fix: 'takes the quotes off a number or a boolean, or puts them on; writes a time out; removes a null that says nothing',
  },
  {
    id: 'schema/enum',
    severity: 'error',
    fix: 'changes it to the value that was meant, or to one of those allowed',
  },
  {
    id: 'schema/const',
    severity: 'error',
    fix: 'changes it to the only value allowed',
  },
  {
    id: 'schema/format',
    severity: 'error',
    fix: 'writes the same time as ISO 8601 does, adds a zone where there must be one, or inserts the current time',
  },
  { id: 'schema/pattern', severity: 'error' },
  { id: 'schema/minimum', severity: 'error' },
  {
    id: 'schema/maximum',
    severity: 'error',
    fix: 'writes percent as a share of one',
  },
  { id: 'schema/minLength', severity: 'error' },
  { id: 'schema/maxLength', severity: 'error' },
  { id: 'schema/minItems', severity: 'error' },
  { id: 'schema/constraint', severity: 'error' },
  {
    id: 'schema/additionalProperties',
    severity: 'error',
    fix: 'renames it to the property that was meant, moves it to where it is known, or removes it',
  },
  {
    id: 'schema/unknown-property',
    severity: 'info',
    fix: 'renames it to the property that was meant, moves it to where it is known, or else removes it',
  },
  {
    id: 'envelope/duplicate-key',
    severity: 'warning',
    fix: 'removes the first one, where both have the same value',
  },
  { id: 'envelope/ambiguous-json', severity: 'warning' },
  { id: 'envelope/foreign-schema', severity: 'info' },
  {
    id: 'envelope/unknown-suppression',
    severity: 'warning',
    fix: 'writes the rule, or the word, that was meant',
  },
];
