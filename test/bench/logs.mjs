import { registryText } from './registries.mjs';
import { isSeeded } from './seededFaults.mjs';

/** A log of agent messages, of at least so many megabytes, as its lines; no two are the same. */
export function messageLog(megabytes) {
  const lines = [];
  for (let size = 0; size < megabytes * 1e6; size += lines.at(-1).length + 1)
    lines.push(JSON.stringify(message(lines.length)));
  return lines;
}

/** An agent message of a workflow. */
export function message(index) {
  return {
    id: `msg_${String(index).padStart(6, '0')}`,
    timestamp: new Date(1.8e12 + index * 1000).toISOString(),
    from: 'build',
    to: 'review',
    intent: 'task',
    context: { project: 'ledger', domain: 'feature', priority: 2, workflowId: `wf_${index % 50}` },
    payload: {
      input: 'Let users export their invoices',
      output: { summary: `Step ${index}: ${'the export is written line by line, '.repeat(4)}` },
      confidence: 0.92,
      needsReview: false,
    },
    handoff: { nextAgent: 'review', instructions: 'Check the column order.' },
  };
}

/** A log of so many agent messages of 870 bytes each, of 50 workflows; some thousand lines at a time, as text. */
export function* bigLog(count) {
  for (let at = 0; at < count; at += 5000) {
    const lines = [];
    for (let index = at; index < Math.min(count, at + 5000); index++) {
      const line = message(index);
      line.payload.reasoning = 'The order of the columns follows the settings. '.repeat(7);
      lines.push(JSON.stringify(line));
    }
    yield `${lines.join('\n')}\n`;
  }
}

/** The same of one workflow, whose agents hand to each other in turn. */
export function* oneRunLog(count) {
  const agents = ['vision', 'compete', 'trends', 'build', 'review'];
  for (let at = 0; at < count; at += 5000) {
    const lines = [];
    for (let index = at; index < Math.min(count, at + 5000); index++) {
      const line = message(index);
      line.from = agents[index % agents.length];
      line.to = line.handoff.nextAgent = agents[(index + 1) % agents.length];
      line.context.workflowId = 'wf_long';
      line.payload.reasoning = 'The order of the columns follows the settings. '.repeat(7);
      lines.push(JSON.stringify(line));
    }
    yield `${lines.join('\n')}\n`;
  }
}

/**
 * A log of so many agent messages of 850 bytes each, as its lines. Each carries an artifact, as builders' messages do: every
 * hundredth the registry of its feature, the others a source file; some messages suppress a rule.
 * @param {number} count
 * @param {{ faults?: number }} [options] how many of the messages lack a property
 */
export function artifactLog(count, { faults = 0 } = {}) {
  return Array.from({ length: count }, (_, index) => {
    const line = message(index);
    line.payload.artifacts = [artifact(index)];
    if (index % 500 === 499) line.$ignore = ['agent-message/unsure-without-review'];
    if (isSeeded(index, count, faults)) delete line.payload.confidence;
    return JSON.stringify(line);
  });
}

function artifact(index) {
  const feature = `feature-${index % 50}`;
  if (index % 100 === 99) {
    const content = registryText(index % 50, { size: 1, id: feature });
    return { type: 'document', path: `docs/${feature}/index.md`, content, status: 'proposed' };
  }
  const content = `export function write${index}(rows: Row[]): string {\n  const lines = rows.map(row => row.join(';'));\n  return lines.join('\\n');\n}\n`;
  return { type: 'code', path: `src/${feature}/write${index}.ts`, content, language: 'typescript', status: 'proposed' };
}

/** A session of a coding agent of at least so many megabytes, as Claude Code writes it; a request with ten calls of tools at a time, as text. */
export function* codingSession(megabytes) {
  for (let size = 0, request = 0; size < megabytes * 1e6; request++) {
    const lines = [];
    const add = (type, message) => lines.push(JSON.stringify(sessionLine(`${request}-${lines.length}`, type, message)));
    add('user', { role: 'user', content: `Export the invoices of ledger ${request}.` });
    for (let call = 0; call < 10; call++) {
      const id = `toolu_${request}_${call}`;
      const use = { type: 'tool_use', id, name: 'Read', input: { file_path: `/ledger/export/${request}/${call}.ts` } };
      add('assistant', {
        id: `msg_${request}_${call}`,
        role: 'assistant',
        model: 'a-model-2026',
        content: [{ type: 'text', text: 'The columns are read first. '.repeat(4) }, use],
        usage: { input_tokens: 1200, output_tokens: 80, cache_read_input_tokens: 9000, cache_creation_input_tokens: 0 },
      });
      const content = 'export const columns = ["date", "sum"]; // in this order\n'.repeat(60);
      add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] });
    }
    const text = `${lines.join('\n')}\n`;
    size += text.length;
    yield text;
  }
}

function sessionLine(place, type, message) {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: '/ledger',
    sessionId: 'a1b2c3d4-0000-4000-8000-000000000001',
    version: '2.0.0',
    gitBranch: 'main',
    type,
    message,
    uuid: `uuid-${place}`,
    timestamp: new Date(1.8e12 + Number(place.replace('-', '')) * 10).toISOString(),
  };
}

const event = (type, names) => ({
  schema: {
    type: 'object',
    required: ['type', ...names],
    properties: {
      type: { const: type },
      note: { type: 'string' },
      ...Object.fromEntries(names.map(name => [name, { type: 'string' }])),
    },
  },
});

/** A protocol of the events of runs and of the calls of tools in them, which come in order. */
export const orderedProtocol = {
  id: 'jobs',
  tellBy: '/type',
  kinds: {
    'run-started': event('run-started', ['threadId', 'runId']),
    'call-start': event('call-start', ['callId', 'tool']),
    'call-args': event('call-args', ['callId', 'delta']),
    'call-end': event('call-end', ['callId']),
    'run-finished': event('run-finished', ['threadId', 'runId']),
  },
  order: [
    { begins: ['run-started'], next: { 'run-finished': ['run-started'] } },
    {
      name: 'call',
      by: { 'call-start': '/callId', 'call-args': '/callId', 'call-end': '/callId' },
      begins: ['call-start'],
      next: { 'call-start': ['call-args', 'call-end'], 'call-args': ['call-args', 'call-end'] },
      ends: ['call-end'],
      closedBy: ['run-finished'],
    },
  ],
};

/** So many lines of such events, each of 260 bytes. */
export function* orderedLog(count) {
  const note = 'The order of the columns follows the settings. '.repeat(4);
  let calls = 0;
  for (let line = 0, run = 0; line < count; run++) {
    const events = [{ type: 'run-started', threadId: 't1', runId: `r${run}` }];
    for (let call = 0; call < 12; call++) {
      const callId = `c${calls++}`;
      events.push({ type: 'call-start', callId, tool: 'read' });
      events.push({ type: 'call-args', callId, delta: 'a' }, { type: 'call-args', callId, delta: 'b' });
      events.push({ type: 'call-end', callId });
    }
    events.push({ type: 'run-finished', threadId: 't1', runId: `r${run}` });
    for (const one of events.slice(0, count - line)) yield JSON.stringify({ ...one, note });
    line += events.length;
  }
}
