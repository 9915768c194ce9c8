import type { ListedTool } from '../../../model/catalogue';
import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { fileNameOf } from '../../../text/decodeUri';

/** Reports two tools of one agent that have the same name in the catalogues. */
export default defineRule({
  id: 'toolcall/duplicate-tool',
  kinds: ['toolcall/catalogue'],
  severity: 'warning',
  ofReadOnly: true,
  comparesElements: 'findings',
  comparedKeys: ['name'],
  check({ value, kind, facts: { catalogue }, uri }, report) {
    if (!kind.listedAgents) return;
    for (const agent of kind.listedAgents(value, uri)) {
      const here = new Map<string, ListedTool>();
      for (const tool of agent.tools) {
        // A tool of a server may be listed in several files, since lists of servers' tools are often kept in several formats. Only tools of
        // agents are compared with the other files.
        const others = agent.isServer || !catalogue?.files.has(uri) ? undefined : catalogue;
        const first = others?.agents.get(agent.name)?.tools.get(tool.name);
        const isAbove = here.has(tool.name);
        here.set(tool.name, tool);
        const elsewhere = first && first.uri !== uri ? fileNameOf(first.uri) : undefined;
        const [name, owner] = [tool.name.slice(0, 60), agent.name.slice(0, 60)];
        if (isAbove)
          report({
            path: tool.namePath,
            message: t`"${name}" of "${owner}" is listed already above; that one counts.`,
          });
        else if (elsewhere !== undefined)
          report({
            path: tool.namePath,
            message: t`"${name}" of "${owner}" is listed already in ${elsewhere}; that one counts.`,
          });
      }
    }
  },
});
