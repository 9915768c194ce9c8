import { defineRule } from '../../../rules/defineRule';
import { ALONE, readProtocolDeclaration } from '../../declared/readProtocolDeclaration';

export default defineRule({
  id: 'agent-envelopes/protocol-fault',
  severity: 'error',
  comparesElements: 'findings',
  check({ value, facts, files }, report) {
    const faults = (files && facts.declarationFaults?.(files.uri)) ?? readProtocolDeclaration(value, ALONE).faults;
    for (const { path, on, message, severity } of faults.slice(0, MOST))
      report({ path, message, ...(on && { on }), ...(severity && { severity }) });
  },
});

const MOST = 100;
