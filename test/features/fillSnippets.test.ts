import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { familiesWithSnippets as families } from '../../server/src/families/familiesWithSnippets';
import { envelopeInsertion } from '../../server/src/features/completion/envelopeItems';
import { analyseWithRunRules, memoryFile, problemsIn } from '../kit/analyseText';
import { acceptCompletion } from '../kit/applyEdits';
import { expandSnippet } from '../kit/expandSnippet';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { type TestSettings, testContext } from '../kit/testContext';
import { itemsAt } from './askAt';

// Files that are known by their names hold one alone.
const written = families.filter(
  ({ kinds, snippets: own }) => own.length > 0 && !kinds.some(({ fileNames }) => fileNames),
);
const snippets = written.flatMap(family =>
  family.snippets.map(({ kind, prefix }) => ({ family: family.id, kind, prefix })),
);

/** A file after an envelope was chosen from the list of completions at its end. */
function withEnvelope(name: string, text: string, prefix: string, settings: TestSettings = {}): string {
  const lines = text.split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const workspace = memoryWorkspace(settings.files ?? {});
  const item = itemsAt({ name, text, position }, { settings, workspace }).find(({ label }) => label === prefix);
  if (!item) throw new Error(`${prefix} is not offered`);
  return acceptCompletion(text, item, position);
}

function problemsOf(name: string, text: string, settings: TestSettings = {}): string[] {
  return problemsIn(analyseWithRunRules(name, text, settings))
    .filter(({ rule }) => !TELLING.has(rule))
    .map(({ rule, message }) => `${rule}: ${message}`);
}

// What only says that an author still has to write something: texts, which files there are, and why a call was rejected.
const TELLING: ReadonlySet<string> = new Set([
  'envelope/path-missing',
  'envelope/placeholder',
  'toolcall/rejected-call',
]);

describe.each(snippets)('$prefix', ({ kind, prefix }) => {
  test('again and again in a log', () => {
    let text = '';
    for (let count = 0; count < 4; count++) text = `${withEnvelope('new.jsonl', text, prefix, { files: {} })}\n`;
    expect(problemsOf('new.jsonl', text)).toEqual([]);
  });

  test('with agents of one’s own', () => {
    const settings = { agents: ['painter', 'vision'], files: {} };
    expect(problemsOf('new.json', withEnvelope('new.json', '', prefix, settings), settings)).toEqual([]);
  });

  test('in a file beside that of the first', () => {
    const first = withEnvelope('first.json', '', prefix);
    const second = withEnvelope('second.json', '', prefix, { files: { 'first.json': first } });
    expect(problemsOf('second.json', second, { files: { 'first.json': first, 'second.json': second } })).toEqual([]);
  });

  test('by the command, behind the line of the cursor', () => {
    const context = testContext({ files: {} });
    const text = withEnvelope('new.jsonl', '', prefix);
    const { analysis } = analyse(memoryFile('new.jsonl', text), context);
    const insertion = envelopeInsertion(analysis, { line: 0, character: 3 }, kind, {
      context,
      now: Date.UTC(2026, 5, 1, 10),
    });
    expect(problemsOf('new.jsonl', text + expandSnippet(insertion?.text ?? ''))).toEqual([]);
  });
});

describe.each(written)('$id', ({ snippets: own }) => {
  const pairs = own.flatMap(one => own.map(other => [one.prefix, other.prefix] as const));
  test.each(pairs)('%s, then %s', (one, other) => {
    const text = withEnvelope('new.jsonl', `${withEnvelope('new.jsonl', '', one)}\n`, other);
    expect(problemsOf('new.jsonl', text)).toEqual([]);
  });
});

interface Message {
  id: string;
  timestamp: string;
  from: string;
  to: string;
  context: { project: string; workflowId: string };
  handoff: { nextAgent: string };
}

describe('a message in a log that grows', () => {
  const first: Message = JSON.parse(withEnvelope('new.jsonl', '', 'envelope-message'));
  function nextTo(changes: object, settings?: TestSettings): Message {
    const text = JSON.stringify({ ...first, ...changes });
    const second = withEnvelope('new.jsonl', `${text}\n`, 'envelope-message', settings).split('\n')[1] ?? '';
    return JSON.parse(second);
  }

  test('is the next of its workflow, of the same project, from the agent that it was handed to', () => {
    const context = { ...first.context, project: 'ledger', workflowId: 'wf_export_7' };
    const second = nextTo({ id: 'msg_0041', context, handoff: { nextAgent: 'scope', instructions: 'Go on' } });
    expect(second).toMatchObject({ id: 'msg_0042', context: { project: 'ledger', workflowId: 'wf_export_7' } });
    expect(second.from).toBe('scope');
    expect([second.to, second.handoff.nextAgent]).not.toContain('scope');
  });

  test.each([
    ['2026-04-14T13:20:00Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['2026-04-14T13:20:00.250Z', /T\d\d:\d\d:\d\d\.\d{3}Z$/],
    ['2026-04-14T13:20:00.250000+02:00', /T\d\d:\d\d:\d\d\.\d{3}000\+02:00$/],
    ['2026-04-14T13:20:00-0530', /T\d\d:\d\d:\d\d-0530$/],
    ['2026-04-14T13:20:00', /T\d\d:\d\d:\d\dZ$/],
    ['yesterday', /T\d\d:\d\d:\d\dZ$/],
  ])('writes its time as %s is written', (timestamp, style) => {
    const second = nextTo({ timestamp });
    expect(second.timestamp).toMatch(style);
    const away = Math.abs(Date.parse(second.timestamp.replace(/(\d\d)(\d\d)$/, '$1:$2')) - Date.now());
    expect(away).toBeLessThan(60_000);
  });

  test('is not sent before the one before it, whatever the clock says', () => {
    expect(nextTo({ timestamp: '2099-04-14T13:20:00Z' }).timestamp).toBe('2099-04-14T13:20:01Z');
  });

  test('is sent after the latest of the others, whatever mistyped time stands among them', () => {
    const texts = ['2098-04-14T13:20:00Z', '3098-04-14T13:20:00Z'].map((timestamp, at) =>
      JSON.stringify({ ...first, id: `msg_00${at}`, timestamp }),
    );
    const written = withEnvelope('new.jsonl', `${texts.join('\n')}\n`, 'envelope-message').split('\n')[2] ?? '';
    expect(JSON.parse(written).timestamp).toBe('2098-04-14T13:20:01Z');
  });

  test('may be from agents of the settings', () => {
    const item = itemsAt(
      { name: 'new.json', text: '', position: { line: 0, character: 0 } },
      { settings: { agents: ['researcher'] } },
    ).find(({ label }) => label === 'envelope-message');
    expect(item?.textEdit?.newText.match(/researcher/g)).toHaveLength(3);
  });
});

describe('a call where there is a catalogue', () => {
  const catalogue = JSON.stringify({
    idle: [],
    billing: [
      {
        name: 'refund',
        description: 'Pays back',
        parameters: {
          type: 'object',
          required: ['order', 'cents', 'notify', 'lines'],
          properties: {
            order: { type: 'string' },
            cents: { type: 'integer', minimum: 1 },
            notify: { enum: ['customer', 'nobody'] },
            lines: { type: 'array' },
            note: { type: 'string' },
          },
        },
      },
      { name: 'void', description: 'Takes back', parameters: { type: 'object' } },
    ],
  });

  test('names an agent and a tool that there are, with the arguments that it takes', () => {
    const text = withEnvelope('new.json', '', 'envelope-call', { catalogue });
    expect(JSON.parse(text)).toMatchObject({
      agent: 'billing',
      tool: 'refund',
      args: { cents: 1, notify: 'customer', lines: [] },
    });
    expect(problemsOf('new.json', text, { catalogue })).toEqual([]);
    const log = `${withEnvelope('new.jsonl', '', 'envelope-call', { catalogue })}\n`;
    expect(problemsOf('new.jsonl', log, { catalogue })).toEqual([]);
    const both = withEnvelope('new.jsonl', log, 'envelope-result', { catalogue });
    const [call, result] = both.split('\n').map(line => JSON.parse(line));
    expect(result.call_id).toBe(call.call_id);
    expect(problemsOf('new.jsonl', both, { catalogue })).toEqual([]);
  });

  test('in the order of the tab stops', () => {
    const [item] = itemsAt(
      { name: 'new.json', text: '', position: { line: 0, character: 0 } },
      { settings: { catalogue } },
    ).filter(({ label }) => label === 'envelope-call');
    const stops = [...(item?.textEdit?.newText ?? '').matchAll(/\$\{?(\d+)/g)].map(([, stop]) => Number(stop));
    expect(stops).toEqual([...stops].sort((one, two) => one - two));
    expect(new Set(stops).size).toBe(stops.length);
  });
});

test('a second message of an id gets the next one that is free', () => {
  const message = JSON.parse(withEnvelope('new.jsonl', '', 'envelope-message'));
  const line = (id: string, from: string) => `${JSON.stringify({ ...message, id, from, handoff: undefined })}\n`;
  const text = line('msg_014', 'vision') + line('msg_003', 'scope') + line('msg_003', 'build') + line('msg_003', 'fix');
  const titles = problemsIn(analyseWithRunRules('new.jsonl', text)).flatMap(({ fixes }) =>
    fixes.map(({ title }) => title),
  );
  expect(titles).toEqual(['Give it the id msg_015', 'Give it the id msg_016']);
});

describe('a file that is known by its name', () => {
  test.each([
    ['.agent-envelopes.json', ['agent-envelopes-settings']],
    ['ours.agent-protocol.json', ['agent-envelopes-protocol']],
  ])('%s begins with what it holds', (name, labels) => {
    for (const text of ['', '{\n\n}', 'agent', '{}']) {
      const position = text.includes('\n')
        ? { line: 1, character: 0 }
        : { line: 0, character: Math.min(text.length, 1) };
      expect(itemsAt({ name, text, position }).map(({ label }) => label)).toEqual(labels);
    }
    const text = withEnvelope(name, '', labels[0] ?? '');
    expect(JSON.parse(text)).toBeTypeOf('object');
    expect(problemsOf(name, text)).toEqual([]);
  });

  test('is the only one that does', () => {
    const items = itemsAt({ name: 'new.json', text: '', position: { line: 0, character: 0 } });
    expect(items.map(({ label }) => label).filter(label => !label.startsWith('envelope-'))).toEqual([]);
    expect(items.length).toBeGreaterThan(10);
  });
});
