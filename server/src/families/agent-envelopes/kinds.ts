import schemas from '../../generated/agent-envelopes.recognition.json';
import { t } from '../../shared/l10n';
import { defineFamily } from '../defineFamily';

// Files of these kinds are recognised by file name alone (`x-file-names` in their schemas), not by their content.
const BY_NAME = { signature: { keys: {}, evidence: [] }, fieldPointers: {} };

/** Defines this extension's own JSON files, its settings and declarations of protocols, as a built-in protocol, so that they are checked, too. */
export default defineFamily('agent-envelopes', {
  title: 'Agent Envelopes',
  reference: t`Files that this extension is set up by`,
  kinds: {
    protocol: { schema: schemas.protocol, ...BY_NAME },
    settings: { schema: schemas.settings, ...BY_NAME },
  },
});
