import type { ContentPiece, Effect, Step } from '../../model/run';
import { formatInstant } from '../../text/parseTime';
import { RUN_ATTRIBUTES, TRAJECTORY_ATTRIBUTES, WRITTEN_MESSAGES } from '../otlp/spanAttributes';
import {
  envelopeAttributes,
  type StepEnvelopes,
  stepAttributes,
  textBudget,
  type WritableRun,
} from '../otlp/writeSpans';

/**
 * Writes a workflow run as a trajectory in ATIF, a JSON format for the steps of an agent. The trajectory has one step for each step of the run.
 * Facts for which the format has no field are written to `extra`, so that reading the file gives the same run.
 *
 * @param envelopes two functions: one returns the texts of a step's envelopes, which are written to `extra`, the other returns its messages
 */
export function writeTrajectory(run: WritableRun, { textsOf, saidIn }: StepEnvelopes): string {
  const { id, title, status, family, agents, steps: count } = run.summary;
  const all = Array.from({ length: count }, (_, index) => run.step(index));
  const used = all.flatMap(step => step.effects.filter(isUsage));
  const budget = textBudget();
  const model = all.find(step => step.model !== undefined)?.model;
  const trajectory = {
    schema_version: 'ATIF-v1.7',
    session_id: id,
    agent: {
      name: agents.find(name => roleOf(name) === 'agent') ?? family,
      version: 'unknown',
      ...(model !== undefined && { model_name: model }),
    },
    steps: all.map(step => trajectoryStep(step, saidIn(step), envelopeAttributes(budget, textsOf(step)))),
    final_metrics: { ...totalMetrics(used), total_steps: count },
    extra: {
      [RUN_ATTRIBUTES.id]: id,
      [RUN_ATTRIBUTES.title]: title,
      [RUN_ATTRIBUTES.status]: status,
      [RUN_ATTRIBUTES.family]: family,
    },
  };
  return `${JSON.stringify(trajectory, undefined, 2)}\n`;
}

type Usage = Extract<Effect, { do: 'usage' }>;

function isUsage(effect: Effect): effect is Usage {
  return effect.do === 'usage';
}

function trajectoryStep(step: Step, said: ReturnType<StepEnvelopes['saidIn']>, envelopes: object): object {
  const { index, parent, at, title, model, effects, failure } = step;
  const calls = effects.filter(effect => effect.do === 'call');
  const used = effects.filter(isUsage);
  const { input = [], output = [] } = said ?? {};
  // Only the steps of an agent may have a model, calls and metrics.
  const role = model !== undefined || calls.length > 0 || used.length > 0 ? 'agent' : roleOf(step.agent);
  const isAgent = role === 'agent';
  const pieces = (isAgent ? output : [...input, ...output]).flatMap(message => message.parts);
  const reasoning = textOf(pieces, 'reasoning');
  const callIds = calls.map((call, place) => call.id ?? `call_${index + 1}_${place + 1}`);
  const toolPieces = [...input, ...output].flatMap(message => message.parts);
  const argumentsOf = toolPieces.filter(piece => piece.type === 'tool_call').map(piece => piece.arguments);
  const results = toolPieces.filter(piece => piece.type === 'tool_result').map(piece => piece.result);
  return {
    step_id: index + 1,
    ...(at !== undefined && { timestamp: formatInstant(at) }),
    source: role,
    message: textOf(pieces, 'text') || title,
    ...(isAgent && model !== undefined && { model_name: model }),
    ...(isAgent && reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ tool }, place) => ({
        tool_call_id: callIds[place],
        function_name: tool,
        arguments: objectOf(argumentsOf[place]),
      })),
      observation: {
        results: results.slice(0, calls.length).map((result, place) => ({
          source_call_id: callIds[place],
          content: typeof result === 'string' ? result : JSON.stringify(result ?? null),
        })),
      },
    }),
    ...(used.length > 0 && { metrics: stepMetrics(used) }),
    extra: {
      ...stepAttributes(step),
      ...(parent !== undefined && { [TRAJECTORY_ATTRIBUTES.parent]: String(parent + 1) }),
      ...(failure !== undefined && { [TRAJECTORY_ATTRIBUTES.failure]: failure }),
      // Written even if empty: it tells a reader that the title above is no message.
      [WRITTEN_MESSAGES]: { input, output },
      ...envelopes,
    },
  };
}

function roleOf(agent: string | undefined): 'user' | 'system' | 'agent' {
  const name = agent?.toLowerCase();
  return name === 'user' || name === 'system' ? name : 'agent';
}

function textOf(pieces: readonly ContentPiece[], type: 'text' | 'reasoning'): string {
  return pieces.flatMap(piece => (piece.type === type ? [piece.text] : [])).join('\n\n');
}

function objectOf(value: unknown): object {
  if (value === undefined) return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
}

function stepMetrics(used: readonly Usage[]): object {
  const sum = (name: 'input' | 'output' | 'cached' | 'cost') => sumOf(used, name);
  return {
    ...defined('prompt_tokens', sum('input')),
    ...defined('completion_tokens', sum('output')),
    ...defined('cached_tokens', sum('cached')),
    ...defined('cost_usd', sum('cost')),
  };
}

function totalMetrics(used: readonly Usage[]): object {
  return {
    ...defined('total_prompt_tokens', sumOf(used, 'input')),
    ...defined('total_completion_tokens', sumOf(used, 'output')),
    ...defined('total_cached_tokens', sumOf(used, 'cached')),
    ...defined('total_cost_usd', sumOf(used, 'cost')),
  };
}

function sumOf(used: readonly Usage[], name: 'input' | 'output' | 'cached' | 'cost'): number | undefined {
  const amounts = used.flatMap(usage => usage[name] ?? []);
  return amounts.length === 0 ? undefined : Number(amounts.reduce((sum, amount) => sum + amount, 0).toPrecision(12));
}

function defined(name: string, value: number | undefined): object {
  return value === undefined ? {} : { [name]: value };
}
