import { defineRule } from '../../../rules/defineRule';
import { readProtocolDeclaration } from '../../declared/readProtocolDeclaration';

export default defineRule({
  id: 'agent-envelopes/protocol-fault',
  severity: 'error',
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
