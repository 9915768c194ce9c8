// A trace of model calls, as OpenTelemetry's conventions write them.

/**
 * @typedef {object} ChatCall
 * @property {unknown[]} [input] the messages that went in
 * @property {unknown[]} [output] the messages that came out
 * @property {Record<string, unknown>} [attributes] further ones
 */

/**
 * One span a second, each a call of a model.
 * @param {string} id of the trace
 * @param {readonly ChatCall[]} calls
 */
export function chatTrace(id, calls) {
  return {
    spans: calls.map(({ input, output, attributes }, index) => ({
      name: `chat ${index + 1}`,
      context: { trace_id: id, span_id: `${id}-${index + 1}` },
      start_time: new Date(1.78e12 + index * 1000).toISOString(),
      end_time: new Date(1.78e12 + index * 1000 + 500).toISOString(),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'small-1',
        'gen_ai.usage.input_tokens': 1200,
        'gen_ai.usage.output_tokens': 34,
        ...(input && { 'gen_ai.input.messages': JSON.stringify(input) }),
        ...(output && { 'gen_ai.output.messages': JSON.stringify(output) }),
        ...attributes,
      },
    })),
  };
}
