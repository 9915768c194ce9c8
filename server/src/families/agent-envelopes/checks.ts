import protocolSchema from '../../../../schemas/agent-envelopes/protocol.schema.json';
import settingsSchema from '../../../../schemas/agent-envelopes/settings.schema.json';
import { protocol, settings } from '../../generated/agent-envelopes.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';
import badGlob from './rules/badGlob';
import pathLeadsNowhere from './rules/pathLeadsNowhere';
import protocolFault from './rules/protocolFault';
import unknownKind from './rules/unknownKind';
import unknownRule from './rules/unknownRule';

export default withChecks(kinds, {
  schemas: { protocol: protocolSchema, settings: settingsSchema },
  validators: { protocol, settings },
  rules: [unknownRule, unknownKind, badGlob, pathLeadsNowhere, protocolFault],
});
