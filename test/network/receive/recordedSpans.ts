import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** The spans of a run, as the OpenTelemetry SDK records them. */
export function recordedSpans(): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  recordRun(tracerOf(new SimpleSpanProcessor(memory)));
  return memory.getFinishedSpans();
}

/** A tracer whose spans go to a processor. */
export function tracerOf(processor: SpanProcessor): Tracer {
  const resource = resourceFromAttributes({ 'service.name': 'desk', 'service.instance.id': 0 });
  return new BasicTracerProvider({ resource, spanProcessors: [processor] }).getTracer('lib', '1.0');
}

/** An agent that asks a model and calls tools. @returns the id of the trace */
export function recordRun(tracer: Tracer, tools = 2): string {
  const start = 1_780_301_109_000;
  const agent = tracer.startSpan(
    'invoke_agent planner',
    {
      startTime: start,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'planner',
        zero: 0,
        false: false,
        empty: '',
        half: 0.5,
        list: ['a', ''],
        numbers: [0, 1.5],
        least: Number.MIN_SAFE_INTEGER,
      },
    },
    ROOT_CONTEXT,
  );
  const inside = trace.setSpan(ROOT_CONTEXT, agent);
  const chat = tracer.startSpan(
    'chat gpt-x',
    {
      kind: SpanKind.CLIENT,
      startTime: start + 10,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-x',
        'gen_ai.usage.input_tokens': 12,
        'gen_ai.usage.output_tokens': 0,
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'text', content: 'Naïve 日本 🚀' }] },
        ]),
      },
    },
    inside,
  );
  chat.addEvent('retry', { attempt: 0 }, start + 15);
  chat.end(start + 20);
  for (let at = 0; at < tools; at++) {
    const tool = tracer.startSpan(
      `execute_tool search ${at}`,
      {
        startTime: start + 30 + at,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
        links: [{ context: chat.spanContext(), attributes: { order: at } }],
      },
      inside,
    );
    if (at === 1) tool.setStatus({ code: SpanStatusCode.ERROR, message: 'none found' });
    tool.end(start + 31 + at);
  }
  agent.end(start + 100 + tools);
  return agent.spanContext().traceId;
}
