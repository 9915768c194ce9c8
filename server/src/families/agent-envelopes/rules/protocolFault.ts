import { defineRule } from '../../../rules/defineRule';
import { readProtocolDeclaration } from '../../declared/readProtocolDeclaration';

export default defineRule({
  id: 'agent-envelopes/protocol-fault',
  severity: 'error',
  docs: `A part of this protocol can't be used, so it is left out: envelopes are known and checked by the rest of it alone.

**Good:**

\`\`\`json
{
  "$schema": "agent-envelopes:/agent-envelopes/protocol.schema.json",
  "id": "review-queue",
  "kinds": { "verdict": { "schema": { "type": "object" }, "signature": { "proof": ["/verdict"] }, "tells": { "run": "/change" } } }
}
\`\`\`

**Bad:**

\`\`\`json
{
  "$schema": "agent-envelopes:/agent-envelopes/protocol.schema.json",
  "id": "review-queue",
  "kinds": { "verdict": { "schema": { "type": "object" }, "signature": { "proof": ["/verdict"] }, "tells": { "run": "change" } } }
}
\`\`\`

Places are JSON pointers: \`/change\`, \`/meta/run_id\`, \`/items/0/name\`. A schema is JSON Schema (draft-07) in this file or in one of
the workspace; nothing is fetched, and patterns that could take forever are refused. No two protocols have one id, nor does one have
that of a protocol that is built in. Without a \`signature\` a kind is told by the required properties of its schema: by fewer than
three, of which none is a fixed text, it is told from nothing, and that is a warning.

Source: "Your own protocol" in the README.`,
  check({ value, facts, files }, report) {
    const faults = (files && facts.declarationFaults?.(files.uri)) ?? readProtocolDeclaration(value, ALONE).faults;
    for (const { path, on, message, severity } of faults.slice(0, MOST))
      report({ path, message, ...(on && { on }), ...(severity && { severity }) });
  },
});

const MOST = 100;

// Of a file that no workspace holds: what its schemas come to, and those in other files, are not looked at. These may well
// tell a kind.
const ALONE = { compile: () => ({ validate: () => true }), schemaFile: () => ({ required: ['a', 'b', 'c'] }) };
