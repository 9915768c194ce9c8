import { familiesWithDeclared, REVIEWS } from '../../kit/declaredProtocols';
import type { Files } from './searchedWorkspace';

const text = { type: 'string' };
export const object = (...required: string[]) => ({
  type: 'object',
  required,
  properties: Object.fromEntries(required.map(name => [name, text])),
});

/** Plans whose tasks need others of the plan, and reports on them. */
const PLANS = {
  id: 'plans',
  kinds: {
    plan: {
      schema: {
        type: 'object',
        required: ['plan_run', 'plan_tasks', 'planned_by'],
        properties: {
          plan_run: text,
          planned_by: text,
          plan_tasks: {
            type: 'array',
            items: { type: 'object', properties: { name: text, needs: { type: 'array', items: text } } },
          },
        },
      },
      tells: { run: '/plan_run', agent: '/planned_by' },
    },
    report: {
      schema: object('report_run', 'on_task', 'reported_by'),
      tells: { run: '/report_run', agent: '/reported_by' },
    },
  },
  rules: {
    once: { of: ['plan'], unique: '/plan_tasks/*/name' },
    known: { of: ['report'], refers: '/on_task', to: { plan: '/plan_tasks/*/name' } },
    needed: { of: ['plan'], refers: '/plan_tasks/*/needs/*', to: { plan: '/plan_tasks/*/name' } },
  },
};

export const FAMILIES = familiesWithDeclared(REVIEWS, PLANS);

export const request = (id: string, parts: object = {}) => ({
  review_id: id,
  change: 'C-1',
  asked_by: 'ada',
  summary: 'See',
  ...parts,
});
export const verdict = (id: string, parts: object = {}) => ({
  review_id: id,
  verdict: 'approved',
  by: 'lin',
  ...parts,
});
export const plan = (run: string) => ({
  plan_run: run,
  planned_by: 'ada',
  plan_tasks: [{ name: 't1' }, { name: 't2', needs: ['t1'] }],
});
export const report = (run: string, on: string) => ({ report_run: run, on_task: on, reported_by: 'lin' });
export const jsonl = (...values: object[]) => values.map(value => `${JSON.stringify(value)}\n`).join('');

export const FILES: Files = {
  'asked.json': JSON.stringify(request('R-1', { reviewer: 'lin' }), undefined, 2),
  'log.jsonl': jsonl(request('R-2'), verdict('R-2', { change: 'C-1' }), verdict('R-1', { change: 'C-1' })),
  'given.yaml': 'review_id: R-1\nverdict: changes\nby: "lin"\nchange: C-1\n',
  'notes.md': `Of R-1:\n\n\`\`\`json\n${JSON.stringify(verdict('R-1', { change: 'C-1' }))}\n\`\`\`\n`,
  'plans/one.jsonl': jsonl(plan('p-1'), report('p-1', 't1')),
  'plans/two.jsonl': jsonl(plan('p-2'), report('p-2', 't1'), report('p-2', 't2')),
};
