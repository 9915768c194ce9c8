import jaegerSchema from '../../../../schemas/otlp/jaeger.schema.json';
import requestSchema from '../../../../schemas/otlp/request.schema.json';
import spanSchema from '../../../../schemas/otlp/span.schema.json';
import spansSchema from '../../../../schemas/otlp/spans.schema.json';
import { jaeger, request, span, spans } from '../../generated/otlp.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { request: requestSchema, spans: spansSchema, span: spanSchema, jaeger: jaegerSchema },
  validators: { request, spans, span, jaeger },
});
