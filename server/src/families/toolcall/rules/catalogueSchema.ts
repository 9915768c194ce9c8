import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'toolcall/catalogue-schema',
  severity: 'error',
  check({ value, kind, facts: { compile } }, report) {
    if (!compile || !kind.listedAgents || !isObject(value)) return;
    for (const { path, name, parameters } of kind.listedAgents(value).flatMap(({ tools }) => tools)) {
      // The catalogue's contract reports other types.
      const compiled = isObject(parameters) ? compile(parameters) : undefined;
      if (!compiled || !('fault' in compiled)) continue;
      const message = `The parameters of "${name.slice(0, 60)}" are not a usable JSON Schema: ${compiled.fault} Its calls are not checked.`;
      const at = compiled.at === undefined ? [] : [compiled.at];
      report({ path: [...path, 'parameters', ...at], on: 'key', message });
    }
  },
});
