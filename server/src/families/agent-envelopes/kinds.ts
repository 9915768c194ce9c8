import schemas from '../../generated/agent-envelopes.recognition.json';
import { t } from '../../shared/l10n';
import { defineFamily } from '../defineFamily';

// These kinds are recognised by file name alone: see `x-file-names` in the schemas.
const BY_NAME = { signature: { keys: {}, evidence: [] }, fieldPointers: {} };

/** The family of the files that set up this extension: settings and declared protocols. */
export default defineFamily('agent-envelopes', {
  title: 'Agent Envelopes',
  reference: t`Files that this extension is set up by`,
  kinds: {
    protocol: { schema: schemas.protocol, ...BY_NAME },
    settings: { schema: schemas.settings, ...BY_NAME },
  },
});
