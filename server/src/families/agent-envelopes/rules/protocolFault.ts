import { defineRule } from '../../../rules/defineRule';
import { protocolOf } from '../../declared/protocolOf';

export default defineRule({
  id: 'agent-envelopes/protocol-fault',
  severity: 'error',
  docs: `A part of this protocol can't be used, so it is left out: envelopes are known and checked by the rest of it alone.

**Good:**

\`\`\`json
{
  "$schema": "agent-envelopes:/agent-envelopes/protocol.schema.json",
  "id": "review-queue",
  "kinds": { "verdict": { "schema": { "type": "object" }, "tells": { "run": "/change", "agent": ["/by", "/from"] } } }
}
\`\`\`

**Bad:**

\`\`\`json
{
  "$schema": "agent-envelopes:/agent-envelopes/protocol.schema.json",
  "id": "review-queue",
  "kinds": { "verdict": { "schema": { "type": "object" }, "tells": { "run": "change", "agent": ["/by", "/from"] } } }
}
\`\`\`

Places are JSON pointers: \`/change\`, \`/meta/run_id\`, \`/items/0/name\`. A schema is JSON Schema (draft-07) in this file or in one of
the workspace; nothing is fetched, and patterns that could take forever are refused. No two protocols have one id, nor does one have
that of a protocol that is built in.

Source: "Your own protocol" in the README.`,
  check({ value, facts, files }, report) {
    const faults = (files && facts.declarationFaults?.(files.uri)) ?? protocolOf(value, ALONE).faults;
    for (const { path, on, message } of faults.slice(0, MOST)) report({ path, message, ...(on && { on }) });
  },
});

const MOST = 100;

// Of a file that no workspace holds: what its schemas come to, and those in other files, are not looked at.
const ALONE = { compile: () => ({ validate: () => true }), schemaFile: () => ({}) };
