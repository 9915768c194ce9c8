import type { ListedTool } from '../../../model/catalogue';
import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';
import { fileNameOf } from '../../../text/uri/decodeUri';

export default defineRule({
  id: 'toolcall/duplicate-tool',
  severity: 'warning',
  docs: `A catalogue lists a tool that its agent has already. A call names its tool by agent and name: of two of one name nobody can
tell which is meant. The one that is listed first counts, in its file and among the catalogues of the workspace.

**Good:**

\`\`\`json
{"comms": [{"name": "snooze", "description": "Hides a notification.", "parameters": {"type": "object"}}, {"name": "mute", "description": "Hides a channel.", "parameters": {"type": "object"}}]}
\`\`\`

**Bad:**

\`\`\`json
{"comms": [{"name": "snooze", "description": "Hides a notification.", "parameters": {"type": "object"}}, {"name": "snooze", "description": "Hides a channel.", "parameters": {"type": "object"}}]}
\`\`\`

Give one of them another name, or remove it.

Source: ADR-0009, "Catalogue locking": the set of pairs of agent and tool.`,
  check({ value, kind, facts: { catalogue }, uri }, report) {
    if (!kind.listedAgents || !isObject(value)) return;
    for (const agent of kind.listedAgents(value)) {
      const here = new Map<string, ListedTool>();
      for (const tool of agent.tools) {
        const first = catalogue?.files.has(uri) ? catalogue.agents.get(agent.name)?.tools.get(tool.name) : undefined;
        const elsewhere = first && first.uri !== uri ? ` in ${fileNameOf(first.uri)}` : undefined;
        const where = here.has(tool.name) ? ' above' : elsewhere;
        here.set(tool.name, tool);
        if (where === undefined) continue;
        const message = `"${tool.name.slice(0, 60)}" of "${agent.name.slice(0, 60)}" is listed already${where}; that one counts.`;
        report({ path: [...tool.path, 'name'], message });
      }
    }
  },
});
