import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { spanAttributes } from '../exchanges/spanAttributes';
import { type SpanEvent, spanExchange } from '../exchanges/spanExchange';
import { logExchange } from './logRecords';
import { printedAttributes } from './looseSpans';
import { spanKind } from './spanKind';

/** Reads what a span said from its attributes and events. Never throws. */
export function exchange(span: Record<string, unknown>, kind = ''): Exchange | undefined {
  if (kind.startsWith('otlp/log')) return logExchange(span);
  const { events } = span;
  const name = span['name'] ?? span['operationName'];
  const [key, attributes] = attributesOf(span);
  return spanExchange({
    word: spanKind(printedAttributes(span), name),
    title: typeof name === 'string' ? name : '',
    attributes: spanAttributes(attributes, [key]),
    events: Array.isArray(events) ? events.slice(0, MOST_EVENTS).flatMap(spanEvent) : [],
  });
}

/** The attributes of a span, and the name of the property that has them: Jaeger and Zipkin have tags. */
function attributesOf(span: Record<string, unknown>): [key: string, attributes: unknown] {
  return span['attributes'] === undefined ? ['tags', span['tags']] : ['attributes', span['attributes']];
}

const MOST_EVENTS = 10_000;

function spanEvent(event: unknown, index: number): SpanEvent[] {
  if (!isObject(event) || typeof event['name'] !== 'string') return [];
  return [{ name: event['name'], attributes: spanAttributes(event['attributes'], ['events', index, 'attributes']) }];
}
