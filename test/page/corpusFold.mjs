// What the runs of the shared corpus are, read from its files in plain JavaScript after the protocols' documents alone:
// nothing of the product stands behind it. A test holds what the product shows against it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Told what one step tells
 * @property {string} title a part of what the step is called
 * @property {string} [agent] who did it
 * @property {string} [next] to whom it was handed over
 * @property {string} [approval]
 * @property {string} [budget]
 * @property {number} [tokens]
 * @property {number} [cost]
 * @property {{ name: string, status: string }[]} [artifacts]
 * @property {string[]} [decisions]
 * @property {string[]} [notes]
 *
 * @typedef {object} CorpusRun
 * @property {string} find what it is found by among all runs
 * @property {Told[]} steps in their order
 */

/**
 * The runs of a folder of the corpus.
 * @param {string} corpus
 * @returns {{ traces: CorpusRun[], events: CorpusRun[], calls: CorpusRun[] }}
 */
export function corpusRuns(corpus) {
  const read = file => readFileSync(path.join(corpus, file), 'utf8');
  const json = file => JSON.parse(read(file));
  const lines = file =>
    read(file)
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
  return {
    traces: [
      ...['agent-prism__rag_earnings_agent', 'opentelemetry-proto-trace'].map(name =>
        spansRun(name, otlpSpans([json(`traces/otlp/${name}.json`)].flat())),
      ),
      ...['OPENAI_trace', 'GOOGLE_trace'].map(name => spansRun(name, genAiSpans(read(`traces/gen-ai/${name}.json`)))),
      ...readdirSync(path.join(corpus, 'traces/langfuse'))
        .filter(name => name.endsWith('.json'))
        .map(name => spansRun(path.parse(name).name, observations(json(`traces/langfuse/${name}`)))),
    ],
    events: eventRuns({ read, json, lines, names: readdirSync(path.join(corpus, 'cuga')) }),
    calls: [
      callsRun(lines('aura/toolcalls/upstream_tests_calls.jsonl')),
      ...readdirSync(path.join(corpus, 'aura/traces')).map(name => decisionRun(json(`aura/traces/${name}`))),
      protocolRun(json('humaninloop/agent-protocol/input.json'), json('humaninloop/agent-protocol/output.json')),
    ],
  };
}

/**
 * The state after the first so many steps.
 * @param {Told[]} steps
 */
export function stateOf(steps) {
  const state = { tokens: 0, cost: 0, artifacts: new Map(), decisions: [], notes: [] };
  for (const step of steps) {
    if (step.agent) state.agent = step.agent;
    if (step.next) Object.assign(state, { agent: step.next, handoff: step.next });
    if (step.approval) state.approval = step.approval;
    if (step.budget) state.budget = step.budget;
    state.tokens += step.tokens ?? 0;
    state.cost += step.cost ?? 0;
    for (const { name, status } of step.artifacts ?? []) state.artifacts.set(name, status);
    state.decisions.push(...(step.decisions ?? []));
    state.notes.push(...(step.notes ?? []));
  }
  return state;
}

// A span as all three formats have it: id, parent, name, start (whole nanoseconds), agent, service, tokens, cost.
function spansRun(name, spans) {
  const byId = new Map(spans.map(span => [span.id, span]));
  const around = span => {
    const found = [];
    for (let here = byId.get(span.parent); here && !found.includes(here); here = byId.get(here.parent))
      found.push(here);
    return found;
  };
  // What spans inside it have used is not used twice.
  const sums = new Set(spans.filter(span => span.tokens || span.cost).flatMap(around));
  const depth = span => around(span).length;
  const steps = spans
    .toSorted((one, other) => Number(one.start - other.start) || depth(one) - depth(other))
    .map(span => ({
      title: span.name,
      agent: span.agent ?? around(span).find(({ agent }) => agent)?.agent ?? span.service,
      ...(!sums.has(span) && { tokens: span.tokens, cost: span.cost }),
    }));
  return { find: `path:${name}`, steps };
}

function otlpSpans(requests) {
  return requests.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = valuesOf(resource.attributes)['service.name'];
      return scopeSpans.flatMap(({ spans }) =>
        spans.map(span => {
          const said = valuesOf(span.attributes);
          return {
            id: span.spanId,
            parent: span.parentSpanId,
            name: span.name,
            start: BigInt(span.startTimeUnixNano),
            agent: said['gen_ai.agent.name'] ?? nodeOf(said['metadata']),
            // By its convention that says that nobody has given it a name.
            service: service?.startsWith('unknown_service') ? undefined : service,
            tokens: Number(said['llm.token_count.total'] ?? 0),
            cost: Number(said['llm.cost.total'] ?? 0),
          };
        }),
      );
    }),
  );
}

function valuesOf(attributes = []) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

function nodeOf(metadata) {
  const said = typeof metadata === 'string' ? JSON.parse(metadata) : metadata;
  return said?.langgraph_node;
}

// Its ids are whole numbers that no number holds.
function genAiSpans(text) {
  const { spans } = JSON.parse(text.replace(/("(?:span_id|trace_id)": )(\d+)/g, '$1"$2"'));
  return spans.map(({ name, parent, context, start_time: start, attributes }) => ({
    id: context.span_id,
    parent: parent?.span_id ?? undefined,
    name,
    start: BigInt(start),
    agent: attributes['gen_ai.agent.name'],
    tokens: (attributes['gen_ai.usage.input_tokens'] ?? 0) + (attributes['gen_ai.usage.output_tokens'] ?? 0),
    cost: (attributes['gen_ai.usage.input_cost'] ?? 0) + (attributes['gen_ai.usage.output_cost'] ?? 0),
  }));
}

function observations({ observations: all }) {
  return all.map(({ id, parentObservationId, name, model, type, startTime, metadata, usageDetails, costDetails }) => ({
    id,
    parent: parentObservationId ?? undefined,
    name: name || model,
    start: BigInt(Date.parse(startTime)),
    agent: metadata?.attributes?.['graph.node.id'] ?? nodeOf(metadata) ?? (type === 'AGENT' ? name : undefined),
    tokens: usageDetails.total,
    cost: costDetails.total,
  }));
}

/** One trace id is one run: its requests with their responses, what happened inside those, and the events besides. */
function eventRuns({ read, json, lines, names }) {
  const responses = names.filter(name => /\.response(\.TRUNCATED)?\.json$/.test(name)).sort();
  const wholes = responses.map(name => {
    const response = name.includes('TRUNCATED') ? closed(read(`cuga/${name}`)) : json(`cuga/${name}`);
    const asked = name.replace('.response.', '.request.');
    const request = names.includes(asked) ? json(`cuga/${asked}`) : undefined;
    const inside = response.trace ?? [];
    const { metadata = {}, timestamp } = response;
    // It is written when it is done.
    const ended = timestamp === undefined ? undefined : milliseconds(`${timestamp}Z`);
    return {
      run: metadata.trace_id ?? inside.find(event => event.trace_id)?.trace_id ?? name,
      at: ended === undefined ? undefined : ended - (metadata.duration_ms ?? 0),
      steps: [
        { title: request?.task ?? '', agent: metadata.agent_type },
        ...inside.map(event => ({ title: event.event ?? event.stage })),
      ],
    };
  });
  const events = [...json('cuga/trace_emitter_events.json'), ...lines('cuga/structured_events.jsonl')].map(event => ({
    run: event.trace_id,
    at: milliseconds(event.timestamp_iso ?? event.timestamp),
    steps: [eventStep(event)],
  }));
  const all = [...wholes, ...events];
  return [...new Set(all.map(({ run }) => run))].map(run => ({
    find: run.endsWith('.json') ? `path:${run}` : run,
    // What says no time comes before what follows it.
    steps: all
      .filter(part => part.run === run)
      .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
      .flatMap(({ steps }) => steps),
  }));
}

function eventStep({ event, event_type: type = event, details, attributes = details ?? {} }) {
  const [, gate, state] = /^(budget|approval)_(\w+)$/.exec(type) ?? [];
  const decided = state === 'received' ? (attributes.approved ? 'approved' : 'rejected') : state;
  return {
    title: type,
    ...(type === 'route_decision' && { next: attributes.target ?? attributes.agent_selected }),
    ...(gate && { [gate]: decided }),
  };
}

// With the microseconds, which a Date does not have.
function milliseconds(text) {
  const [, fraction = '0'] = /\.(\d+)/.exec(text) ?? [];
  return Math.floor(Date.parse(text) / 1000) * 1000 + Number(`0.${fraction}`) * 1000;
}

/** JSON that ends in the middle, as far as it goes. */
function closed(text) {
  const open = [];
  let isText = false;
  for (let i = 0; i < text.length; i++) {
    if (isText) {
      if (text[i] === '\\') i++;
      else if (text[i] === '"') isText = false;
    } else if (text[i] === '"') isText = true;
    else if ('{['.includes(text[i])) open.push(text[i] === '{' ? '}' : ']');
    else if ('}]'.includes(text[i])) open.pop();
  }
  const whole = text
    .trimEnd()
    .replace(/,?\s*"[^"]*":?$/, '')
    .replace(/,$/, '');
  return JSON.parse(whole + open.reverse().join(''));
}

function callsRun(calls) {
  const steps = calls.map(({ agent, tool }) => ({ title: tool, agent }));
  return { find: 'path:upstream_tests_calls', steps };
}

function decisionRun({ trace_id: find, chosen, rationale }) {
  return { find, steps: [{ title: chosen, decisions: [rationale] }] };
}

function protocolRun({ context, task }, { artifacts, notes }) {
  const written = artifacts.map(({ path: name, operation }) => ({ name, status: operation }));
  const { feature_id: feature, workflow } = context;
  return { find: `${feature} · ${workflow}`, steps: [{ title: task.action, artifacts: written, notes }] };
}
