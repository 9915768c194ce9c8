import type { Rule } from '../model/rule';

/** What can be wrong with an envelope before any rule looks at its value: faults of its text and of its schema. */
export const SCHEMA_RULES: readonly Omit<Rule, 'check' | 'claims'>[] = [
  {
    id: 'syntax',
    severity: 'error',
    docs: `The text is not JSON, so nobody who receives the envelope can read it. Of each envelope the first fault is
reported; what follows from it is not. In a log the other lines are read all the same.

**Good:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed", }
\`\`\`

Mend the text at the place shown, or have it written by a JSON library. What models write as JSON (single quotes, \`None\`, trailing or
missing commas, comments, text around it) has a quick fix each, and *Repair JSON* for all of them.

Source: RFC 8259, JSON.`,
  },
  {
    id: 'syntax/elided',
    severity: 'info',
    docs: `A JSON block in a document leaves something out (\`[...]\`, \`{...}\`). That is fine in a document; the block is
just not checked.

**Good:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

**Bad:** in a Markdown file,

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [...], "recommendation": "proceed" }
\`\`\`

Where readers are to copy the block, write it out.

Source: RFC 8259, JSON, which knows no dots.`,
  },
  {
    id: 'schema/required',
    severity: 'error',
    fix: 'adds the property, or all that are missing at once, or renames the key that was meant to be it',
    docs: `A property that the contract requires is missing. Some are required only at times: a response whose status is
\`success\` needs a \`result\`, one whose status is \`error\` an \`error\`. Where a key stands there that is nearly the
missing one's name, the problem is at that key.

**Good:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": true, "artifacts": [], "recommendation": "proceed" }
\`\`\`

Add it. What an agent reads and does not find, it makes up, or it stops.

${source('required')}`,
  },
  {
    id: 'schema/type',
    severity: 'error',
    fix: 'takes the quotes off a number or a boolean, or puts them on; writes a time out; removes a null that says nothing',
    docs: `A value is of another type than its contract says: a number in quotes, say, or null where a value is required.

**Good:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": "true", "summary": "Done.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

Write a value of the right type. To many programs the text \`"false"\` is true.

${source('type')}`,
  },
  {
    id: 'schema/enum',
    severity: 'error',
    fix: 'changes it to the value that was meant, or to one of those allowed',
    docs: `A value is none of those that its contract lists. Programs compare these words letter by letter.

**Good:**

\`\`\`json
{ "status": "success", "result": 1, "metadata": { "trace_id": "trip-1" }, "trace": [] }
\`\`\`

**Bad:**

\`\`\`json
{ "status": "succes", "result": 1, "metadata": { "trace_id": "trip-1" }, "trace": [] }
\`\`\`

Write one of the values that the message names; completion offers them with their meaning.

${source('enum')}`,
  },
  {
    id: 'schema/const',
    severity: 'error',
    fix: 'changes it to the only value allowed',
    docs: `A value must be one certain value, and is another. None of the built-in contracts asks for this; one of your own may,
for a version, say.

**Good:**

\`\`\`json
{ "version": 1 }
\`\`\`

**Bad:** where the contract asks for version 1,

\`\`\`json
{ "version": 2 }
\`\`\`

Write the value that the message names.

${source('const')}`,
  },
  {
    id: 'schema/format',
    severity: 'error',
    fix: 'writes the same time as ISO 8601 does, adds a zone where there must be one, or writes the time it is now',
    docs: `A value has not the form that its contract asks for; a time must be ISO 8601, such as \`2026-01-31T09:30:00Z\`.

**Good:**

\`\`\`json
{ "status": "success", "result": 1, "metadata": { "trace_id": "trip-1" }, "timestamp": "2026-01-31T09:30:00Z" }
\`\`\`

**Bad:**

\`\`\`json
{ "status": "success", "result": 1, "metadata": { "trace_id": "trip-1" }, "timestamp": "31 January, 9:30" }
\`\`\`

Write it in that form. What can't be read as a time has no place in the order of a run.

${source('format')}`,
  },
  {
    id: 'schema/pattern',
    severity: 'error',
    docs: `A text has not the shape that its contract asks for: an id of a certain length, say, or a text that is not blank.

**Good:**

\`\`\`json
{ "goal": "A weekend in Lisbon", "task": "Search hotels", "metadata": { "trace_id": "trip-1" } }
\`\`\`

**Bad:**

\`\`\`json
{ "goal": " ", "task": "Search hotels", "metadata": { "trace_id": "trip-1" } }
\`\`\`

The message says what the shape is.

${source('pattern')}`,
  },
  {
    id: 'schema/minimum',
    severity: 'error',
    docs: `A number is below the least that its contract allows.

**Good:**

\`\`\`json
{ "goal": "A weekend in Lisbon", "task": "Search hotels", "metadata": { "trace_id": "trip-1", "priority": 0 } }
\`\`\`

**Bad:**

\`\`\`json
{ "goal": "A weekend in Lisbon", "task": "Search hotels", "metadata": { "trace_id": "trip-1", "priority": -1 } }
\`\`\`

Write a number within the range that the message names.

${source('minimum')}`,
  },
  {
    id: 'schema/maximum',
    severity: 'error',
    fix: 'writes percent as a share of one',
    docs: `A number is above the most that its contract allows: a confidence of 85, say, where it goes from 0 to 1.

**Good:**

\`\`\`json
{ "from": "build", "to": "conductor", "payload": { "confidence": 0.95 } }
\`\`\`

**Bad:**

\`\`\`json
{ "from": "build", "to": "conductor", "payload": { "confidence": 95 } }
\`\`\`

Write a number within the range that the message names.

${source('maximum')}`,
  },
  {
    id: 'schema/minLength',
    severity: 'error',
    docs: `A text is shorter than its contract allows. None of the built-in contracts asks for this; one of your own may.

**Good:**

\`\`\`json
{ "summary": "Two gaps are closed." }
\`\`\`

**Bad:** where the contract asks for a character at least,

\`\`\`json
{ "summary": "" }
\`\`\`

Write it out.

${source('minLength')}`,
  },
  {
    id: 'schema/maxLength',
    severity: 'error',
    docs: `A text is longer than its contract allows. The rationale of a trace, which people read on a card, has 500 characters.

**Good:**

\`\`\`json
{ "trigger": { "source": "phone_unlock", "value": 8 }, "signals": [], "candidates": [], "chosen": "SHOW_BRIEF", "rationale": "A short night, and a full day", "confirm_required": false, "outcome": "pending" }
\`\`\`

**Bad:**

\`\`\`json
{ "trigger": { "source": "phone_unlock", "value": 8 }, "signals": [], "candidates": [], "chosen": "SHOW_BRIEF", "rationale": "The night was short: five hours and ten minutes, where the mean of the last four weeks is seven hours and a half. The day is full: six appointments, the first of them at half past eight and the last one until seven in the evening, with two ways across the city between them that take forty minutes each. On days like this the brief was opened within ten minutes in nine of eleven cases, a nap was taken in one of eleven, and a walk in none. Whatever else was considered either needs a person's consent or an hour that is free, and there is none before the evening.", "confirm_required": false, "outcome": "pending" }
\`\`\`

Say it in fewer words.

${source('maxLength')}`,
  },
  {
    id: 'schema/minItems',
    severity: 'error',
    docs: `A list holds fewer items than its contract asks for. An error without a single issue says that something failed, and
not what.

**Good:**

\`\`\`json
{ "from": "fix", "to": "conductor", "payload": { "output": null }, "issues": [{ "severity": "error", "message": "No log is at hand", "resolution": "Provide the log" }] }
\`\`\`

**Bad:**

\`\`\`json
{ "from": "fix", "to": "conductor", "payload": { "output": null }, "issues": [] }
\`\`\`

Add what is missing; or leave the list out where the contract does not require it.

${source('minItems')}`,
  },
  {
    id: 'schema/additionalProperties',
    severity: 'error',
    fix: 'renames it to the property that was meant, moves it to where it is known, or removes it',
    docs: `The contract lists all properties that this object may have, and this is none of them. Who validates the envelope
rejects it.

**Good:**

\`\`\`json
{ "call_id": "t_4k7m2p9x1c", "ok": true, "result": {}, "error": null, "latency_ms": 120 }
\`\`\`

**Bad:**

\`\`\`json
{ "call_id": "t_4k7m2p9x1c", "ok": true, "result": {}, "error": null, "latency_ms": 120, "note": "from the cache" }
\`\`\`

Remove it, or put it where the contract has room for it.

${source('additionalProperties')}`,
  },
  {
    id: 'schema/unknown-property',
    severity: 'info',
    fix: 'renames it to the property that was meant, moves it to where it is known, or else removes it',
    docs: `The contract does not define this property. It forbids nothing, so this is only worth knowing: nobody is bound
to read it.

**Good:**

\`\`\`json
{ "success": true, "summary": "Done in 3 s.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed", "duration": 3 }
\`\`\`

If who receives the envelope should know it, say it in a property that the contract defines.

${source('properties')}`,
  },
  {
    id: 'envelope/duplicate-key',
    severity: 'warning',
    fix: 'removes the first one, where both have the same value',
    docs: `The same key stands twice in an object. Nearly every reader takes the last one and loses the others without a word;
some take the first.

**Good:**

\`\`\`json
{ "success": true, "summary": "Two gaps are closed.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": true, "summary": "Two gaps are closed.", "artifacts": [], "summary": "Done.", "recommendation": "proceed" }
\`\`\`

Keep the one that is meant. In what \`check --as\` was asked for it is an error. In JSON files VS Code says so itself; in logs and documents, in other editors and on the command
line this rule does.

Source: RFC 8259, JSON, "Objects": the names within an object should be unique.`,
  },
  {
    id: 'envelope/ambiguous-json',
    severity: 'warning',
    docs: `A number is too large to be held (\`1e999\`): to one reader it is infinite, to another null, and another fails. In what
\`check --as\` was asked for, so are half of a surrogate pair in a text or a name (\`"\\ud800"\`), the name \`__proto__\`, and \`constructor\` with a
\`prototype\` in it: a program that copies objects key by key changes what all of its objects inherit.

**Good:**

\`\`\`json
{ "call_id": "t_4k7m2p9x1c", "ok": true, "result": { "size": 1024 }, "error": null, "latency_ms": 120 }
\`\`\`

**Bad:**

\`\`\`json
{ "call_id": "t_4k7m2p9x1c", "ok": true, "result": { "size": 1e999 }, "error": null, "latency_ms": 120 }
\`\`\`

Write a value that every reader takes for the same. In what \`check --as\` was asked for, each of these is an error.

Source: RFC 7493, I-JSON, sections 2.1 to 2.3.`,
  },
  {
    id: 'envelope/unknown-suppression',
    severity: 'warning',
    fix: 'writes the rule, or the word, that was meant',
    docs: `What should silence a rule names none that there is, or a comment begins with \`agent-envelopes-\` and goes on with a
word that says nothing: it silences nothing.

**Good:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed", "$ignore": ["schema/enum"] }
\`\`\`

**Bad:**

\`\`\`json
{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed", "$ignore": ["schema/enums"] }
\`\`\`

\`$ignore\` is a list of rules, and so is what follows \`agent-envelopes-disable\` in a comment. The id of a rule stands
beside each of its problems; \`family/*\` means all of a family. The words are \`disable-next-line\`, \`disable\` and
\`enable\`, without a colon.

Source: this project's README, "Silencing a finding".`,
  },
];

function source(keyword: string): string {
  return `Source: the contracts in \`schemas/\`, which say it by JSON Schema's \`${keyword}\`.`;
}
