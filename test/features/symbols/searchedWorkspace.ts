import { openFile } from '../../../server/src/features/symbols/searchedFiles';
import type { SymbolSearchFolder } from '../../../server/src/features/symbols/symbolSearchFolder';
import type { Family } from '../../../server/src/model/family';
import type { RunIndex } from '../../../server/src/runs/index/runIndex';
import { languageOf } from '../../../server/src/text/fileLanguage';
import { textFile } from '../../../server/src/text/lines';
import { indexFiles } from '../../kit/indexFiles';
import { testContext } from '../../kit/testContext';

export type Files = Readonly<Record<string, string>>;

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const jsonl = (...values: unknown[]) => values.map(value => `${JSON.stringify(value)}\n`).join('');

function message(id: string, at: string, from: string, next: string | undefined, workflowId = 'wf_1'): object {
  return {
    id,
    timestamp: `2026-06-11T09:0${at}:00Z`,
    from,
    to: 'conductor',
    intent: 'task',
    context: { project: 'boards', domain: 'feature', priority: 1, workflowId },
    payload: { input: `asked of ${from}`, output: { summary: `done by ${from}` }, confidence: 0.9, needsReview: false },
    ...(next && { handoff: { nextAgent: next, instructions: `go on, ${next}` } }),
  };
}

function call(id: string, tool: string, agent = 'calendar'): object {
  return { call_id: id, agent, tool, args: {}, ts: '2026-06-15T08:00:00+02:00', confirm_required: false };
}

function event(event: string, second: number, details: object, trace_id = 'trip-7'): object {
  return { event, trace_id, timestamp: `2026-06-15T06:00:0${second}.000Z`, details, status: 'success' };
}

const registry = `# Feature Index: 005-invites

## Metadata

- **Feature ID**: 005-invites
- **Branch**: 005-invites

## Workflow Status

| Workflow | Status | Last Run | Current Agent |
|----------|--------|----------|---------------|
| specify | in_progress | - | \`build\` |

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
| 2026-06-11 | build | build it | as build says |
| 2026-06-11 | other | none | - |

## Agent Handoff Notes

### From build

- build is done
- Ready for: build
`;

const tools = (...names: string[]) =>
  names.map(name => ({ name, description: `Does ${name}.`, parameters: { type: 'object' } }));

/** A workspace in which names of every kind go through files of every kind. */
export const FILES: Files = {
  'agents/fix.md': '# Fix\n\nMends what build broke.\n',
  'docs/notes.md': `The agent build of wf_1 wrote:\n\n> - one:\n>   \`\`\`json\n${JSON.stringify(message('msg_3', '3', 'build', undefined), undefined, 2).replace(/^/gm, '>   ')}\n>   \`\`\`\n\nAnd wf_1 was over.\n`,
  'messages/first.json': json(message('msg_1', '1', 'conductor', 'build')),
  'messages/later.jsonl': `${jsonl(message('msg_4', '4', 'build', 'review'), message('msg_2', '2', 'build', 'fix'))}{"torn": "wf_1"\n${jsonl(
    {
      checkpointId: 'cp_1',
      workflowId: 'wf_1',
      timestamp: '2026-06-11T09:09:00Z',
      stage: 'pre_commit',
      response: 'approve',
      responseTime: '00:01:00',
    },
    message('msg_9', '0', 'build', undefined, 'wf_2'),
  )}`,
  'specs/005/.workflow/index.md': registry,
  'specs/005/.workflow/plan.input.json': json({
    context: { feature_id: '005-invites', workflow: 'specify', iteration: 1 },
    paths: { spec: 'specs/005/spec.md' },
    task: { action: 'create', params: {} },
  }),
  'specs/005/.workflow/plan.return.json': json({
    success: true,
    artifacts: [{ path: 'specs/005/.workflow/index.md', operation: 'overwrite', content: registry }],
    state_updates: { workflow_status: { current_agent: 'build' }, handoff_notes: { from: 'build', notes: ['build'] } },
    next_recommendation: 'proceed',
  }),
  'tools/catalogue.json': json({ calendar: tools('snooze', 'suggest_slots'), comms: tools('snooze') }),
  'tools/calls.jsonl': jsonl(
    call('t_0000000001', 'snooze'),
    call('t_0000000002', 'suggest_slots'),
    call('t_0000000003', 'snooze', 'comms'),
  ),
  'tools/results.jsonl': jsonl({ call_id: 't_0000000001', ok: true, result: {}, error: null, latency_ms: 3 }),
  'io/events.jsonl': jsonl(
    event('route_decision', 1, { target: 'worker-1', reason: 'free' }),
    event('tool_call_start', 2, { tool: 'search' }),
    event('tool_call_complete', 3, { tool: 'search' }),
  ),
  'io/plan.request.json': json({ goal: 'Plan', task: 'Search', metadata: { trace_id: 'trip-7', profile: 'demo' } }),
};

/** The sizes of files, where they are to be others than those of their texts, and the families, if not our own. */
export interface Around {
  sizes?: Readonly<Record<string, number>>;
  families?: readonly Family[];
}

/** All that a question about a name rests on, for files by path below `file:///work`. */
export function searchIn(files: Files, { sizes = {}, families }: Around = {}): SymbolSearchFolder {
  let index: RunIndex | undefined;
  const context = testContext(families && { families });
  return {
    files: Object.entries(files).map(([path, text]) =>
      openFile(textFile(uriOf(path), languageOf(path) ?? 'json', text), sizes[path]),
    ),
    get index() {
      index ??= indexFiles(files, families);
      return index;
    },
    contextOf: () => context,
    folder: 'file:///work',
  };
}

export function uriOf(path: string): string {
  return `file:///work/${path.split('/').map(encodeURIComponent).join('/')}`;
}

export function pathOf(uri: string): string {
  return decodeURIComponent(uri.replace('file:///work/', ''));
}
