import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { attributeReader } from './attributeReader';
import { hexId } from './hexId';
import { serviceName } from './serviceName';
import type { Span } from './span';

/** The spans of a request, grouped there by resource and instrumentation scope. */
export function requestSpans(value: Record<string, unknown>): Span[] {
  return each(value, ['resourceSpans'], []).flatMap(({ item: ofResource, path }) => {
    const { resource } = ofResource;
    const from = {
      service: serviceName(resource),
      resource: isObject(resource) ? attributeReader(resource['attributes']) : undefined,
    };
    return each(ofResource, ['scopeSpans', 'instrumentationLibrarySpans'], path)
      .flatMap(({ item: ofScope, path: below }) => each(ofScope, ['spans'], below))
      .map(({ item, path: at }) => spanOf(item, at, from));
  });
}

interface Found {
  item: Record<string, unknown>;
  path: Path;
}

/** The objects in the lists with these names. */
function each(holder: Record<string, unknown>, names: readonly string[], path: Path): Found[] {
  return names.flatMap(name => {
    const list = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (!Array.isArray(list)) return [];
    return list.flatMap((item, index): Found[] => (isObject(item) ? [{ item, path: [...path, name, index] }] : []));
  });
}

function spanOf(span: Record<string, unknown>, path: Path, from: Pick<Span, 'service' | 'resource'>): Span {
  const { traceId, spanId, parentSpanId, name, startTimeUnixNano: start, endTimeUnixNano: end, status } = span;
  return {
    path,
    run: hexId(traceId),
    key: hexId(spanId),
    parent: hexId(parentSpanId),
    name,
    start,
    end,
    status: isObject(status) ? status['code'] : undefined,
    message: isObject(status) ? status['message'] : undefined,
    attributes: attributeReader(span['attributes']),
    ...from,
  };
}
