import jaegerSchema from '../../../../schemas/otlp/jaeger.schema.json';
import logSchema from '../../../../schemas/otlp/log.schema.json';
import logsSchema from '../../../../schemas/otlp/logs.schema.json';
import requestSchema from '../../../../schemas/otlp/request.schema.json';
import spanSchema from '../../../../schemas/otlp/span.schema.json';
import spansSchema from '../../../../schemas/otlp/spans.schema.json';
import { jaeger, log, logs, request, span, spans } from '../../generated/otlp.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: {
    request: requestSchema,
    spans: spansSchema,
    span: spanSchema,
    logs: logsSchema,
    log: logSchema,
    jaeger: jaegerSchema,
  },
  validators: { request, spans, span, logs, log, jaeger },
});
