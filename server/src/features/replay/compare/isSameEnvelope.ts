import { maskUniqueValues } from '../../../text/names/maskIds';

/** Whether two JSON values are equal except for ids, times and durations. */
export function isSameEnvelope(left: unknown, right: unknown): boolean {
  const pending: [unknown, unknown][] = [[left, right]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [leftValue, rightValue] = next;
    if (typeof leftValue !== 'object' || leftValue === null || typeof rightValue !== 'object' || rightValue === null) {
      if (!sameScalar(leftValue, rightValue)) return false;
      continue;
    }
    if (Array.isArray(leftValue) !== Array.isArray(rightValue)) return false;
    const names = Object.keys(leftValue);
    if (names.length !== Object.keys(rightValue).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(rightValue, name)) return false;
      const members = [memberOf(leftValue, name), memberOf(rightValue, name)] as [unknown, unknown];
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

function sameScalar(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === 'string' && typeof right === 'string' && maskUniqueValues(left) === maskUniqueValues(right);
}

function memberOf(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}
