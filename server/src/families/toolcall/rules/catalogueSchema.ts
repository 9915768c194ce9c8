import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'toolcall/catalogue-schema',
  severity: 'error',
  docs: `The parameters of a tool are no JSON Schema that can be used. Then nothing can be said of the arguments of its calls: calls of this
tool are not checked until it is mended.

**Good:**

\`\`\`json
{"comms": [{"name": "snooze", "description": "Hides a notification.", "parameters": {"type": "object", "properties": {"ttl_seconds": {"type": "integer"}}}}]}
\`\`\`

**Bad:**

\`\`\`json
{"comms": [{"name": "snooze", "description": "Hides a notification.", "parameters": {"type": "object", "properties": {"ttl_seconds": {"type": "int"}}}}]}
\`\`\`

Patterns are refused that could take forever to match, and so are references that lead out of the schema.

Source: ADR-0009, "Typed JSON tool calls": each tool has an input schema.`,
  check({ value, kind, facts: { compile } }, report) {
    if (!compile || !kind.listedAgents || !isObject(value)) return;
    for (const { path, name, parameters } of kind.listedAgents(value).flatMap(({ tools }) => tools)) {
      // That it must be an object the contract of the catalogue says.
      const compiled = isObject(parameters) ? compile(parameters) : undefined;
      if (!compiled || !('fault' in compiled)) continue;
      const message = `The parameters of "${name.slice(0, 60)}" are no JSON Schema that can be used: ${compiled.fault} Its calls are not checked.`;
      report({ path: [...path, 'parameters'], on: 'key', message });
    }
  },
});
