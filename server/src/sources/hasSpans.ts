import { isObject } from '../text/pointer';

/** Whether a request of OTLP, also in its older names, has a span: a store may answer an empty one for a trace that it does not have. */
export function hasSpans({ resourceSpans, batches }: Record<string, unknown>): boolean {
  const scopes = objects(resourceSpans ?? batches).flatMap(resource =>
    objects(resource['scopeSpans'] ?? resource['instrumentationLibrarySpans']),
  );
  return scopes.some(({ spans }) => Array.isArray(spans) && spans.length > 0);
}

function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
