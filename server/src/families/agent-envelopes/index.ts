import protocolSchema from '../../../../schemas/agent-envelopes/protocol.schema.json';
import settingsSchema from '../../../../schemas/agent-envelopes/settings.schema.json';
import snippets from '../../../../snippets/agent-envelopes.json';
import { protocol, settings } from '../../generated/agent-envelopes.validators';
import { defineFamily } from '../defineFamily';
import badGlob from './rules/badGlob';
import pathLeadsNowhere from './rules/pathLeadsNowhere';
import protocolFault from './rules/protocolFault';
import unknownKind from './rules/unknownKind';
import unknownRule from './rules/unknownRule';

// Known by the names of their files alone: see `x-file-names` in the schemas.
const BY_NAME = { signature: { keys: {}, evidence: [] }, fieldPointers: {} };

export default defineFamily('agent-envelopes', {
  title: 'Agent Envelopes',
  source: 'Files that this extension is set up by',
  snippets,
  rules: [unknownRule, unknownKind, badGlob, pathLeadsNowhere, protocolFault],
  kinds: {
    protocol: { schema: protocolSchema, validate: protocol, ...BY_NAME },
    settings: { schema: settingsSchema, validate: settings, ...BY_NAME },
  },
});
