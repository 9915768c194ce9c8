import { artifactLog, bigLog, message } from './logs.mjs';
import { registryText } from './registries.mjs';
import { isSeeded } from './seededFaults.mjs';

/**
 * @typedef {object} Places
 * @property {string} text
 * @property {Position} typed where a character is typed
 * @property {Position} [asked] where completion and hover are asked for, before `typed` in its line
 *
 * @typedef {{ line: number, character: number }} Position
 *
 * @typedef {Places & {
 *   file: string,
 *   languageId: string,
 *   kind: string,
 *   faults: number,
 *   fault: RegExp,
 *   array?: Places,
 *   isArray?: boolean,
 * }} Corpus a text for editors. `kind` is that of its envelopes; `fault` matches the messages of its seeded faults; `array`
 *   holds the lines of a log as a JSON array, for servers that know no logs; `isArray`: the text is an array itself
 */

const FAULTS = 10;

/** An agent response with a long trace, an event a line; by default 10 MB. @returns {Corpus} */
export function responseCorpus(count = 66_500) {
  const events = Array.from({ length: count }, (_, index) => JSON.stringify(traceEvent(index, count)));
  const envelope = {
    status: 'success',
    result: { answer: 'done' },
    trace: ELEMENTS,
    metadata: { agent_type: 'coordinator', api_calls: 2 },
    timestamp: '2026-07-01T09:00:00Z',
  };
  const { text, firstLine } = withElements(envelope, events);
  const index = faultlessFrom(count >> 1, count);
  return {
    file: 'a.response.json',
    languageId: 'json',
    kind: 'agent-io/response',
    text,
    faults: FAULTS,
    fault: /string/,
    typed: { line: firstLine + index, character: afterText(events[index], 'Step') },
    asked: { line: firstLine + index, character: afterText(events[index], '"event":"') },
  };
}

function traceEvent(index, count) {
  return {
    timestamp: new Date(1.8e12 + index * 1000).toISOString(),
    agent: ['planner', 'worker', 'coordinator'][index % 3],
    event: isSeeded(index, count, FAULTS) ? 7 : index % 3 ? 'tool_end' : 'plan_created',
    detail: `Step ${index} is done, and the next one begins.`,
  };
}

/** An agent message with many artifacts, one a line, of 3 KB each; by default 10 MB. @returns {Corpus} */
export function messageCorpus(count = 3000) {
  const artifacts = Array.from({ length: count }, (_, index) => JSON.stringify(artifact(index, count)));
  const envelope = message(1);
  envelope.payload.artifacts = ELEMENTS;
  const { text, firstLine } = withElements(envelope, artifacts);
  const index = faultlessFrom(count >> 1, count);
  return {
    file: 'message.json',
    languageId: 'json',
    kind: 'agent-message/message',
    text,
    faults: FAULTS,
    fault: /\bstatus\b/,
    typed: { line: firstLine + index, character: afterText(artifacts[index], 'the rows of') },
    asked: { line: firstLine + index, character: afterText(artifacts[index], '"type":"') },
  };
}

/** A source file; each hundredth is the registry of a feature. */
function artifact(index, count) {
  const status = isSeeded(index, count, FAULTS) ? {} : { status: 'proposed' };
  if (index % 100 === 99) {
    const id = `feature-${index}`;
    return {
      type: 'documentation',
      path: `docs/${id}/index.md`,
      content: registryText(index, { size: 8, id }),
      ...status,
    };
  }
  const lines = Array.from(
    { length: 40 },
    (_, line) => `  out.push(rows.map(row => row.join(';')).join('\\n') + ${line});`,
  );
  const content = `// Writes the rows of part ${index}.\nexport function write${index}(rows, out) {\n${lines.join('\n')}\n}\n`;
  return { type: 'code', path: `src/export/write${index}.ts`, content, language: 'typescript', ...status };
}

/** A log of agent messages with artifacts; by default of 11 MB. @returns {Corpus} */
export function logCorpus({ count = 13_000, faults = FAULTS } = {}) {
  const lines = artifactLog(count, { faults });
  const text = lines.join('\n');
  const line = count >> 1;
  const character = afterText(lines[line], 'Step');
  return {
    ...logOf(text, { line, character }),
    faults,
    array: { text: `[\n${lines.join(',\n')}\n]`, typed: { line: line + 1, character } },
  };
}

/** The messages of that log as a JSON array, one a line. @param {number} [count] @returns {Corpus} */
export function arrayCorpus(count) {
  const { array, ...log } = logCorpus({ count });
  return { ...log, ...array, file: 'messages.json', languageId: 'json', isArray: true };
}

/** A log of agent messages without artifacts; by default of 87 MB. @returns {Corpus} */
export function bigLogCorpus(count = 100_000) {
  const lines = [...bigLog(count)].join('').trimEnd().split('\n');
  for (let index = 0; index < count; index++)
    if (isSeeded(index, count, FAULTS)) lines[index] = lines[index].replace('"confidence":0.92,', '');
  const line = count >> 1;
  const typed = { line, character: afterText(lines[line], 'Step') };
  return { ...logOf(lines.join('\n'), typed), faults: FAULTS };
}

function logOf(text, typed) {
  const fault = /\bconfidence\b/;
  return { file: 'log.jsonl', languageId: 'jsonl', kind: 'agent-message/message', text, fault, typed };
}

/**
 * An OTLP request with the spans of traces of 500 model and tool calls, a span a line; by default 20 MB. Traces are read and
 * not checked, so there are no faults to find.
 * @returns {Corpus}
 */
export function otlpCorpus(count = 26_000) {
  const spans = Array.from({ length: count }, (_, index) => JSON.stringify(span(index)));
  const attributes = [attribute('service.name', { stringValue: 'answers' })];
  const scopeSpans = [{ scope: { name: 'bench' }, spans: ELEMENTS }];
  const { text, firstLine } = withElements({ resourceSpans: [{ resource: { attributes }, scopeSpans }] }, spans);
  const index = count >> 1;
  return {
    file: 'traces.json',
    languageId: 'json',
    kind: 'otlp/request',
    text,
    faults: 0,
    fault: /never/,
    typed: { line: firstLine + index, character: afterText(spans[index], 'The order') },
  };
}

function span(index) {
  const start = 1.8e12 + index * 20;
  return {
    traceId: hex(1 + Math.floor(index / 500), 32),
    spanId: hex(index + 1, 16),
    ...(index % 500 > 0 && { parentSpanId: hex(index - (index % 500) + 1, 16) }),
    name: `step ${index}`,
    kind: 1,
    startTimeUnixNano: `${start}000000`,
    endTimeUnixNano: `${start + 15}000000`,
    attributes: [
      attribute('gen_ai.operation.name', { stringValue: index % 3 ? 'chat' : 'execute_tool' }),
      attribute('gen_ai.request.model', { stringValue: 'model-1' }),
      attribute('gen_ai.usage.input_tokens', { intValue: '12' }),
      attribute('input.value', { stringValue: 'The order of the columns follows the settings. '.repeat(6) }),
    ],
    status: { code: 1 },
  };
}

function attribute(key, value) {
  return { key, value };
}

function hex(number, length) {
  return number.toString(16).padStart(length, '0');
}

/** An agent message of 2 KB that lacks its confidence. @returns {Corpus} */
export function smallCorpus() {
  const envelope = message(1);
  delete envelope.payload.confidence;
  envelope.payload.reasoning = 'The order of the columns follows the settings. '.repeat(26);
  const text = `${JSON.stringify(envelope, null, 2)}\n`;
  const lines = text.split('\n');
  const placeAfter = found => {
    const line = lines.findIndex(one => one.includes(found));
    return { line, character: afterText(lines[line], found) };
  };
  return {
    file: 'message.json',
    languageId: 'json',
    kind: 'agent-message/message',
    text,
    faults: 1,
    fault: /\bconfidence\b/,
    typed: placeAfter('The order'),
    asked: placeAfter('"intent": "'),
  };
}

const ELEMENTS = 'elements';

/** The text of an envelope with elements on lines of their own, and the line of the first. */
function withElements(envelope, elements) {
  const [head, tail] = JSON.stringify(envelope, null, 2).split(`"${ELEMENTS}"`);
  return { text: `${head}[\n${elements.join(',\n')}\n]${tail}\n`, firstLine: head.split('\n').length };
}

/** The first index from this one on without a fault. */
function faultlessFrom(index, count) {
  return isSeeded(index, count, FAULTS) ? index + 1 : index;
}

function afterText(line, found) {
  return line.indexOf(found) + found.length;
}
