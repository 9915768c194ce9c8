import settingsSchema from '../../../../schemas/agent-envelopes/settings.schema.json';
import { settings } from '../../generated/agent-envelopes.validators';
import { defineFamily } from '../defineFamily';
import badGlob from './rules/badGlob';
import pathLeadsNowhere from './rules/pathLeadsNowhere';
import unknownKind from './rules/unknownKind';
import unknownRule from './rules/unknownRule';

// Known by the names of their files alone: see `x-file-names` in the schemas.
const BY_NAME = { signature: { keys: {}, proof: [] }, tells: {} };

export default defineFamily('agent-envelopes', {
  title: 'Agent Envelopes',
  source: 'Files that this extension is set up by',
  rules: [unknownRule, unknownKind, badGlob, pathLeadsNowhere],
  kinds: {
    settings: { schema: settingsSchema, validate: settings, ...BY_NAME },
  },
});
