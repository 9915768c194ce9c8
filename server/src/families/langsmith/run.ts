import type { TokenCounts } from '../../model/exchange';
import { atPointer } from '../../text/pointer';
import { apiTokens } from '../drafts/apiTokens';
import { identifier, shortLine } from '../drafts/draft';

type Fields = Record<string, unknown>;

/** The type of a run: `llm`, `tool`, `chain`; of an update, which has none, `run`. */
export function runType({ run_type: type }: Fields): string {
  return typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/.test(type) ? type : 'run';
}

/** The ids of a run; an update may have them only in its order. */
export function runIds(run: Fields): Record<'id' | 'trace' | 'parent', string | undefined> {
  const { dotted_order: order } = run;
  const ids = typeof order === 'string' ? order.split('.').map(part => part.replace(/^\d{8}T\d{6,12}Z/, '')) : [];
  return {
    id: identifier(run['id']) ?? identifier(ids.at(-1)),
    trace: identifier(run['trace_id']) ?? identifier(ids[0]),
    parent: identifier(run['parent_run_id']) ?? identifier(ids.at(-2)),
  };
}

/** The model that was asked, and the one that answered. */
export function runModels(run: Fields): Record<'asked' | 'answered', string | undefined> {
  return { asked: firstLine(run, ASKED), answered: firstLine(run, ANSWERED) };
}

const ASKED = [
  '/extra/metadata/ls_model_name',
  '/extra/invocation_params/model',
  '/extra/invocation_params/model_name',
  '/inputs/model',
];
const MESSAGE = '/outputs/generations/0/0/message/kwargs';
const ANSWERED = ['/outputs/model', '/outputs/llm_output/model_name', `${MESSAGE}/response_metadata/model_name`];

/** The first line that pointers find. */
export function firstLine(run: Fields, pointers: readonly string[]): string | undefined {
  return pointers.map(pointer => shortLine(atPointer(run, pointer))).find(line => line !== undefined);
}

/** The tokens of a model call, or those that the service counted for all of a run. */
export function runTokens(run: Fields): TokenCounts | undefined {
  const isCall = ['llm', 'embedding', 'run'].includes(runType(run));
  return [run, ...(isCall ? USAGES.map(pointer => atPointer(run, pointer)) : [])]
    .map(apiTokens)
    .find(tokens => tokens?.total);
}

const USAGES = [
  '/outputs/usage_metadata',
  '/outputs/llm_output/token_usage',
  `${MESSAGE}/usage_metadata`,
  '/outputs/usage',
  '/extra/metadata/usage_metadata',
];
