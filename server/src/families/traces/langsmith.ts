import schemas from '../../generated/langsmith.recognition.json';
import type { Condition } from '../../model/kind';
import type { Draft, Exchange, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/instant';
import { atPointer, isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { identifier, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { completeNested, type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { apiTokens, totalAmount } from '../drafts/usageEffects';
import { requestWords } from '../exchanges/requestWords';
import { sideAttributes, spanAttributes } from '../exchanges/spanConventions';
import { spanExchange } from '../exchanges/spanExchange';

type Fields = Record<string, unknown>;

/** The steps of a run with its child runs, of a list of runs, or of posts and patches: one for each run. */
export function steps(value: Fields): Draft[] {
  const records = [
    ...(value['run_type'] === undefined && value['dotted_order'] === undefined ? [] : runRecords(value, [], undefined)),
    ...['post', 'runs', 'patch'].flatMap(key => listRecords(value[key], [key], undefined)),
  ];
  return completeNested(recordDrafts(records, runDraft));
}

const DEEPEST = 50;

function listRecords(list: unknown, path: Path, parent: Fields | undefined): OperationRecord[] {
  if (!Array.isArray(list) || path.length > 2 * DEEPEST) return [];
  return list.flatMap((run, index) => (isObject(run) ? runRecords(run, [...path, index], parent) : []));
}

/** The records of a run and its child runs. */
function runRecords(written: Fields, path: Path, parent: Fields | undefined): OperationRecord[] {
  const { trace, id } = parent ? runIds(parent) : {};
  const fields = parent ? { ...written, trace_id: runIds(written).trace ?? trace ?? id, parent_run_id: id } : written;
  const isUpdate = fields['run_type'] === undefined && fields['name'] === undefined;
  const isOpen = [fields['end_time'], fields['outputs'], fields['error']].every(
    one => one === undefined || one === null,
  );
  const record = { id: runIds(fields).id, fields, path, isUpdate, isOpen };
  return [record, ...listRecords(fields['child_runs'], [...path, 'child_runs'], fields)];
}

function runDraft(run: Fields, from: { path: Path; side: Draft['side'] | undefined }): Draft {
  const type = runType(run);
  const kind = `langsmith/run:${type}`;
  const { id, trace, parent } = runIds(run);
  const { asked, answered } = runModels(run);
  const name = shortLine(run['name']);
  const end = parseInstant(run['end_time']);
  const isFailed = shortLine(run['error']) !== undefined || run['status'] === 'error';
  return operationDraft({
    key: id,
    run: trace ?? (parent === undefined ? id : undefined),
    parent,
    start: parseInstant(run['start_time']),
    end,
    agent: firstLine(run, AGENTS) ?? (type === 'chain' && name && /agent/i.test(name) ? name : undefined),
    model: type === 'llm' || type === 'embedding' || type === 'run' ? (answered ?? asked) : undefined,
    kind,
    title: name ?? (from.side === 'answer' ? '' : type),
    outcome: isFailed ? 'failed' : end === undefined ? (from.side === 'answer' ? 'unknown' : 'pending') : 'ok',
    failure: shortLine(run['error']),
    about: parent === undefined ? (requestWords(exchange(run, kind)) ?? name) : undefined,
    tool: type === 'tool' ? { tool: name, id: callId(run) } : undefined,
    tokens: runTokens(run),
    cost: totalAmount([run['total_cost']], [run['prompt_cost'], run['completion_cost']]),
    ...from,
  });
}

const AGENTS = ['/extra/metadata/lc_agent_name', '/extra/metadata/langgraph_node'];

function callId(run: Fields): string | undefined {
  return identifier(atPointer(run, '/outputs/output/tool_call_id') ?? atPointer(run, '/extra/tool_call_id'));
}

/** The type of a run: `llm`, `tool`, `chain`; `run` for an update, which has no type. */
export function runType({ run_type: type }: Fields): string {
  return typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/.test(type) ? type : 'run';
}

/** The ids of a run; an update may have them only in `dotted_order`. */
function runIds(run: Fields): Record<'id' | 'trace' | 'parent', string | undefined> {
  const { dotted_order: order } = run;
  const ids = typeof order === 'string' ? order.split('.').map(segment => segment.replace(/^\d{8}T\d{6,12}Z/, '')) : [];
  return {
    id: identifier(run['id']) ?? identifier(ids.at(-1)),
    trace: identifier(run['trace_id']) ?? identifier(ids[0]),
    parent: identifier(run['parent_run_id']) ?? identifier(ids.at(-2)),
  };
}

/** The model that was requested, and the model that answered. */
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

/** The value of the first pointer that finds a text, as one line. */
export function firstLine(run: Fields, pointers: readonly string[]): string | undefined {
  return pointers.map(pointer => shortLine(atPointer(run, pointer))).find(line => line !== undefined);
}

/** The tokens of a model call; for any other run, the total that the service counted. */
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

/** Reads the exchange of a run: the messages of a model call, a call of a tool, the documents of a retriever. Never throws. */
export function exchange(run: Record<string, unknown>, kind: string): Exchange | undefined {
  // An update has no type: take it from the kind of its step.
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

/** The value of an object with a single property of one of these names; any other value as it is. */
function unwrapped(value: unknown, names: readonly string[]): unknown {
  const [key = '', ...others] = isObject(value) ? Object.keys(value) : [];
  return isObject(value) && others.length === 0 && names.includes(key) ? value[key] : value;
}

/** The content of a message of a tool; any other value as it is. */
function toolContent(value: unknown): unknown {
  return isObject(value) && value['tool_call_id'] !== undefined ? (value['content'] ?? value) : value;
}

/** A run without its place in the trace, as older versions write it. */
const isRun = all(
  { at: '/run_type', is: ['llm', 'chain', 'tool', 'retriever', 'prompt', 'embedding', 'parser'] },
  '/start_time',
  any('/parent_run_id', '/child_runs', '/session_id', '/session_name', all('/trace_id', '/extra')),
  any('/inputs', '/outputs', '/error'),
);

export default defineFamily('langsmith', {
  title: 'LangSmith',
  reference: 'Runs as LangSmith exports them and as its SDKs post them',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    run: {
      schema: schemas.run,
      signature: {
        keys: {
          '/dotted_order': 1,
          '/parent_run_id': 0.5,
          '/child_runs': 0.5,
          '/session_name': 0.5,
          '/session_id': 0.25,
          '/trace_id': 0.25,
          '/post': 0,
          '/patch': 0,
          '/runs': 0,
        },
        evidence: [{ when: any(isRun, ...['', '/post/0', '/patch/0', '/runs/0'].map(isPlaced)), weight: 4 }],
        open: true,
      },
      fieldPointers: { run: ['/trace_id'], at: ['/start_time'] },
    },
  },
});

/** A run or its update at a position, with its place in the trace. */
function isPlaced(at: string): Condition {
  return all(
    any(`${at}/dotted_order`, all(`${at}/run_type`, `${at}/parent_run_id`)),
    any(`${at}/trace_id`, `${at}/id`),
    any(`${at}/end_time`, `${at}/outputs`, `${at}/inputs`),
  );
}
