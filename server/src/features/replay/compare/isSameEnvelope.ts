import { maskUniqueValues } from '../../../text/names/maskIds';

/** Whether two JSON values are equal except for ids, times and durations. */
export function isSameEnvelope(one: unknown, other: unknown): boolean {
  const pending: [unknown, unknown][] = [[one, other]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [first, second] = next;
    if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) {
      if (!sameScalar(first, second)) return false;
      continue;
    }
    if (Array.isArray(first) !== Array.isArray(second)) return false;
    const names = Object.keys(first);
    if (names.length !== Object.keys(second).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(second, name)) return false;
      const members = [memberOf(first, name), memberOf(second, name)] as [unknown, unknown];
      if (!(UNIQUE.test(name) && members.every(isScalar))) pending.push(members);
    }
  }
  return true;
}

// `call_id`, `traceId`, `timestamp`, `startTimeUnixNano`, `latency_ms`
const UNIQUE =
  /(?:^|_)(?:id|ts|at|time|date)$|(?:Id|At|Time|Date|UnixNano)$|[Tt]imestamp|(?:^|_)latency|Latency|(?:^|_)duration|Duration/;

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function sameScalar(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === 'string' && typeof other === 'string' && maskUniqueValues(one) === maskUniqueValues(other);
}

function memberOf(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}
