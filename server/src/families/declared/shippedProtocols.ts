import { SHIPPED_READERS } from '../../generated/shippedReaders';
import type { ShippedProtocol } from '../../model/family';
import type { Condition } from '../../model/kind';

const RPC: Condition = { at: '/jsonrpc', is: ['2.0'] };

// Matches the properties in which an MCP client presents itself. Their values are not tested, since the type of a version may vary.
const MCP_CLIENT: Condition = { all: ['/params/protocolVersion', '/params/clientInfo', '/params/capabilities'] };
const ACP_CLIENT: Condition = { all: ['/params/protocolVersion', '/params/clientCapabilities'] };

/** Matches a message that several protocols based on JSON-RPC have: an answer, or a call of one of these methods. */
function sharedRpc(...methods: string[]): Condition {
  return {
    all: [
      RPC,
      {
        any: [
          { at: '/method', is: methods },
          { at: '/result', type: 'object' },
          { at: '/error', type: 'object' },
        ],
      },
    ],
  };
}

/** The states of tasks in the first version of A2A. */
const FIRST_STATES = ['submitted', 'working', 'input-required', 'completed', 'canceled', 'failed', 'unknown'];

const HOOK_EVENTS: readonly string[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'SessionStart',
  'SessionEnd',
  'Setup',
  'PreCompact',
  'PostCompact',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'InstructionsLoaded',
  'CwdChanged',
  'DirectoryAdded',
  'FileChanged',
  'WorktreeCreate',
  'WorktreeRemove',
];

/** Names that hardly an event of another program has beside those of AG-UI, also where the ids are missing or misspelt. */
const AG_UI_EVENTS: readonly string[] = [
  ...['RUN_STARTED', 'RUN_FINISHED', 'TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END'],
  ...['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_RESULT', 'ACTIVITY_SNAPSHOT', 'ACTIVITY_DELTA'],
  ...['REASONING_START', 'REASONING_MESSAGE_START', 'REASONING_MESSAGE_CONTENT', 'REASONING_MESSAGE_END'],
  ...['REASONING_END', 'REASONING_ENCRYPTED_VALUE'],
];

/**
 * The protocols of other projects, whose declarations are files in `protocols/`. A file is read only when a JSON object that no other
 * family recognises meets a condition in the protocol's `proof`. Protocols that only read logs come last; their `proof` is a copy of the
 * one in their declaration.
 */
export const SHIPPED_PROTOCOLS: readonly ShippedProtocol[] = [
  {
    id: 'ag-ui',
    title: 'AG-UI',
    rules: ['order'],
    proof: [
      { all: [{ at: '/type', is: ['RUN_STARTED', 'RUN_FINISHED'] }, '/threadId', '/runId'] },
      {
        all: [
          {
            at: '/type',
            is: [
              'TEXT_MESSAGE_START',
              'TEXT_MESSAGE_CONTENT',
              'TEXT_MESSAGE_END',
              'REASONING_START',
              'REASONING_MESSAGE_START',
              'REASONING_MESSAGE_CONTENT',
              'REASONING_MESSAGE_END',
              'REASONING_END',
              'ACTIVITY_SNAPSHOT',
              'ACTIVITY_DELTA',
            ],
          },
          '/messageId',
        ],
      },
      {
        all: [
          { at: '/type', is: ['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_RESULT'] },
          '/toolCallId',
        ],
      },
    ],
    // Other programs have events of some of these names, and misspelt names are no proof either.
    signs: [
      { at: '/type', is: [...AG_UI_EVENTS] },
      {
        all: [
          {
            any: ['RUN_', 'TEXT_', 'TOOL_CALL', 'STEP_', 'ACTIVITY_', 'REASONING_', 'SUBAGENT_'].map(
              (startsWith): Condition => ({ at: '/type', startsWith }),
            ),
          },
          { any: ['/runId', '/messageId', '/toolCallId', '/stepName', '/subagentRunId', '/entityId'] },
        ],
      },
      {
        all: [
          {
            at: '/type',
            is: [
              ...['RUN_ERROR', 'SUBAGENT_ERROR', 'STATE_SNAPSHOT', 'STATE_DELTA', 'MESSAGES_SNAPSHOT', 'RAW', 'CUSTOM'],
              ...['TEXT_MESSAGE_CHUNK', 'TOOL_CALL_CHUNK', 'REASONING_MESSAGE_CHUNK'],
            ],
          },
          { any: ['/message', '/snapshot', '/delta', '/messages', '/event', '/value'] },
        ],
      },
    ],
  },
  {
    id: 'a2a',
    title: 'A2A',
    rules: ['order', 'answer'],
    // Messages that only version 1.0 has: earlier versions write the same content differently.
    proof: [
      { all: [RPC, { at: '/method', is: ['SendMessage', 'SendStreamingMessage'] }, '/params/message'] },
      {
        all: [
          RPC,
          {
            at: '/method',
            is: [
              ...['CreateTaskPushNotificationConfig', 'GetTaskPushNotificationConfig', 'GetExtendedAgentCard'],
              ...['ListTaskPushNotificationConfigs', 'DeleteTaskPushNotificationConfig'],
              ...['set', 'get', 'list', 'delete'].map(name => `tasks/pushNotificationConfig/${name}`),
              'agent/getAuthenticatedExtendedCard',
            ],
          },
        ],
      },
      { all: [RPC, { at: '/method', is: ['SubscribeToTask', 'tasks/resubscribe'] }, '/params/id'] },
      { all: [RPC, { at: '/method', is: ['message/send', 'message/stream'] }, '/params/message/parts'] },
      {
        all: [
          RPC,
          {
            any: ['/result/task', '/result', '/result/statusUpdate'].map(
              (at): Condition => ({ at: `${at}/status/state`, startsWith: 'TASK_STATE_' }),
            ),
          },
        ],
      },
      { all: [RPC, '/result/artifactUpdate/taskId', '/result/artifactUpdate/artifact/artifactId'] },
      { all: [RPC, '/result/message/messageId', { at: '/result/message/role', startsWith: 'ROLE_' }] },
      // Earlier versions name what an answer is.
      { all: [RPC, { at: '/result/kind', is: ['task'] }, '/result/id', '/result/status/state'] },
      { all: [RPC, { at: '/result/kind', is: ['message'] }, '/result/messageId', '/result/parts'] },
      { all: [RPC, { at: '/result/kind', is: ['status-update'] }, '/result/taskId', '/result/status/state'] },
      { all: [RPC, { at: '/result/kind', is: ['artifact-update'] }, '/result/taskId', '/result/artifact/parts'] },
      // Answers of the first version have no `kind`.
      { all: [RPC, { at: '/method', is: ['tasks/send', 'tasks/sendSubscribe'] }, '/params/message/parts'] },
      {
        all: [
          RPC,
          '/result/id',
          { at: '/result/status/state', is: FIRST_STATES },
          { any: ['/result/artifacts', '/result/history', '/result/sessionId', '/result/status/timestamp'] },
        ],
      },
      { all: ['/supportedInterfaces', '/skills', '/capabilities', '/defaultInputModes', '/defaultOutputModes'] },
    ],
    // Earlier versions have no task inside of a result: its state is misspelt, or as they write it.
    signs: [
      { all: [RPC, '/result/task/id', '/result/task/status/state'] },
      { all: [RPC, { at: '/method', is: ['GetTask', 'ListTasks', 'CancelTask', 'tasks/get', 'tasks/cancel'] }] },
      { all: [RPC, { any: ['/result', { at: '/error', type: 'object' }] }, { not: '/method' }] },
    ],
  },
  {
    id: 'mcp',
    title: 'MCP',
    rules: ['order', 'answer'],
    proof: [
      {
        all: [
          RPC,
          {
            any: [
              {
                at: '/method',
                is: [
                  'completion/complete',
                  'elicitation/create',
                  'logging/setLevel',
                  'notifications/cancelled',
                  'notifications/elicitation/complete',
                  'notifications/initialized',
                  'notifications/message',
                  'notifications/progress',
                  'notifications/prompts/list_changed',
                  'notifications/resources/list_changed',
                  'notifications/resources/updated',
                  'notifications/roots/list_changed',
                  'notifications/subscriptions/acknowledged',
                  'notifications/tasks/status',
                  'notifications/tools/list_changed',
                  'prompts/get',
                  'prompts/list',
                  'resources/list',
                  'resources/read',
                  'resources/subscribe',
                  'resources/templates/list',
                  'resources/unsubscribe',
                  'roots/list',
                  'sampling/createMessage',
                  'server/discover',
                  'subscriptions/listen',
                  'tools/call',
                  'tools/list',
                ],
              },
              {
                all: [
                  { at: '/method', is: ['initialize'] },
                  {
                    any: [
                      { all: [{ at: '/params/protocolVersion', type: 'string' }, { not: ACP_CLIENT }] },
                      MCP_CLIENT,
                    ],
                  },
                ],
              },
              { all: ['/result/serverInfo/name', '/result/protocolVersion'] },
              { at: '/result/tools', some: '/inputSchema' },
              {
                at: '/result/content',
                some: { at: '/type', is: ['text', 'image', 'audio', 'resource', 'resource_link'] },
              },
              { at: '/result/resources', some: '/uri' },
              { at: '/result/resourceTemplates', type: 'array' },
              { at: '/result/contents', some: '/uri' },
              { at: '/result/prompts', some: '/name' },
              { at: '/result/messages', some: { all: ['/role', '/content/type'] } },
              { at: '/result/completion/values', type: 'array' },
              { at: '/result/roots', some: '/uri' },
              { all: ['/result/role', '/result/model', '/result/content'] },
            ],
          },
        ],
      },
    ],
    // Its methods may be misspelt.
    signs: [
      { all: [RPC, { at: '/method', type: 'string' }] },
      sharedRpc('initialize', 'ping', 'tasks/cancel', 'tasks/get', 'tasks/list', 'tasks/result'),
    ],
  },
  {
    id: 'acp',
    title: 'ACP',
    rules: ['update-name'],
    proof: [
      {
        all: [
          RPC,
          {
            any: [
              {
                all: [{ at: '/method', startsWith: 'session/' }, { any: ['/params/sessionId', '/params/cwd'] }],
              },
              {
                all: [
                  {
                    at: '/method',
                    is: [
                      'fs/read_text_file',
                      'fs/write_text_file',
                      'terminal/create',
                      'terminal/output',
                      'terminal/wait_for_exit',
                    ],
                  },
                  '/params/sessionId',
                ],
              },
              {
                all: [
                  { at: '/method', is: ['initialize'] },
                  { any: [{ at: '/params/protocolVersion', type: 'number' }, ACP_CLIENT] },
                  { not: MCP_CLIENT },
                ],
              },
              { all: ['/result/protocolVersion', '/result/agentCapabilities'] },
              { at: '/result/stopReason', is: ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] },
              { at: '/result/outcome/outcome', is: ['selected', 'cancelled'] },
            ],
          },
        ],
      },
    ],
    signs: [
      { all: [RPC, { at: '/method', type: 'string' }] },
      sharedRpc(
        'initialize',
        'authenticate',
        'logout',
        'elicitation/create',
        'elicitation/complete',
        '$/cancel_request',
        'session/list',
        'terminal/kill',
        'terminal/release',
        'session/request_permission',
      ),
    ],
  },
  {
    id: 'claude-code-hooks',
    title: 'Claude Code hooks',
    rules: ['event-name'],
    proof: [
      { all: [{ at: '/hook_event_name', is: [...HOOK_EVENTS] }, '/session_id', '/transcript_path'] },
      { at: '/hookSpecificOutput/hookEventName', is: [...HOOK_EVENTS] },
      // A decision on a tool without the right event decides nothing: the tool runs.
      '/hookSpecificOutput/permissionDecision',
      { all: ['/hookSpecificOutput/hookEventName', '/hookSpecificOutput/additionalContext'] },
    ],
    signs: [],
  },
  {
    id: 'subagent',
    title: 'Sub-agent outputs',
    rules: [],
    proof: [
      {
        all: [
          '/status',
          '/metadata/session_id',
          '/metadata/agent_type',
          { any: ['/metadata/delegation_depth', '/metadata/delegation_path'] },
        ],
      },
      { all: ['/agentId', '/status', { atLeast: 2, of: ['/totalToolUseCount', '/totalDurationMs', '/totalTokens'] }] },
      { all: ['/agentId', '/outputFile', { at: '/status', is: ['async_launched'] }] },
    ],
    signs: [],
  },
  ...SHIPPED_READERS,
];
