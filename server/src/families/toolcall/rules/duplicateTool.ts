import type { ListedTool } from '../../../model/catalogue';
import { defineRule } from '../../../rules/defineRule';
import { fileNameOf } from '../../../text/decodeUri';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'toolcall/duplicate-tool',
  severity: 'warning',
  comparesElements: 'findings',
  comparedKeys: ['name'],
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
