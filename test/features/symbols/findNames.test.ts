import { describe, expect, test } from 'vitest';
import {
  envelopeOccurrences,
  findNames,
  findNamesInSteps,
  nameAt,
} from '../../../server/src/features/symbols/findNames';
import { highlights } from '../../../server/src/features/symbols/idOccurrences';
import { runSteps } from '../../../server/src/shared/workInSteps';
import { analyseText } from '../../kit/analyseText';
import { readProtocol } from '../../kit/declaredProtocols';
import { message } from '../../kit/runsClient';
import { analysisOf, asked, drawn } from '../drawnFeature';
import { FILES, uriOf } from './searchedWorkspace';

test.each([
  ['(a|a)*$', `${'a'.repeat(60)}!`, undefined],
  ['\\-', 'a', undefined],
  ['(', 'a', undefined],
  ['^[a-z]+$', 'B', 'must match ^[a-z]+$'],
  ['^[a-z]+$', 'b', undefined],
])('a name under the pattern %s that a file declares is judged, if that ends', (pattern, text, refusal) => {
  const schema = { type: 'object', properties: { by: { type: 'string', 'x-slot': 'agent', pattern } } };
  const kind = readProtocol({ id: 'a', kinds: { k: { schema } } }).family?.kinds[0];
  const [part] = analyseText('a.json', '{"by": "b"}').parts;
  if (!kind || !part) return expect.fail();
  expect(
    envelopeOccurrences({ ...part, value: { by: 'b' } }, { kind, variant: kind }, () => true).map(one =>
      one.refuses(text),
    ),
  ).toEqual([refusal]);
});

function allIn(path: string, files = FILES): string[] {
  return findNames(analysisOf(path, files[path])).map(({ name: { kind, text, of }, role, part }) =>
    [part, kind, of ? `${of}/${text}` : text, ...(role === 'defines' ? ['defined'] : [])].join(' '),
  );
}

test.each<[string, string[]]>([
  [
    'messages/first.json',
    [
      'root message msg_1 defined',
      'root agent conductor',
      'root agent conductor',
      'root workflow wf_1',
      'root agent build',
    ],
  ],
  [
    'tools/catalogue.json',
    [
      ...['root agent calendar defined', 'root agent comms defined', 'root tool calendar/snooze defined'],
      ...['root tool calendar/suggest_slots defined', 'root tool comms/snooze defined'],
    ],
  ],
  [
    'tools/calls.jsonl',
    [
      ...['line 1 call t_0000000001 defined', 'line 1 agent calendar', 'line 1 tool calendar/snooze'],
      ...['line 2 call t_0000000002 defined', 'line 2 agent calendar', 'line 2 tool calendar/suggest_slots'],
      ...['line 3 call t_0000000003 defined', 'line 3 agent comms', 'line 3 tool comms/snooze'],
    ],
  ],
  ['tools/results.jsonl', ['line 1 call t_0000000001']],
  [
    'io/events.jsonl',
    [
      ...['line 1 trace trip-7', 'line 1 agent worker-1', 'line 2 trace trip-7', 'line 2 tool search'],
      ...['line 3 trace trip-7', 'line 3 tool search'],
    ],
  ],
  ['io/plan.request.json', ['root trace trip-7']],
  [
    'specs/005/.workflow/index.md',
    [
      ...['root feature 005-invites defined', 'root agent build', 'root agent build', 'root agent other'],
      ...['root agent build', 'root agent build'],
    ],
  ],
  [
    'specs/005/.workflow/plan.return.json',
    [
      ...['root agent build', 'root agent build', 'root feature 005-invites', 'root agent build'],
      ...['root agent build', 'root agent other', 'root agent build', 'root agent build'],
    ],
  ],
  [
    'docs/notes.md',
    ['block 1 message msg_3 defined', 'block 1 agent build', 'block 1 agent conductor', 'block 1 workflow wf_1'],
  ],
  ['agents/fix.md', []],
])('the names in %s', (path, names) => expect(allIn(path).sort()).toEqual(names.sort()));

describe('the name under the cursor', () => {
  test.each([
    ['messages/first.json', '"nextAgent": "bui¦ld"', 'agent', '      "nextAgent": "«build»"'.slice(-24)],
    ['messages/first.json', '"nextAgent": "¦build"', 'agent', 'build'],
    ['messages/first.json', '"nextAgent": "build¦"', 'agent', 'build'],
    ['messages/later.jsonl', '"msg_2¦"', 'message', 'msg_2'],
    ['tools/catalogue.json', '"co¦mms"', 'agent', 'comms'],
    ['specs/005/.workflow/index.md', '`bui¦ld`', 'agent', 'build'],
    ['specs/005/.workflow/index.md', '### From ¦build', 'agent', 'build'],
    ['specs/005/.workflow/index.md', 'Ready for: build¦', 'agent', 'build'],
    ['specs/005/.workflow/index.md', 'ID**: 005-¦', 'feature', '005-invites'],
    ['specs/005/.workflow/plan.return.json', '### From bu¦ild', 'agent', 'build'],
    ['docs/notes.md', '"workflowId": "w¦f_1"', 'workflow', 'wf_1'],
  ])('%s at %s', (path, at, kind, text) => {
    const { analysis, position } = asked(path, at, FILES);
    const found = nameAt(analysis, position);
    expect(found?.name.kind).toBe(kind);
    if (found) expect(drawn({ uri: uriOf(path), range: found.range }, FILES)).toContain(text);
  });

  test.each([
    ['messages/first.json', '"next¦Agent"'],
    ['messages/first.json', 'go on, bui¦ld'],
    ['messages/first.json', '"workflowId": ¦"wf_1"'],
    ['messages/later.jsonl', '{"torn": "wf¦_1"'],
    ['specs/005/.workflow/index.md', '- bui¦ld is done'],
    ['specs/005/.workflow/index.md', '| bui¦ld it'],
    ['specs/005/.workflow/index.md', '### Fr¦om'],
    ['docs/notes.md', 'agent bui¦ld of'],
    ['agents/fix.md', 'bui¦ld'],
  ])('none in %s at %s', (path, at) => {
    const { analysis, position } = asked(path, at, FILES);
    expect(nameAt(analysis, position)).toBeUndefined();
  });
});

test.each([
  ['a placeholder', '{agent}'],
  ['a choice', 'build|fix'],
  ['nothing', ''],
  ['what is too long', 'x'.repeat(10_000)],
  ['what hides something', 'a\u200bb'],
])('%s is no name', (_, from) => {
  const analysis = analyseText('a.json', JSON.stringify({ ...JSON.parse(FILES['messages/first.json'] ?? ''), from }));
  expect(findNames(analysis).filter(({ name }) => name.text === from)).toEqual([]);
});

test('the places in the file, those that give the name apart', () => {
  const READ = 2;
  const WRITE = 3;
  const shown = (path: string, at: string) => {
    const { analysis, position } = asked(path, at, FILES);
    const found = nameAt(analysis, position);
    return (found ? runSteps(highlights(analysis, found.name)) : []).map(
      ({ range, kind }) => `${kind} ${range.start.line}:${range.start.character}-${range.end.character}`,
    );
  };
  expect(shown('tools/calls.jsonl', '"t_00000¦00002"')).toEqual([`${WRITE} 1:12-24`]);
  expect(shown('tools/results.jsonl', '"t_00000¦00001"')).toEqual([`${READ} 0:12-24`]);
  expect(shown('tools/calls.jsonl', '"snoo¦ze"')).toHaveLength(1);
  expect(shown('specs/005/.workflow/index.md', '### From bu¦ild')).toEqual(
    ['11:31-36', '17:15-20', '22:9-14', '25:13-18'].map(place => `${READ} ${place}`),
  );
});

test('the names of a document of many blocks are searched in steps, one for each block with a name', () => {
  const blocks = Array.from({ length: 40 }, (_, n) => `\`\`\`json\n${message(n)}\n\`\`\`\n`);
  const analysis = analyseText('blocks.md', blocks.join('\n'));
  const [name] = findNames(analysis);
  if (!name) throw new Error('There is no name.');
  const steps = findNamesInSteps(analysis, { names: [name.name] });
  let count = 0;
  while (!steps.next().done) count++;
  expect(count).toBe(analysis.parts.filter(({ part }) => part.text.includes(name.name.text)).length);
});
