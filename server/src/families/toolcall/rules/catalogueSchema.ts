import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { atPath, isObject } from '../../../text/jsonPointer';

/** Reports a tool in a catalogue whose parameters are no usable JSON Schema, so that its calls can't be checked. */
export default defineRule({
  id: 'toolcall/catalogue-schema',
  kinds: ['toolcall/catalogue'],
  severity: 'error',
  ofReadOnly: true,
  check({ value, kind, facts: { compile }, uri }, report) {
    if (!compile || !kind.listedAgents) return;
    for (const { parametersPath, name, parameters } of kind.listedAgents(value, uri).flatMap(({ tools }) => tools)) {
      // Skips parameters that are no JSON object: the schema of the catalogue reports these.
      const compiled = isObject(parameters) ? compile(parameters) : undefined;
      if (!compiled || !('fault' in compiled)) continue;
      const message = t`The parameters of "${name.slice(0, 60)}" are not a usable JSON Schema: ${compiled.fault} Its calls are not checked.`;
      // A schema that is derived from other declarations is not written there.
      const isWritten = compiled.at !== undefined && atPath(value, [...parametersPath, compiled.at]) !== undefined;
      const path = isWritten ? [...parametersPath, compiled.at as string] : parametersPath;
      // Another program may well use a list of tools that is not usable here.
      report({ path, on: 'key', message, ...(kind.readOnly && { severity: 'warning' }) });
    }
  },
});
