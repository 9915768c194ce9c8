import type { Exchange } from '../../model/exchange';
import { atPointer, isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { sideAttributes } from '../exchanges/sideAttributes';
import { spanAttributes } from '../exchanges/spanAttributes';
import { spanExchange } from '../exchanges/spanExchange';
import { firstLine, runModels, runTokens, runType } from './run';

/** Reads what a run said: the messages of a model call, a call of a tool, the documents of a retriever. Never throws. */
export function exchange(run: Record<string, unknown>, kind: string): Exchange | undefined {
  // An update has no type of its own: its step has.
  const [, word = runType(run)] = kind.split(':');
  const isTool = word === 'tool';
  const { name } = run;
  const { asked, answered } = runModels(run);
  const at = (pointer: string) => atPointer(run, pointer);
  const said = spanExchange({
    word,
    title: shortLine(name) ?? word,
    attributes: new Map([
      ...sideAttributes(
        {
          // An update repeats the arguments without the name of the tool.
          inputs: isTool ? (name === undefined ? undefined : unwrapped(run['inputs'], ['input'])) : run['inputs'],
          outputs: isTool ? toolContent(unwrapped(run['outputs'], ['output', 'outputs'])) : run['outputs'],
        },
        ['inputs', 'outputs'],
      ),
      ...spanAttributes(
        {
          'retrieval.documents': at('/outputs/documents'),
          'gen_ai.request.model': asked,
          'gen_ai.response.model': answered,
          'gen_ai.provider.name': at('/extra/metadata/ls_provider'),
          'gen_ai.response.finish_reasons': firstLine(run, FINISH_REASONS),
          'llm.invocation_parameters': at('/extra/invocation_params'),
          'llm.tools': at('/extra/invocation_params/tools') ?? at('/inputs/tools'),
        },
        [],
      ),
    ]),
    events: [],
  });
  const tokens = word === 'llm' ? runTokens(run) : undefined;
  return said && { ...said, ...(tokens && { tokens }) };
}

const FINISH_REASONS = ['/outputs/choices/0/finish_reason', '/outputs/generations/0/0/generation_info/finish_reason'];

/** The only value of an object under one of its usual names. */
function unwrapped(value: unknown, names: readonly string[]): unknown {
  const [key = '', ...others] = isObject(value) ? Object.keys(value) : [];
  return isObject(value) && others.length === 0 && names.includes(key) ? value[key] : value;
}

/** What a message of a tool says. */
function toolContent(value: unknown): unknown {
  return isObject(value) && value['tool_call_id'] !== undefined ? (value['content'] ?? value) : value;
}
