import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-io/trace-id-differs',
  severity: 'error',
  fix: 'writes the id of the response',
  check({ value, kind }, report) {
    if (kind.id !== 'agent-io/response') return;
    const own = atPointer(value, '/metadata/trace_id');
    const trace = atPointer(value, '/trace');
    if (!isId(own) || !Array.isArray(trace)) return;
    for (const [index, event] of trace.entries()) {
      const id = atPointer(event, '/trace_id');
      if (!isId(id) || id === own) continue;
      const path = ['trace', index, 'trace_id'];
      report({
        path,
        message: `This event belongs to the trace "${id.slice(0, 60)}", but its response to "${own.slice(0, 60)}" (metadata.trace_id); they must be the same.`,
        fixes: [{ title: `Change to ${JSON.stringify(own.slice(0, 60))}`, do: 'set', path, value: own }],
      });
    }
  },
});

// A blank text is no id.
function isId(id: unknown): id is string {
  return typeof id === 'string' && /\S/.test(id);
}
