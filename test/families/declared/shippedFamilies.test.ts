// Protocols of others that are part of this program are recognised by proof, and cost nothing before.
import { describe, expect, test } from 'vitest';
import { scanForEnvelopes } from '../../../server/src/analysis/scanForEnvelopes';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { withShippedFamilies } from '../../../server/src/families/declared/shippedFamilies';
import { SHIPPED_PROTOCOLS } from '../../../server/src/families/declared/shippedProtocols';
import { families as builtIn } from '../../../server/src/families/index';
import { analyseText, analyseWithRunRules, problemLines, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { readProtocol } from '../../kit/declaredProtocols';
import { indexFiles } from '../../kit/indexFiles';
import { declarationOf } from '../../kit/provideNodeCode';
import { familiesWhere } from '../../kit/shippedFamilies';

function lines(...values: object[]): string {
  return values.map(value => JSON.stringify(value)).join('\n');
}

/** The steps of the one run in a log: each with its title and outcome. */
function stepsOf(text: string): string[] {
  const index = indexFiles({ 'a.jsonl': text }, familiesWhere());
  const [summary] = index.runs();
  const run = index.run(summary?.key ?? '');
  return Array.from({ length: run?.summary.steps ?? 0 }, (_, at) => run?.step(at)).map(
    step => `${step?.title}: ${step?.outcome}`,
  );
}

function kindsIn(text: string, names: readonly string[] = []) {
  return recognisedKinds(analyseText('a.jsonl', text, { families: familiesWhere(names) }));
}

const STARTED = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const RPC = { jsonrpc: '2.0' };
const RETURNED = {
  ...{ status: 'completed', summary: 'Plan written.', artifacts: [{ type: 'plan', path: 'plan.md' }] },
  metadata: { session_id: 's', agent_type: 'planner', delegation_depth: 1, duration_seconds: 123 },
};

function hook(name: string, more: object): object {
  return { session_id: 's', transcript_path: '/t.jsonl', cwd: '/w', hook_event_name: name, ...more };
}

describe('by proof', () => {
  test.each([
    ['ag-ui/run-started', STARTED],
    ['ag-ui/text-message-content', { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' }],
    ['ag-ui/tool-call-start', { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find' }],
    ['a2a/old-task.result', { ...RPC, id: 1, result: { kind: 'task', id: 't', status: { state: 'working' } } }],
    ['a2a/first-task.result', { ...RPC, id: 1, result: { id: 't', status: { state: 'working' }, history: [] } }],
    ['a2a/tasks-send', { ...RPC, id: 1, method: 'tasks/send', params: { id: 't', message: { parts: [] } } }],
    ['a2a/task.result.task', { ...RPC, id: 1, result: { task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } } }],
    [
      'a2a/agent-card',
      {
        ...{ name: 'n', description: 'd', version: '1', capabilities: {}, skills: [] },
        ...{ supportedInterfaces: [], defaultInputModes: [], defaultOutputModes: [] },
      },
    ],
    ['mcp/tools-list', { ...RPC, id: 1, method: 'tools/list' }],
    ['mcp/call', { ...RPC, id: 1, method: 'tools/call', params: { name: 'find', arguments: {} } }],
    ['mcp/call-result', { ...RPC, id: 1, result: { content: [{ type: 'text', text: 'x' }] } }],
    ['mcp/initialize', { ...RPC, id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } }],
    ['claude-code-hooks/pre-tool-use', hook('PreToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: 'u' })],
    ['claude-code-hooks/stop', hook('Stop', { stop_hook_active: false })],
    ['claude-code-hooks/output', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }],
    ['subagent/return', RETURNED],
    ['subagent/agent-result', { status: 'completed', agentId: 'a', content: [], totalTokens: 5, totalDurationMs: 7 }],
    ['acp/initialize', { ...RPC, id: 0, method: 'initialize', params: { protocolVersion: 1 } }],
    ['acp/session-update', { ...RPC, method: 'session/update', params: { sessionId: 's', update: {} } }],
    ['acp/session-prompt-result', { ...RPC, id: 2, result: { stopReason: 'end_turn' } }],
  ])('%s', (kind, value) => {
    expect(kindsIn(lines(value))).toEqual([kind]);
    // A closed file with it is found.
    expect(scanForEnvelopes('json').map(scan => scan(JSON.stringify(value)))).toEqual([true, true]);
  });
});

test.each([
  ['an event of another program', { type: 'CUSTOM', name: 'n', value: 1 }],
  ['a step of another program', { type: 'STEP_STARTED', stepName: 's' }],
  ['a message of A2A alone', { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] }],
  ['an earlier A2A', { ...RPC, id: 1, method: 'message/send', params: { message: { messageId: 'm', role: 'user' } } }],
  ['a job of another program', { ...RPC, id: 1, result: { id: 't', status: { state: 'working' } } }],
  ['an answer of any server', { ...RPC, id: 1, result: {} }],
  ['an error of any server', { ...RPC, id: 1, error: { code: 1, message: 'm' } }],
  ['a language server', { ...RPC, id: 0, method: 'initialize', params: { processId: 1, capabilities: {} } }],
  ['a hook of another program', { hook_event_name: 'PreToolUse', tool_name: 'Bash' }],
  ['an event of a program with hooks of its own', hook('BeforeTool', { tool_name: 'x' })],
  ['any result with a status', { status: 'completed', summary: 's', artifacts: [], metadata: { session_id: 's' } }],
  ['a request of another protocol', { ...RPC, id: 0, method: 'textDocument/hover', params: {} }],
])('%s is left alone', (_, value) => {
  expect(kindsIn(lines(value))).toEqual([undefined]);
});

test('what proves nothing is recognised beside what does', () => {
  const events = [STARTED, { type: 'CUSTOM', name: 'n', value: 1 }, { type: 'RUN_FINISHD', threadId: 't', runId: 'r' }];
  expect(kindsIn(lines(...events))).toEqual(['ag-ui/run-started', 'ag-ui/custom', 'ag-ui/run-finished']);
  const error = { ...RPC, id: 1, error: { code: -1, message: 'm' } };
  expect(kindsIn(lines({ ...RPC, id: 1, method: 'tools/list' }, error))).toEqual(['mcp/tools-list', 'mcp/error']);
  const prompt = { ...RPC, id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } };
  expect(kindsIn(lines(prompt, error))).toEqual(['acp/session-prompt', 'acp/error']);
});

test('an event of AG-UI without its ids is one beside others, and alone is none', () => {
  const wrong = { type: 'TOOL_CALL_END', toolCallID: 'c' };
  const begun = { type: 'RUN_STARTED', threadId: 't' };
  const call = { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find' };
  const families = familiesWhere();
  expect(problemLines(analyseText('a.jsonl', lines(STARTED, call, wrong, begun), { families }))).toEqual([
    '3:25 schema/required error',
    '4:1 schema/required error',
  ]);
  expect(kindsIn(lines(wrong, begun, { type: 'STEP_STARTED' }))).toEqual([undefined, undefined, undefined]);
  expect(kindsIn(lines(STARTED, { type: 'CUSTOM' }, { type: 'RUN_QUEUED' }))).toEqual([
    ...['ag-ui/run-started', undefined, undefined],
  ]);
});

test('problems are those of the declaration, also of its order', () => {
  const text = lines(
    STARTED,
    { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    { type: 'RUN_FINISHED', threadId: 1, runId: 'r' },
  );
  const families = familiesWhere();
  expect(problemLines(analyseWithRunRules('a.jsonl', text, { families }))).toEqual([
    '2:40 ag-ui/order error',
    '3:35 schema/type error',
  ]);
});

describe('the setting', () => {
  const card = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };

  test('names a protocol: then less is enough', () => {
    expect(kindsIn(lines(card), ['a2a'])).toEqual(['a2a/message']);
  });

  test('names A2A: then the state of a task may be written as an earlier version does', () => {
    const result = (task: object) => ({ ...RPC, id: 4, result: task });
    const task = result({ task: { id: 't4', status: { state: 'working' } } });
    const proof = { ...RPC, id: 1, result: { task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } } };
    const problems = (text: string, names: string[]) =>
      problemLines(analyseText('a.jsonl', text, { families: familiesWhere(names) }));
    expect(problems(lines(task), ['a2a'])).toEqual(['1:71 schema/enum error']);
    expect(problems(lines(proof, task), [])).toEqual(['2:71 schema/enum error']);
    expect(problems(lines(task), [])).toEqual([]);
    const others = [
      result({ kind: 'task', id: 't', status: { state: 'working' } }),
      result({ id: 't', sessionId: 's', status: { state: 'working' } }),
      { id: 'build', status: { state: 'failed' }, name: 'n', branch: 'b' },
      { id: 'build', status: { state: 'running' } },
    ];
    expect(others.flatMap(one => problems(lines(one), ['a2a']))).toEqual([]);
  });

  test('does not make the checks of one that is named weaker', () => {
    const call = { ...RPC, id: 3, method: 'tools/call', params: { name: 't', arguments: [1] } };
    const problems = [[], ['mcp'], ['mcp', 'acp']].map(names =>
      problemLines(analyseText('a.jsonl', lines(call), { families: familiesWhere(names) })),
    );
    expect(problems).toEqual([['1:80 schema/type error'], ['1:80 schema/type error'], ['1:80 schema/type error']]);
  });

  test('switches one off', () => {
    expect(kindsIn(lines(STARTED), ['!ag-ui'])).toEqual([undefined]);
    expect(kindsIn(lines(STARTED), ['!a2a'])).toEqual(['ag-ui/run-started']);
    const call = { ...RPC, id: 1, method: 'tools/call', params: { name: 'find' } };
    expect(kindsIn(lines(call), ['!mcp'])).toEqual(['mcp/call']);
    expect(
      problemLines(analyseText('a.jsonl', lines({ ...call, id: {} }), { families: familiesWhere(['!mcp']) })),
    ).toEqual([]);
  });
});

test('a declaration of the workspace takes the place of the shipped one', () => {
  const schema = {
    type: 'object',
    required: ['type', 'threadId', 'runId'],
    properties: { type: { const: 'RUN_STARTED' } },
  };
  const { family } = readProtocol({ id: 'ag-ui', kinds: { own: { schema } } });
  const families = familiesWhere([], family ? [family] : []);
  expect(recognisedKinds(analyseText('a.json', JSON.stringify(STARTED), { families }))).toEqual(['ag-ui/own']);
});

test('nothing is read before a value may be of the protocol', () => {
  const read: string[] = [];
  const families = withShippedFamilies([], {
    builtIn,
    declared: [],
    compile: compileSchema,
    declarationOf(id) {
      read.push(id);
      return declarationOf(id);
    },
  });
  const plain = [
    { type: 'start', id: 1 },
    { method: 'GET', params: {} },
    { name: 'n', version: '1', skills: [] },
  ];
  analyseWithRunRules('a.jsonl', lines(...plain), { families });
  expect(read).toEqual([]);
  analyseWithRunRules('b.jsonl', lines(STARTED, STARTED), { families });
  expect(read).toEqual(['ag-ui']);
});

describe.each(SHIPPED_PROTOCOLS)('$id', ({ id, title, rules }) => {
  const declaration = declarationOf(id) as { id: string; title: string; order?: unknown; rules?: object };

  test('is what its declaration says', () => {
    const named = [...(declaration.order ? ['order'] : []), ...Object.keys(declaration.rules ?? {})];
    expect({ id: declaration.id, title: declaration.title, rules: named }).toEqual({ id, title, rules });
  });
});

test('what an agent gets of a hook and of a sub-agent is checked', () => {
  const wrong = [
    hook('PreToolUse', { tool_name: 'Bash' }),
    { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'denied' } },
    { ...RETURNED, status: 'complete', artifacts: [{ type: 'plan', path: '../../etc/passwd' }] },
  ];
  const families = familiesWhere();
  expect(wrong.map(value => problemLines(analyseText('a.json', JSON.stringify(value), { families })))).toEqual([
    ['1:1 schema/required error'],
    ['1:74 schema/enum error'],
    ['1:11 schema/enum error', '1:83 envelope/path-escapes warning'],
  ]);
});

describe('a version of the wrong type makes a message none of another protocol', () => {
  const client = { name: 'n', version: '1' };
  const initialize = (params: object) => ({ ...RPC, id: 0, method: 'initialize', params });
  test.each([
    ['mcp/initialize', initialize({ protocolVersion: 20251125, capabilities: {}, clientInfo: client })],
    ['mcp/initialize-result', { ...RPC, id: 0, result: { protocolVersion: 1, capabilities: {}, serverInfo: client } }],
    ['acp/initialize', initialize({ protocolVersion: '1', clientCapabilities: {}, clientInfo: client })],
    ['acp/initialize-result', { ...RPC, id: 0, result: { protocolVersion: '1', agentCapabilities: {} } }],
  ])('%s', (kind, value) => {
    for (const names of [[], ['acp', 'mcp']]) {
      const analysis = analyseText('a.jsonl', lines(value), { families: familiesWhere(names) });
      expect(recognisedKinds(analysis)).toEqual([kind]);
      expect(problemsIn(analysis).map(({ rule, message }) => `${rule}: ${message.split(' is ')[0]}`)).toEqual([
        'schema/type: "protocolVersion"',
      ]);
    }
  });
});

describe('an answer of a hook that tries to decide on a tool, and does not', () => {
  const before = hook('PreToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: 'u' });
  const EVENT = { hookEventName: 'PreToolUse' };
  test.each([
    ['an event that is none', { hookEventName: 'PreToolUSe', permissionDecision: 'deny' }, 'schema/const error'],
    ['another event', { hookEventName: 'PostToolUse', permissionDecision: 'deny' }, 'schema/const error'],
    ['no event', { permissionDecision: 'deny' }, 'schema/required error'],
    ['a misspelt decision', { ...EVENT, permissonDecision: 'deny' }, 'schema/required error'],
    ['only a reason', { ...EVENT, permissionDecisionReason: 'no' }, 'schema/required error'],
    ['a decision', { ...EVENT, permissionDecision: 'deny', more: 1 }, undefined],
    ['a changed input', { ...EVENT, updatedInput: {} }, undefined],
    ['a context', { hookEventName: 'PostToolUse', additionalContext: 'c', more: 1 }, undefined],
    ['a permission', { hookEventName: 'PermissionRequest', decision: { behavior: 'deny' } }, undefined],
    ['an event of another program', { hookEventName: 'BeforeTool', additionalContext: 'c' }, undefined],
    ['a context for another program', { additionalContext: 'c' }, undefined],
  ])('%s', (_, hookSpecificOutput, problem) => {
    for (const text of [lines({ hookSpecificOutput }), lines(before, { hookSpecificOutput })]) {
      const found = problemLines(analyseText('a.jsonl', text, { families: familiesWhere() }));
      expect(found.map(one => one.replace(/^\S+ /, ''))).toEqual(problem ? [problem] : []);
    }
  });

  test('a misspelt decision has the right name as its fix', () => {
    const text = lines({ hookSpecificOutput: { ...EVENT, permissonDecision: 'deny' } });
    const [problem] = problemsIn(analyseText('a.jsonl', text, { families: familiesWhere() }));
    expect(problem?.message).toBe('Unknown property "permissonDecision"; did you mean "permissionDecision"?');
  });
});

describe('a fault of an elicitation is told for the form that is meant', () => {
  const FORM = { requestedSchema: { type: 'object', properties: {} } };
  const field = (one: object) => ({ requestedSchema: { type: 'object', properties: { n: one } } });
  test.each([
    ['a type that is none', field({ type: 'strin' }), '1:140 schema/enum error'],
    ['a form that says so', { mode: 'form', ...field({ type: 'strin' }) }, '1:154 schema/enum error'],
    ['no type', field({}), '1:128 schema/required error'],
    ['a text', field({ type: 'string', minLength: 'x' }), '1:161 schema/type error'],
    ['a choice', field({ type: 'array', items: { type: 'string', enum: [1] } }), '1:181 schema/type error'],
    ['a titled choice', field({ type: 'array', items: { anyOf: [{ const: 'a' }] } }), '1:166 schema/required error'],
    ['an address', { mode: 'url', url: 'https://a.example/' }, '1:55 schema/required error'],
    ['a mode that is none', { mode: 'frm', ...FORM }, '1:86 schema/enum error'],
  ])('%s', (_, params, problem) => {
    const text = lines({ ...RPC, id: 1, method: 'elicitation/create', params: { message: 'm', ...params } });
    expect(problemLines(analyseText('a.jsonl', text, { families: familiesWhere() }))).toEqual([problem]);
  });
});

test('a document shows messages shortened', () => {
  const block = (value: object) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;
  const cut = { ...RPC, method: 'tools/call', params: { name: 7 } };
  const text = `${block(cut)}\n\`\`\`json\n{ "jsonrpc": "2.0", "id": 1, "method": "tools/list", // all\n}\n\`\`\`\n`;
  expect(problemLines(analyseText('a.md', text, { families: familiesWhere() }))).toEqual(['2:57 schema/type error']);
});

test('calls and hooks are paired into steps', () => {
  const traffic = lines(
    { ...RPC, id: 1, method: 'tools/call', params: { name: 'find' } },
    { ...RPC, id: 1, result: { content: [{ type: 'text', text: 'found' }], isError: true } },
  );
  const hooks = lines(
    hook('PreToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: 'u' }),
    hook('PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_response: {}, tool_use_id: 'u' }),
  );
  expect([traffic, hooks].map(stepsOf)).toEqual([['find · found: failed'], ['Bash: ok']]);
});
