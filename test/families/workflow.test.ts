import { describe, expect, test } from 'vitest';
import { corpusFiles, corpusMissing } from '../kit/corpus';
import { draftsOf, draftsOfCorpus, draftsOfSample, effectsIn, inALine } from './drafts';

/** agent-protocol and workflow-primitives: an input asks, an output or an artifact return answers. */
const STATE = 'specs/005-team-invites/.workflow';

describe('the sample', () => {
  test('an input', () => {
    expect(draftsOfSample(`${STATE}/clarify.input.json`)).toEqual([
      {
        kind: 'agent-protocol/input',
        side: 'ask',
        run: '005-team-invites · specify',
        space: 'feature',
        order: 2,
        title: 'apply_answers',
        outcome: 'pending',
        status: 'running',
        about: '005-team-invites · specify',
        effects: [{ do: 'question', id: 'C1.1', status: 'answered', text: '7 days' }],
      },
    ]);
    expect(draftsOfSample(`${STATE}/legacy.input.json`)[0]).toMatchObject({
      kind: 'workflow-primitives/input',
      run: '005-team-invites · specify',
      title: 'create',
    });
  });

  const answers: [file: string, draft: string, effects: string[]][] = [
    [
      'clarify.output.json',
      ' | The answer to C1.1 was worked in; one question is still open. | failed | running',
      ['write specs/005-team-invites/spec.md overwrite', 'note FR-003 names the period now'],
    ],
    [
      'validate.output.json',
      ' | Checked the spec against 5 items: 2 pass, 3 gaps... of them important. | ok | blocked',
      [
        'write specs/005-team-invites/checklists/security.md update',
        'note Important: G-001, when does an invite expire?',
        'note Critical: G-002, an invite opened with another address',
        'note Minor: G-003, what a withdrawn invite shows',
      ],
    ],
    [
      'legacy.return.json',
      'spec-writer > checklist-agent | overwrite spec.md | ok | succeeded | 2026-06-08T09:20:00.000Z',
      [
        'write specs/005-team-invites/spec.md overwrite',
        'document spec.md present',
        'document plan.md missing',
        'decision Single sign-on is left out',
        'note 2 user stories, 5 requirements',
        'handoff checklist-agent',
      ],
    ],
  ];
  test.each(answers)('%s', (file, draft, effects) => {
    const drafts = draftsOfSample(`${STATE}/${file}`);
    expect(drafts.map(inALine)).toEqual([draft]);
    expect(drafts[0]).toMatchObject({ side: 'answer' });
    expect(drafts[0]).not.toHaveProperty('run');
    expect(effectsIn(drafts)).toEqual(effects);
  });
});

describe('the run of an input', () => {
  test.each([
    [{ feature_id: null, workflow: 'specify' }, undefined, 'specify'],
    [{ feature_id: '{feature_id}', workflow: 'specify' }, undefined, 'specify'],
    [{ feature_id: '{{feature_id}}', workflow: 'plan' }, undefined, 'plan'],
    [{ feature_id: '012', workflow: 'specify|plan|tasks' }, undefined, '012'],
    [{ feature_id: '012' }, undefined, '012'],
    [{ feature_id: 12, workflow: ' plan ' }, '12 · plan', '12 · plan'],
    [{}, undefined, undefined],
    ['text', undefined, undefined],
  ])('%o', (context, run, about) => {
    for (const kind of ['agent-protocol/input', 'workflow-primitives/input']) {
      const [draft] = draftsOf(kind, { context, task: {} });
      expect([draft?.run, draft?.about]).toEqual([run, about]);
    }
  });

  test.each([-1, 1.5, '2', null])('an iteration of %s is none', iteration => {
    expect(draftsOf('agent-protocol/input', { context: { iteration } })[0]).not.toHaveProperty('order');
  });
});

describe('what an answer says of its run', () => {
  test.each([
    [{ success: true, recommendation: 'proceed' }, 'ok', 'running'],
    [{ success: true, recommendation: 'retry' }, 'ok', 'running'],
    [{ success: true, recommendation: 'escalate' }, 'ok', 'blocked'],
    [{ success: false, recommendation: 'retry' }, 'failed', 'running'],
    [{ success: false, recommendation: 'escalate' }, 'failed', 'blocked'],
    [{ success: false }, 'failed', 'failed'],
    [{ success: true, recommendation: 'proceed|retry' }, 'ok', undefined],
    [{ success: 'yes' }, 'unknown', undefined],
    [
      { success: true, recommendation: 'proceed', state_updates: { workflow_status: { specify: 'completed' } } },
      'ok',
      'succeeded',
    ],
    [
      { success: true, recommendation: 'escalate', state_updates: { workflow_status: { status: 'completed' } } },
      'ok',
      'blocked',
    ],
  ])('%o', (value, outcome, status) => {
    const [draft] = draftsOf('agent-protocol/output', value);
    expect([draft?.outcome, draft?.status]).toEqual([outcome, status]);
    const { recommendation, ...rest } = value as Record<string, unknown>;
    const [same] = draftsOf('workflow-primitives/artifact-return', { ...rest, next_recommendation: recommendation });
    expect([same?.outcome, same?.status]).toEqual([outcome, status]);
  });
});

describe('updates of the state, in whatever shape', () => {
  const cases: [updates: unknown, effects: string[]][] = [
    [{ document_availability: [{ document: 'a.md', status: 'present' }, { name: 'b.md' }] }, ['document a.md present']],
    [
      { document_availability: { 'a.md': { status: 'absent' }, 'b.md': 7, 'c.md': null } },
      ['document a.md absent', 'document b.md 7'],
    ],
    [{ decisions_log: 'One word' }, ['decision One word']],
    [{ decisions_log: { decision: 'One', agent: 'x' } }, ['decision One']],
    [
      { decisions_log: { D1: { decision: 'One' }, D2: 'Two', D3: { decision: '...' } } },
      ['decision One', 'decision Two'],
    ],
    [
      { gap_priority_queue: { 'G-001': 'resolved', 'G-002': { status: 'pending', priority: 'Minor' } } },
      ['gap G-001 resolved', 'gap G-002 pending Minor'],
    ],
    [
      { gap_priority_queue: { critical: [{ id: 'G-001', description: 'Who?' }], minor: [] } },
      ['gap G-001 pending Who?'],
    ],
    [{ gap_priority_queue: ['G-001'] }, ['gap G-001 pending']],
    [
      {
        gap_priority_queue_updates: [
          { id: 'G-001', synced: true },
          { id: 'G-002', status: 'resolved' },
        ],
      },
      ['gap G-002 resolved'],
    ],
    [
      {
        gap_priority_queue: [{ id: 'G-001', status: 'clarifying', priority: 'Critical' }],
        gap_resolution_history: [{ gap_id: 'G-001', resolution: '7 days' }],
      },
      ['gap G-001 resolved Critical 7 days'],
    ],
    [
      {
        pending_questions: [
          { id: 'C1.1', status: 'answered' },
          { id: 'C1.2', question: 'When?', priority: 'scope' },
        ],
      },
      ['question C1.1 answered', 'question C1.2 pending When? scope'],
    ],
    [{ handoff_notes: ['One', ['Two'], { notes: 'Three' }] }, ['note One', 'note Two', 'note Three']],
    [{ handoff_notes: [{ from: 'x', notes: 'One' }] }, ['note One']],
    [{ handoff_notes: 'Ready for: plan-agent' }, ['handoff plan-agent']],
    [{ handoff_notes: { from: 'x', notes: ['Ready for: the next phase'] } }, ['note Ready for: the next phase']],
    [{ handoff_notes: { 'spec-writer': ['One'] } }, ['note One']],
    [{ traceability_matrix: { 'FR-001': ['CHK001'] }, feature_readiness: true }, []],
    [['a list'], []],
  ];
  test.each(cases)('%j', (state_updates, effects) => {
    expect(effectsIn(draftsOf('workflow-primitives/artifact-return', { state_updates }))).toEqual(effects);
    expect(effectsIn(draftsOf('agent-protocol/output', { state_updates }))).toEqual(effects);
  });
});

test('notes that are nested without end are no notes', () => {
  let notes: unknown = 'deep';
  for (let depth = 0; depth < 50_000; depth++) notes = [notes];
  for (const value of [{ notes }, { state_updates: { handoff_notes: notes } }])
    expect(effectsIn(draftsOf('workflow-primitives/artifact-return', value))).toEqual([]);
});

test('a return without words is named by what it writes, or by its mode', () => {
  const titles = [
    { artifacts: [{ path: 'a/b.md', operation: 'create' }, { path: 'c.md' }], mode: 'update' },
    { artifacts: [], mode: 'update' },
    { error: 'No spec' },
    {},
  ].map(value => draftsOf('workflow-primitives/artifact-return', value)[0]?.title);
  expect(titles).toEqual(['create b.md and 1 more', 'update', 'No spec', 'Artifact return']);
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('the envelopes of the protocol itself', () => {
    const drafts = ['input', 'output'].flatMap(name => draftsOfCorpus(`humaninloop/agent-protocol/${name}.json`));
    expect(drafts.map(inALine)).toEqual([
      ' | validate | pending | running',
      ' | Validated spec. 8/9 checks passed. 1 Important gap auto-resolved. | ok | running',
    ]);
  });

  const returns: [name: string, draft: string, effects: string[]][] = [
    [
      'agents__spec-clarify__L267',
      'spec-clarify | overwrite spec.md | ok | running | 2024-01-15T10:30:00.000Z',
      [
        'write specs/005-user-auth/spec.md overwrite',
        'decision Applied 3 clarification answers',
        "gap G-001 resolved User selected 'Return 401'",
        'gap G-002 resolved',
        'question C1.1 answered',
      ],
    ],
    [
      'agents__checklist-agent__L563',
      'checklist-agent (update) | overwrite security.md | ok | running | 2024-01-16T10:30:00.000Z',
      ['write specs/005-user-auth/checklists/security.md overwrite', 'decision Synced 3 resolved gaps to checklist'],
    ],
    ['agents__spec-clarify__L348', " | Answer ID 'C5' not found in pending clarifications | failed | running", []],
    [
      'adr__007-workflow-primitives-skill__L85',
      ' | create|overwrite file.md | ok',
      ['write relative/path/to/file.md create|overwrite', 'document spec.md present'],
    ],
  ];
  test.each(returns)('%s', (name, draft, effects) => {
    const drafts = draftsOfCorpus(`humaninloop/fences/artifact-return__${name}.json`);
    expect(drafts.map(inALine)).toEqual([draft]);
    expect(effectsIn(drafts)).toEqual(effects);
  });

  test('a question that a writer leaves in a spec', () => {
    const drafts = draftsOfCorpus('humaninloop/fences/artifact-return__agents__spec-writer__L110.json');
    expect(effectsIn(drafts)).toContain('question Q-S1 pending Which OAuth providers should be supported? scope');
  });

  test('every fenced envelope tells of one step', () => {
    const fences = corpusFiles('humaninloop/fences').filter(file => file.endsWith('.json'));
    const counts = new Map(fences.map(file => [file, draftsOfCorpus(file).length]));
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  });
});
