import requestSchema from '../../../../schemas/otlp/request.schema.json';
import spansSchema from '../../../../schemas/otlp/spans.schema.json';
import { request, spans } from '../../generated/otlp.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { request: requestSchema, spans: spansSchema },
  validators: { request, spans },
});
