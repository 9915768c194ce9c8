import schemas from '../../generated/swe-agent.recognition.json';
import type { Kind } from '../../model/kind';
import type { Draft, Exchange, ModelCall, Outcome } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { embeddedJson } from '../../text/json/losslessJson';
import { atPointer, isObject } from '../../text/jsonPointer';
import { parseInstant } from '../../text/parseTime';
import { all, any, defineFamily } from '../defineFamily';
import { identifier, joinLines, objectsIn, shortLine, spokenLine } from '../drafts/createDraft';
import { type Operation, operationDraft } from '../drafts/operationDraft';
import { completeNested, withAnswer } from '../drafts/recordDrafts';
import { apiResponse, tokenCounts, totalAmount, usageEffects } from '../drafts/usageEffects';
import { chatMessages } from '../exchanges/chatMessages';
import { conversation } from '../exchanges/spanExchange';
import { messageWords } from '../exchanges/userRequestText';

/** Reads runs from the trajectories that the coding agents SWE-agent and mini-SWE-agent write. Checks nothing. */
export default defineFamily('swe-agent', {
  title: 'SWE-agent',
  reference: t`Trajectories of SWE-agent and mini-SWE-agent`,
  readOnly: true,
  hasOwnTools: true,
  steps,
  exchange,
  kinds: {
    trajectory: {
      schema: schemas.trajectory,
      signature: {
        keys: {
          '/trajectory': 0.25,
          '/history': 0.25,
          '/info': 0.25,
          '/replay_config': 0.25,
          '/trajectory_format': 0.5,
        },
        evidence: [
          {
            when: any(
              { at: '/trajectory_format', startsWith: 'mini-swe-agent' },
              all(
                '/trajectory/0/action',
                '/trajectory/0/observation',
                any('/trajectory/0/thought', '/trajectory/0/response'),
                any('/history/0/role', '/info/exit_status', '/info/model_stats'),
              ),
              all(
                '/info/model_stats',
                any('/history/0/role', all('/messages', any('/info/config', '/info/submission'))),
              ),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: {},
    },
    message: {
      schema: schemas.message,
      signature: {
        keys: { '/role': 0, '/content': 0 },
        evidence: [
          {
            // The output of a command, as the program's templates write it.
            when: all({ at: '/role', is: ['user'] }, { at: '/content', startsWith: '<returncode>' }),
            weight: 4,
          },
          {
            when: all({ at: '/role', is: ['system', 'user', 'assistant'] }, { at: '/content', type: 'string' }),
            weight: 2,
            onlyBeside: true,
          },
        ],
        open: true,
      },
      fieldPointers: { text: ['/content'] },
    },
  },
});

/** Reads the exchange of a whole trajectory, an entry of it, a message, or a command with its output. Never throws. */
export function exchange(value: Record<string, unknown>, kind: string): Exchange | undefined {
  const { history, messages, action, command, role } = value;
  const [, word] = kind.split(':');
  if (word === undefined) return history ? conversation(history, ['history']) : conversation(messages, ['messages']);
  if (action !== undefined) return entryExchange(value);
  if (command !== undefined) return { input: commandMessage({ ...value, name: 'bash' }, ''), output: [] };
  if (word === 'tool') {
    return { input: [], output: chatMessages(role === 'user' ? { ...value, role: 'tool' } : value, 'tool') };
  }
  const said = chatMessages(value, 'assistant');
  return word === 'llm' ? { input: [], output: said, ...messageResponse(value) } : { input: said, output: [] };
}

/** The exchange of an entry: a response with its command, and the observation. */
function entryExchange({ query, action, observation, thought, response }: Record<string, unknown>): Exchange {
  const name = commandName(action);
  const asked = objectsIn(query).filter(({ role }) => role !== undefined);
  return {
    input: chatMessages(asked, 'user').map(one => ({ ...one, path: ['query'] })),
    output:
      name === undefined
        ? chatMessages({ role: 'assistant', content: response ?? thought }, 'assistant')
        : [
            ...commandMessage({ name, command: action }, thought ?? response),
            ...chatMessages({ role: 'tool', content: observation ?? '' }, 'tool'),
          ],
  };
}

/** A message that calls a tool with a command. */
function commandMessage({ command, ...call }: Record<string, unknown>, content: unknown): Exchange['input'] {
  return chatMessages({ role: 'assistant', content, tool_calls: [{ ...call, arguments: { command } }] }, 'assistant');
}

type Fields = Record<string, unknown>;

/**
 * The steps of a trajectory: the run, with one for each response of the model nested. A command belongs to the step of its
 * response, or is nested in that. A message outside a trajectory has one step.
 */
function steps(value: Fields, { id }: Pick<Kind, 'id'>): Draft[] {
  if (id === 'swe-agent/message') return [bareMessageDraft(value)];
  const { trajectory, messages, history, environment } = value;
  const at = (pointer: string) => atPointer(value, pointer);
  const config = embeddedJson(value['replay_config']);
  const model = shortLine(at('/info/config/model/model_name') ?? atPointer(config, '/agent/model/name'));
  const prompts = objectsIn(history ?? messages).filter(({ role, is_demo: isDemo }) => role === 'user' && !isDemo);
  const status = shortLine(at('/info/exit_status'));
  const outcome: Outcome = status === undefined ? 'unknown' : /^submitted/i.test(status) ? 'ok' : 'failed';
  const nested = Array.isArray(trajectory)
    ? trajectory.flatMap((entry, index) => (isObject(entry) ? [entryDraft(entry, index, model)] : []))
    : messageDrafts(Array.isArray(messages) ? messages : [], model);
  const stats = (name: string) => at(`/info/model_stats/${name}`);
  const tokens = tokenCounts({
    total: [],
    input: [stats('tokens_sent')],
    output: [stats('tokens_received')],
    cached: [],
    reasoning: [],
  });
  const root = operationDraft({
    key: RUN,
    order: 0,
    agent:
      shortLine(objectsIn(history)[0]?.['agent']) ??
      shortLine(at('/info/config/agent_type'))?.split('.').at(-1) ??
      'agent',
    start: nested.find(({ at: time }) => time !== undefined)?.at,
    kind: 'swe-agent/trajectory',
    title: shortLine(value['instance_id']) ?? shortLine(environment) ?? t`trajectory`,
    outcome,
    failure: status,
    about: messageWords(prompts.slice(0, 1)),
    path: [],
  });
  const drafts = completeNested([root, ...nested]);
  const isCounted = nested.some(({ effects = [] }) => effects.some(effect => effect.do === 'usage' && effect.cost));
  const cost = isCounted ? undefined : totalAmount([stats('instance_cost')], []);
  // The sum over all responses; counts only if no response reports its own.
  const usage = usageEffects(tokens, cost);
  if (usage.length > 0) root.effects = usage;
  return drafts;
}

const RUN = 'run';

/** The draft of an entry: a response, its command, and the observation. */
function entryDraft(entry: Fields, index: number, model: string | undefined): Draft {
  const { action, execution_time: seconds } = entry;
  const tool = commandName(action);
  const duration = typeof seconds === 'number' && seconds > 0 && seconds < 1e9 ? BigInt(Math.round(seconds * 1e9)) : 0n;
  return operationDraft({
    key: `${index}`,
    parent: RUN,
    order: index + 1,
    duration: duration > 0n ? duration : undefined,
    model,
    kind: 'swe-agent/trajectory:llm',
    title: spokenLine(entry['thought']) ?? spokenLine(entry['response']) ?? shortLine(action) ?? t`response`,
    outcome: 'ok',
    path: ['trajectory', index],
    tool: tool === undefined ? undefined : { tool, id: undefined },
  });
}

/** The steps of messages from the first response on: responses with their commands nested, and other messages. */
function messageDrafts(messages: readonly unknown[], model: string | undefined): Draft[] {
  const placed = messages.flatMap((message, index): Message[] =>
    isObject(message) ? [{ fields: message, order: index + 1, path: ['messages', index] }] : [],
  );
  const starts = placed.flatMap((message, index) => (isResponse(message.fields) ? [index] : []));
  return starts.flatMap((start, place) => {
    const [response, ...following] = placed.slice(start, starts[place + 1]) as [Message, ...Message[]];
    const { fields, ...base } = response;
    const actions = actionsOf(response);
    const commands = actions.flatMap((action, index) => {
      const found = following.findIndex(({ fields: { role, ...one } }) =>
        action.id === undefined ? role !== 'exit' : callId(one) === action.id,
      );
      const [observed] = found < 0 ? [] : following.splice(found, 1);
      return commandDrafts(action, { response, observed, key: `${base.order} ${index}` });
    });
    return [
      messageDraft(response, {
        key: `${base.order}`,
        model,
        kind: 'swe-agent/trajectory:llm',
        title: joinLines(', ', ...actions.map(({ command }) => shortLine(command))) ?? t`response`,
        ...messageResponse(fields),
      }),
      ...commands,
      ...following.map(one => messageDraft(one, { kind: 'swe-agent/trajectory:message', title: t`message` })),
    ];
  });
}

/** A message with its path. */
interface Message {
  fields: Fields;
  order: number;
  path: Path;
}

/** The step of a message. The title in `own` is for a message without text. */
function messageDraft({ fields, ...place }: Message, own: Omit<Operation, 'outcome'>): Draft {
  const title = messageWords(fields['content']) ?? own.title;
  return operationDraft({ ...place, parent: RUN, start: timeOf(fields), outcome: 'ok', ...own, title });
}

/** The step of a message in a plain list. The output of a command is the answer of the command's step. */
function bareMessageDraft(message: Fields): Draft {
  const { role, content } = message;
  const code = role === 'user' ? returnCode(message) : undefined;
  const own: Operation =
    code !== undefined
      ? {
          kind: 'swe-agent/message:tool',
          title: t`exit code ${code}`,
          outcome: code === '0' ? 'ok' : 'failed',
          failure: t`exit code ${code}`,
          tool: { tool: 'bash', id: undefined },
        }
      : { kind: `swe-agent/message:${role === 'assistant' ? 'llm' : 'message'}`, title: t`message`, outcome: 'ok' };
  const { status: _, ...draft } = operationDraft({
    agent: 'agent',
    path: [],
    ...own,
    ...(code === undefined && {
      title: (role === 'assistant' ? spokenLine(beforeCode(content)) : messageWords(content)) ?? own.title,
      about: role === 'user' ? messageWords(content) : undefined,
    }),
  });
  return draft;
}

/** Returns whether a message is the model's; some are written as the whole response of the API. */
function isResponse({ role, object, extra }: Fields): boolean {
  return role === 'assistant' || object === 'response' || Array.isArray(atPointer(extra, '/actions'));
}

interface Action {
  command: unknown;
  id: string | undefined;
  /** The path of the call; undefined in older trajectories, which have commands only in the text. */
  path: Path | undefined;
}

function actionsOf({ fields: { content, extra }, path }: Message): Action[] {
  const actions = atPointer(extra, '/actions');
  if (Array.isArray(actions)) {
    return actions.flatMap((action, index) =>
      isObject(action)
        ? [{ command: action['command'], id: callId(action), path: [...path, 'extra', 'actions', index] }]
        : [],
    );
  }
  const command = typeof content === 'string' ? codeBlock(content) : undefined;
  return command === undefined ? [] : [{ command, id: undefined, path: undefined }];
}

function callId({ tool_call_id: tool, call_id: call }: Fields): string | undefined {
  return identifier(tool) ?? identifier(call);
}

/** The first code block of a text. */
function codeBlock(text: string): string | undefined {
  const fence = text.indexOf('```');
  const start = text.indexOf('\n', fence);
  const end = text.indexOf('\n```', start);
  return fence < 0 || start < 0 || end < 0 ? undefined : text.slice(start + 1, end);
}

/** The text of a response before its command. */
function beforeCode(content: unknown): unknown {
  return typeof content === 'string' && content.includes('```') ? content.slice(0, content.indexOf('```')) : content;
}

function timeOf({ extra }: Fields): bigint | undefined {
  return parseInstant(atPointer(extra, '/timestamp'));
}

interface CommandPlace {
  response: Message;
  /** The message with its output; undefined for the last command, which ends the run. */
  observed: Message | undefined;
  key: string;
}

function commandDrafts({ command, id, path }: Action, { response, observed, key }: CommandPlace): Draft[] {
  const own = path ?? observed?.path;
  if (!own) return [];
  const code = observed && returnCode(observed.fields);
  const whole = operationDraft({
    key,
    parent: `${response.order}`,
    order: response.order,
    start: timeOf(response.fields),
    end: observed && timeOf(observed.fields),
    kind: 'swe-agent/trajectory:tool',
    title: shortLine(command) ?? 'bash',
    outcome: !observed ? 'unknown' : code === undefined || code === '0' ? 'ok' : 'failed',
    failure: code === undefined ? undefined : t`exit code ${code}`,
    path: own,
    tool: { tool: 'bash', id },
  });
  return path && observed ? withAnswer(whole, observed) : [whole];
}

function returnCode({ content, extra }: Fields): string | undefined {
  const written = typeof content === 'string' ? /^\s{0,9}<returncode>(-?\d{1,9})</.exec(content)?.[1] : undefined;
  return shortLine(atPointer(extra, '/returncode')) ?? written;
}

/** The program or tool that a command runs; undefined if there is none. */
function commandName(command: unknown): string | undefined {
  return typeof command === 'string' ? /^\s{0,99}([^\s;&|<>()]{1,60})/.exec(command)?.[1] : undefined;
}

/** The model, tokens and cost of the response that a message was part of. */
function messageResponse({ extra }: Record<string, unknown>): Pick<ModelCall, 'model' | 'tokens' | 'cost'> {
  const { id: _id, ...response } = apiResponse(atPointer(extra, '/response'));
  const cost = totalAmount([atPointer(extra, '/cost')], []);
  return { ...response, ...(cost !== undefined && { cost }) };
}
