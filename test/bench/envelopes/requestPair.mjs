import { prose, time } from './said.mjs';

/** A request and its response, with the events on the way. */
export function requestPair(n) {
  const trace_id = `trip-${n}`;
  const request = {
    goal: `Plan weekend ${n} in Lisbon`,
    task: `Search hotels for ${1 + (n % 9)} guests`,
    metadata: { trace_id, profile: 'demo', priority: n % 10, timeout_seconds: 30, tags: { team: 'travel' } },
    inputs: { city: 'Lisbon', from: '2026-06-12', to: '2026-06-14', wishes: prose(n, 4) },
    context: { previous_agent: 'planner', step_index: n % 6 },
    constraints: { max_api_calls: 5, max_cost_usd: 0.25 },
    expected_output: 'List of hotels with name, price and distance',
  };
  const events = [0, 1, 2].map(index => ({
    event: 'execute:step',
    timestamp: time(n * 60 + index),
    trace_id,
    tool: 'search_hotels',
    index,
    duration_ms: 210.5 + index,
  }));
  const hotels = Array.from({ length: 5 }, (_, i) => ({
    name: `Casa ${n + i}`,
    price: 90 + i,
    about: prose(n + i, 2),
  }));
  const response = {
    status: 'success',
    result: { hotels },
    error: null,
    trace: events,
    metadata: { duration_ms: 640.2, trace_id, profile: 'demo', agent_type: 'worker', api_calls: 3, cache_hit: false },
    timestamp: time(n * 60 + 4),
  };
  return [request, response];
}
