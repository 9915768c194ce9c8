import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { spanAttributes } from '../exchanges/spanAttributes';
import { type SpanEvent, spanExchange } from '../exchanges/spanExchange';
import { attributeReader } from './attributeReader';
import { spanKind } from './spanKind';

/** Reads what a span said from its attributes and events. Never throws. */
export function exchange(span: Record<string, unknown>): Exchange | undefined {
  const { name, attributes, events } = span;
  return spanExchange({
    word: spanKind(attributeReader(attributes), name),
    title: typeof name === 'string' ? name : '',
    attributes: spanAttributes(attributes, ['attributes']),
    events: Array.isArray(events) ? events.slice(0, MOST_EVENTS).flatMap(spanEvent) : [],
  });
}

const MOST_EVENTS = 10_000;

function spanEvent(event: unknown, index: number): SpanEvent[] {
  if (!isObject(event) || typeof event['name'] !== 'string') return [];
  return [{ name: event['name'], attributes: spanAttributes(event['attributes'], ['events', index, 'attributes']) }];
}
