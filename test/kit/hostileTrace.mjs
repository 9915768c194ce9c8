// A run as somebody would write it who wants to break whoever looks at it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatTrace } from './chatTrace.mjs';

/** What would set `window.broken`, were it ever taken for more than text. */
export const script = '<script>window.broken = 1</script>';
const image = '<img src=x onerror="window.broken = 2">';
const link = "javascript:window.broken=3//'";
const right = '\u202Egpj.exe\u202C';

/**
 * Writes hostile files into a folder: `hostile.jsonl` is one run of them all, but for what only spans can have, which is in
 * `cycles.json` and `times.json`, what only model calls say, in `chat.json`, and what only decisions have, in `decision.json`.
 * @param {string} folder
 */
export function writeHostileTrace(folder) {
  mkdirSync(folder, { recursive: true });
  const messages = [
    message(0, { from: script, to: image, text: `${script}${image}`, path: link }),
    message(1, {
      from: '__proto__',
      to: 'constructor',
      text: '"></textarea></script><!--',
      path: '../../../../etc/passwd',
    }),
    message(2, { from: right, to: 'toString', text: '\u0000\u0007\uD800 \u2028\u2029', path: `x${'/..'.repeat(200)}` }),
    message(3, { from: 'big', to: 'big', text: 'A'.repeat(10e6), path: 'big.txt' }),
    message(4, { from: 'wide'.repeat(5000), to: 'wide', text: 'W'.repeat(100), path: 'p'.repeat(5000) }),
    deep(5),
    ...Array.from({ length: 1000 }, (_, at) =>
      message(6 + at, { from: `agent ${at}`, to: `agent ${(at * 7 + 1) % 1000}`, text: link, path: `${at}.ts` }),
    ),
  ];
  // Some have no time, some an impossible one.
  for (const [at, one] of messages.entries()) {
    if (at % 3 === 1) delete one.timestamp;
    if (at % 7 === 2) one.timestamp = at % 2 ? '9999999999999999' : 'yesterday';
  }
  const lines = messages.map(one => JSON.stringify(one));
  lines.splice(4, 0, '{"id": "torn", "from": "', '[]', 'null', '"</script>"');
  writeFileSync(path.join(folder, 'hostile.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'cycles.json'), JSON.stringify(cycles()));
  writeFileSync(path.join(folder, 'times.json'), JSON.stringify(impossibleTimes()));
  writeFileSync(path.join(folder, 'chat.json'), JSON.stringify(chat()));
  writeFileSync(path.join(folder, 'decision.json'), JSON.stringify(decision()));
}

/** Model calls whose messages are hostile. */
function chat() {
  const said = [
    `${script}${image}\n\n<b onclick="window.broken = 4">bold</b>\n\n[a](${link}) [b](command:x) ![c](https://example.com/p.png)`,
    `${right} &lt;script&gt; \u2028 ${'&'.repeat(5000)}`,
    `${'> '.repeat(3000)}deep`,
    `${'- '.repeat(3000)}deep\n\n${'['.repeat(20_000)}`,
    `${'*a **b '.repeat(20_000)}`,
    `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n|${'b|'.repeat(2000)}`,
    '```html\n</code></pre><script>window.broken = 5</script>\n```',
    `{"a": ${'['.repeat(50_000)}`,
    `# ${'W'.repeat(200_000)}`,
  ];
  const parts = [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(20e6)}` } },
    { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,PHN2Zy8+' } },
    { type: 'image_url', image_url: { url: 'https://example.com/pixel.png' } },
    { type: 'file', file: { filename: image, file_id: link } },
    { type: '__proto__', text: 'constructor' },
  ];
  const call = { id: '__proto__', function: { name: script, arguments: `{"__proto__":{"x":"${right}"}}` } };
  return chatTrace('e'.repeat(32), [
    { input: said.map(content => ({ role: 'user', content })), output: [{ role: script, content: script }] },
    { input: [{ role: 'user', content: parts }], output: [{ role: 'assistant', tool_calls: [call] }] },
    {
      input: [{ role: 'tool', tool_call_id: '__proto__', content: image }],
      output: [{ role: '__proto__', name: right, content: 'x' }],
    },
    { input: Array.from({ length: 5000 }, (_, at) => ({ role: 'user', content: `${at} ${script}` })) },
    {
      input: [{ role: 'user', content: 'again' }],
      attributes: { 'gen_ai.output.messages': '{"role":', 'gen_ai.request.model': image },
    },
  ]);
}

function message(at, { from, to, text, path: file }) {
  return {
    id: `msg_${String(at).padStart(6, '0')}`,
    timestamp: new Date(1.8e12 + at * 1000).toISOString(),
    from,
    to,
    intent: at === 0 ? script : 'task',
    context: { project: script, domain: 'feature', priority: 2, workflowId: 'wf_hostile' },
    payload: {
      input: text,
      output: { summary: text, artifacts: [{ path: file, operation: image, content: text }], url: link },
      confidence: at % 2 ? 1e308 : 0.4,
      needsReview: false,
    },
    handoff: { nextAgent: to, instructions: text.slice(0, 2000) },
  };
}

function deep(at) {
  const one = message(at, { from: 'deep', to: 'deep', text: 'deep', path: 'deep.txt' });
  return { ...one, payload: { ...one.payload, input: nested(2000) } };
}

/** A list in a list in a list. */
function nested(depth) {
  let value = 'bottom';
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

/** Spans that are nested in each other in a ring, in themselves, and in what there is not. */
function cycles() {
  const id = at => at.toString(16).padStart(16, '0');
  const span = (at, parent) => ({
    traceId: 'c'.repeat(32),
    spanId: id(at),
    parentSpanId: id(parent),
    name: `span ${at} ${script}`,
    startTimeUnixNano: at % 4 === 0 ? '0' : String(1_800_000_000_000_000_000n + BigInt(at)),
    endTimeUnixNano: at % 4 === 0 ? '' : '1',
    attributes: [{ key: 'gen_ai.agent.name', value: { stringValue: at % 2 ? image : `agent ${at}` } }],
  });
  const spans = [
    span(1, 2),
    span(2, 3),
    span(3, 1),
    span(4, 4),
    span(5, 999),
    ...Array.from({ length: 200 }, (_, at) => span(6 + at, 5 + at)),
  ];
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: link }, spans }] }] };
}

/** Spans that end before they begin, or begin where no calendar reaches, with amounts that are none. */
function impossibleTimes() {
  const times = ['0', '-1', '18446744073709551615', '99999999999999999999999', 'never', '', null, -0, 1e308, [], {}];
  const spans = times.flatMap((start, at) =>
    times.map((end, other) => ({
      traceId: 'd'.repeat(32),
      spanId: (1 + at * times.length + other).toString(16).padStart(16, '0'),
      name: `span ${at} ${other}`,
      startTimeUnixNano: start,
      endTimeUnixNano: end,
      attributes: [
        { key: 'gen_ai.agent.name', value: { stringValue: `agent ${at}` } },
        { key: 'gen_ai.usage.total_tokens', value: { doubleValue: other % 2 ? 1e308 : 'many' } },
        { key: 'gen_ai.usage.cost', value: { stringValue: other % 2 ? '1e308' : '-1e400' } },
      ],
    })),
  );
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans }] }] };
}

function decision() {
  const many = Array.from({ length: 2000 }, (_, at) => at);
  return {
    trace_id: 'tr_hostile00001',
    ts: '2026-05-07T07:45:00+05:30',
    trigger: { source: script, value: { [script]: image, __proto__: link } },
    signals: many.map(at => ({ agent: `${image} ${at}`, decision: script, drivers: [link, 'D'.repeat(10_000)] })),
    candidates: many.map(at => ({
      kind: script,
      score: at % 2 ? 1e308 : -1,
      components: { [image]: 0 },
      confirm_required: at,
    })),
    chosen: script,
    rationale: 'R'.repeat(1e6) + image,
    confirm_required: true,
    outcome: 'pending',
    redactions: [link],
  };
}
