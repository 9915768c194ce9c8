import type { Rule } from '../model/rule';

/** What can be wrong with an envelope before any rule looks at it: faults of its syntax and of its schema. */
export const SCHEMA_RULES: readonly Pick<Rule, 'id' | 'severity' | 'docs'>[] = [
  {
    id: 'syntax',
    severity: 'error',
    docs: `The text is not JSON, so nobody who receives the envelope can read it. Of each envelope the first fault is
reported; what follows from it is not. In a log the other lines are read all the same.`,
  },
  {
    id: 'syntax/elided',
    severity: 'info',
    docs: `A JSON block in a document leaves something out (\`[...]\`, \`{...}\`). That is fine in a document; the block is
just not checked.`,
  },
  {
    id: 'schema/required',
    severity: 'error',
    docs: `A property that the contract requires is missing. Some are required only at times: a response whose status is
\`success\` needs a \`result\`, one whose status is \`error\` an \`error\`. Where a key stands there that is nearly the
missing one's name, the problem is at that key.`,
  },
  {
    id: 'schema/type',
    severity: 'error',
    docs: 'A value is of another type than its contract says: a number in quotes, say, or null where a value is required.',
  },
  { id: 'schema/enum', severity: 'error', docs: 'A value is none of those that its contract lists.' },
  { id: 'schema/const', severity: 'error', docs: 'A value must be one certain value, and is another.' },
  {
    id: 'schema/format',
    severity: 'error',
    docs: 'A value has not the form that its contract asks for; a time must be ISO 8601, such as `2026-01-31T09:30:00Z`.',
  },
  {
    id: 'schema/pattern',
    severity: 'error',
    docs: 'A text has not the shape that its contract asks for: an id of a certain length, say, or a text that is not blank.',
  },
  { id: 'schema/minimum', severity: 'error', docs: 'A number is below the least that its contract allows.' },
  { id: 'schema/maximum', severity: 'error', docs: 'A number is above the most that its contract allows.' },
  { id: 'schema/minLength', severity: 'error', docs: 'A text is shorter than its contract allows.' },
  { id: 'schema/maxLength', severity: 'error', docs: 'A text is longer than its contract allows.' },
  { id: 'schema/minItems', severity: 'error', docs: 'A list holds fewer items than its contract asks for.' },
  {
    id: 'schema/additionalProperties',
    severity: 'error',
    docs: 'The contract lists all properties that this object may have, and this is none of them.',
  },
  {
    id: 'schema/unknown-property',
    severity: 'info',
    docs: `The contract does not define this property. It forbids nothing, so this is only worth knowing: nobody is bound
to read it.`,
  },
];
