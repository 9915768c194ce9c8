import { exampleOf } from '../../kit/examples';
import { lines, type TextAttack } from './textAttack';

const message = exampleOf('agent-message/message');
const call = exampleOf('toolcall/call');
const event = exampleOf('agent-io/event');
const result = exampleOf('toolcall/result');

const time = (at: number) => new Date(1_780_000_000_000 + at * 1000).toISOString();

const texts: Record<string, string> = {
  'one id': lines(300, at => ({ ...message, id: 'msg_1', timestamp: time(at) })),
  'one message': lines(300, () => message),
  'an agent for each line': lines(300, at => ({
    ...message,
    id: `m${at}`,
    from: `a${at}`,
    to: `a${at + 1}`,
    timestamp: time(at),
  })),
  'a ring of parents': lines(300, at => ({
    ...message,
    id: `m${at}`,
    parentId: `m${(at + 1) % 300}`,
    timestamp: time(at),
  })),
  'a workflow for each line': lines(300, at => ({
    ...message,
    id: `m${at}`,
    context: { ...(message.context as object), workflowId: `wf_${at}` },
  })),
  'torn lines': `${JSON.stringify(message)}\n${'{"id": "m", "from\n'.repeat(1500)}`,
  'faulty lines': lines(200, at => ({ ...message, id: `m${at}`, from: '', context: {} })),
  'one line': `${JSON.stringify({ ...message, payload: { output: 'x '.repeat(300_000) } })}\n`,
  'one line without an end': `{"id": "m", "from": "${'x '.repeat(300_000)}\n${JSON.stringify(message)}\n`,
  'one call': lines(300, () => call),
  'results of one call': lines(500, () => result),
  'starts without an end': lines(400, at => ({
    ...event,
    event: 'tool_call_start',
    timestamp: time(at),
    details: { tool: `t${at}` },
  })),
  'ends without a start': lines(400, at => ({
    ...event,
    event: 'tool_call_complete',
    timestamp: time(at),
    details: { tool: `t${at}` },
  })),
  'plans of one trace': lines(400, at => ({
    ...event,
    event: 'plan_created',
    request_id: `r${at}`,
    timestamp: time(at),
  })),
  'time that goes back': lines(300, at => ({ ...message, id: `m${at}`, timestamp: time(-at) })),
  'all handed out at once': lines(300, at => ({
    ...message,
    id: `m${at}`,
    from: 'plan',
    to: `a${at}`,
    handoff: { nextAgent: `a${at}` },
    timestamp: time(0),
  })),
};

export const logTexts: TextAttack[] = Object.entries(texts).map(([name, text]) => ({
  name: `log: ${name}`,
  file: 'a.jsonl',
  text,
}));
