import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { identifier } from '../drafts/draft';
import { attributeReader } from './attributeReader';
import { serviceName } from './serviceName';
import type { Span } from './span';

/** The spans of a trace that a program wrote as plain objects: a flat list. Ids are kept as written. */
export function bareSpans({ spans }: Record<string, unknown>): Span[] {
  if (!Array.isArray(spans)) return [];
  return spans.flatMap((span, index) => (isObject(span) ? [spanOf(span, ['spans', index])] : []));
}

function spanOf(span: Record<string, unknown>, path: Path): Span {
  const { name, start_time: start, end_time: end, status } = span;
  const context = objectAt(span, 'context');
  return {
    path,
    run: idOf(context['trace_id']),
    key: idOf(context['span_id']),
    parent: idOf(objectAt(span, 'parent')['span_id']) ?? idOf(span['parent_id']),
    name,
    start,
    end,
    status: isObject(status) ? status['status_code'] : undefined,
    message: isObject(status) ? status['description'] : undefined,
    attributes: attributeReader(span['attributes']),
    service: serviceName(span['resource']),
  };
}

function objectAt(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = holder[key];
  return isObject(found) ? found : {};
}

// Zero is no id.
function idOf(value: unknown): string | undefined {
  const id = identifier(value);
  return id === undefined || /^(0x)?0+$/.test(id) ? undefined : id;
}
