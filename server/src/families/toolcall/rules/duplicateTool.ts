import type { ListedTool } from '../../../model/catalogue';
import { defineRule } from '../../../rules/defineRule';
import { fileNameOf } from '../../../text/decodeUri';

export default defineRule({
  id: 'toolcall/duplicate-tool',
  severity: 'warning',
  ofReadOnly: true,
  comparesElements: 'findings',
  comparedKeys: ['name'],
  check({ value, kind, facts: { catalogue }, uri }, report) {
    if (!kind.listedAgents) return;
    for (const agent of kind.listedAgents(value, uri)) {
      const here = new Map<string, ListedTool>();
      for (const tool of agent.tools) {
        // A server's tools are often listed in several formats.
        const others = agent.isServer || !catalogue?.files.has(uri) ? undefined : catalogue;
        const first = others?.agents.get(agent.name)?.tools.get(tool.name);
        const elsewhere = first && first.uri !== uri ? ` in ${fileNameOf(first.uri)}` : undefined;
        const where = here.has(tool.name) ? ' above' : elsewhere;
        here.set(tool.name, tool);
        if (where === undefined) continue;
        const message = `"${tool.name.slice(0, 60)}" of "${agent.name.slice(0, 60)}" is listed already${where}; that one counts.`;
        report({ path: tool.namePath, message });
      }
    }
  },
});
