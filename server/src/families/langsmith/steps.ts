import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';
import { atPointer, isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { completeNested } from '../drafts/completeNested';
import { identifier, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { totalAmount } from '../drafts/usageEffects';
import { requestWords } from '../exchanges/requestWords';
import { exchange } from './exchange';
import { firstLine, runIds, runModels, runTokens, runType } from './run';

type Fields = Record<string, unknown>;

/** The steps of a run with the runs in it, of a list of runs, or of posts and patches: one for each run. */
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

/** A run, and the runs in it. */
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
