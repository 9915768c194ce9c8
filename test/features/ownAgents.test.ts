import { expect, test } from 'vitest';
import { folderOf } from '../../server/src/analysis/ruleFileAccess';
import { codeActions } from '../../server/src/features/fixes/codeActions';
import { rangeOf } from '../../server/src/parts/positions';
import { analyseText, problemsIn } from '../kit/analyseText';
import { acceptCompletion } from '../kit/applyEdits';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';
import { itemsAt, saidAt } from './askAt';
import { renamed } from './symbols/renamed';

const agents = ['researcher', 'writer'];

function message(
  name: string,
  files: Record<string, string>,
): { from: string; to: string; handoff: { nextAgent: string } } {
  const position = { line: 0, character: 0 };
  const around = { settings: { agents, files }, workspace: memoryWorkspace(files) };
  const item = itemsAt({ name, text: '', position }, around).find(({ label }) => label === 'envelope-message');
  if (!item) throw new Error('no message is offered');
  return JSON.parse(acceptCompletion('', item, position));
}

test('the first message is from the first of one’s own agents, and hands over to the second', () => {
  expect(message('first.json', {})).toMatchObject({
    from: 'researcher',
    to: 'writer',
    handoff: { nextAgent: 'writer' },
  });
});

test('a second message in a file of its own is from the agent that the latest one hands over to', () => {
  const first = { ...message('first.json', {}), timestamp: '2026-06-11T09:00:00Z' };
  const second = {
    ...first,
    from: 'writer',
    timestamp: '2026-06-11T10:00:00Z',
    handoff: { nextAgent: 'review', instructions: 'Look at it' },
  };
  const one = { 'first.json': JSON.stringify(first) };
  expect(message('second.json', one)).toMatchObject({ from: 'writer', to: 'researcher' });
  // The names of the files say nothing about the order.
  expect(message('third.json', { 'a.json': JSON.stringify(second), 'b.json': JSON.stringify(first) }).from).toBe(
    'review',
  );
});

test('own agents are offered before those of the protocol, and explained', () => {
  const text = '{"from": "", "to": "writer", "intent": "task", "payload": {"confidence": 0.95}}';
  const labels = itemsAt({ name: 'a.json', text, position: { line: 0, character: 10 } }, { settings: { agents } }).map(
    ({ label }) => label,
  );
  expect(labels.slice(0, 3)).toEqual(['researcher', 'writer', 'conductor']);
  const hover = saidAt({ name: 'a.json', text, position: { line: 0, character: 22 } }, { settings: { agents } });
  expect(hover).toContain('From your settings: `researcher`, **`writer`**');
});

test('a rename changes the declaration', () => {
  const settings = '{ "agents": ["researcher", "writer"], "intents": ["researcher"] }';
  const files = {
    '.agent-envelopes.json': settings,
    'first.json': JSON.stringify(message('first.json', {})),
  };
  const after = renamed({ kind: 'agent', text: 'researcher' }, 'scout', files);
  expect(JSON.parse(after['.agent-envelopes.json'] ?? '')).toEqual({
    agents: ['scout', 'writer'],
    intents: ['researcher'],
  });
  expect(JSON.parse(after['first.json'] ?? '').from).toBe('scout');
});

test('an agent of a file that is not saved yet is declared in the only folder', () => {
  const text = '{"from": "scout", "to": "conductor", "intent": "task", "payload": {"confidence": 0.95}}';
  const analysis = { ...analyseText('a.json', text) };
  const untitled = { ...analysis, file: { ...analysis.file, uri: 'untitled:Untitled-1' } };
  const problem = problemsIn(analysis).find(({ rule }) => rule === 'agent-message/unknown-agent');
  if (!problem) throw new Error('the agent is known');
  const [action] = codeActions(untitled, rangeOf(problem.part, problem.span), {
    context: testContext(),
    client: { opensDocs: false, takesSnippets: false, resolves: false, now: () => 0 },
    asked: { diagnostics: [] },
    others: { workspace: memoryWorkspace({}), createsFiles: true },
  });
  expect(action?.title).toBe('Add "scout" to "agents" in .agent-envelopes.json');
  expect(problem.message).toContain('add it to "agents" in .agent-envelopes.json');
  expect(folderOf('untitled:Untitled-1', ['file:///a', 'file:///b'])).toBeUndefined();
});
