import schemas from '../../generated/inspect.recognition.json';
import type { EnvelopeSurroundings } from '../../model/family';
import type { Condition } from '../../model/kind';
import type { Exchange } from '../../model/run';
import { stringifyJson } from '../../text/json/losslessJson';
import { atPointer, isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { sideAttributes, spanAttributes } from '../exchanges/spanConventions';
import { conversation, spanExchange } from '../exchanges/spanExchange';
import { messagesInRanges, modelUsage, steps, withAttachments } from './inspectSteps';

/** Reads what an event or a sample said: the messages of a model call, a call of a tool, a whole conversation. Never throws. */
export function exchange(
  written: Record<string, unknown>,
  kind: string,
  around?: EnvelopeSurroundings,
): Exchange | undefined {
  const [, word] = kind.split(':');
  const value = completed(written, word, around);
  const { messages, error } = value;
  if (word === 'sample' && Array.isArray(messages) && messages.length > 0) return conversation(messages, ['messages']);
  const at = (pointer: string) => atPointer(value, pointer);
  const said = spanExchange({
    word: word === 'sample' ? 'agent' : word,
    title: '',
    attributes: new Map([
      ...spanAttributes(
        {
          'gen_ai.request.model': value['model'],
          'gen_ai.response.model': word === 'llm' ? at('/output/model') : undefined,
          'gen_ai.response.finish_reasons': at('/output/choices/0/stop_reason'),
          'llm.invocation_parameters': value['config'],
          'llm.tools': value['tools'],
          'gen_ai.tool.name': value['function'],
          'gen_ai.tool.call.id': value['id'],
        },
        [],
      ),
      ...sideAttributes({ input: filled(value['input']), output: filled(at('/output/choices')) }, SIDES),
      ...sideAttributes(
        {
          arguments: value['arguments'],
          result: isObject(error) ? error['message'] : value['result'],
        },
        ['arguments', 'result'],
      ),
    ]),
    events: [],
  });
  return said && { ...said, ...(word === 'llm' && modelUsage(at('/output/usage'))) };
}

/** The event or the sample with the messages and the texts that the sample keeps apart. */
function completed(
  value: Record<string, unknown>,
  word: string | undefined,
  around: EnvelopeSurroundings | undefined,
): Record<string, unknown> {
  if (word === 'sample') return withAttachments(value, value['attachments']) as Record<string, unknown>;
  if (!around) return value;
  // Events may be nested: their sample is what holds the first list of events.
  const sample = around.path.slice(0, Math.max(0, around.path.indexOf('events')));
  const at = (...names: string[]) => around.valueAt([...sample, ...names]);
  const { input_refs: ranges, input } = value;
  const isApart = Array.isArray(ranges) && filled(input) === undefined;
  const whole = isApart
    ? { ...value, input: messagesInRanges(ranges, at('events_data', 'messages') ?? at('message_pool')) }
    : value;
  return hasAttachment(whole) ? (withAttachments(whole, at('attachments')) as Record<string, unknown>) : whole;
}

function hasAttachment(value: unknown): boolean {
  return stringifyJson(value).includes('"attachment://');
}

const SIDES = ['input', 'output'] as const;

/** A value that says something: not an empty list. */
function filled(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

export default defineFamily('inspect', {
  title: 'Inspect',
  source: 'Logs of evaluations with Inspect',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    log: {
      schema: schemas.log,
      signature: {
        keys: { '/eval': 0.25, '/plan': 0.25, '/stats': 0.25, '/samples': 0.25 },
        evidence: [
          {
            when: any(
              all('/eval/task', '/eval/dataset', '/eval/model', any('/eval/eval_id', '/eval/run_id')),
              hasEvents('/samples/0'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/eval/eval_id', '/eval/run_id'] },
    },
    sample: {
      schema: schemas.sample,
      signature: {
        keys: { '/epoch': 0.25, '/target': 0.25, '/events': 0.5, '/scores': 0.25 },
        evidence: [
          {
            when: any(
              hasEvents(''),
              all('/epoch', '/target', '/messages', any('/model_usage', '/output/choices', '/attachments')),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/uuid'] },
    },
  },
});

/** A sample at a position with events; older versions write none of the last two pointers but in the first event. */
function hasEvents(at: string): Condition {
  const first = `${at}/events/0`;
  return all(
    { at: `${first}/event`, type: 'string' },
    `${first}/timestamp`,
    any(`${first}/working_start`, `${first}/span_id`, `${first}/state/messages`, all(`${first}/action`, `${at}/epoch`)),
  );
}
