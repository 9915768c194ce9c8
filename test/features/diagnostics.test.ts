import { describe, expect, test } from 'vitest';
import { diagnostics } from '../../server/src/features/diagnostics';
import type { Part } from '../../server/src/model/text';
import { analyseText } from '../kit/analyseText';
import { message } from '../kit/runsClient';

const CLIENT = { hasJsonService: false, opensDocs: false };

const unknownAgent = message(1, { from: 'me' });
const tooSure = message(2, { confidence: 7 });
const both = message(3, { from: 'me', confidence: 7 });

/** Each diagnostic as `line code`, lines from 1. */
const shownOf = (name: string, text: string, limit: number, client = CLIENT) =>
  diagnostics(analyseText(name, text), client, limit).map(
    ({ range, code = 'notice' }) => `${range.start.line + 1} ${code}`,
  );

test('a list that is kept is that of its client and its limit', () => {
  const analysis = analyseText('run.jsonl', [unknownAgent, tooSure, both].join('\n'));
  const all = diagnostics(analysis, CLIENT, 9);
  expect(diagnostics(analysis, CLIENT, 9)).toBe(all);
  const [first] = diagnostics(analysis, { ...CLIENT, opensDocs: true }, 9);
  expect(first).toHaveProperty('codeDescription.href', 'agent-envelopes:/rules/agent-message/unknown-agent.md');
  expect(diagnostics(analysis, CLIENT, 1)).toHaveLength(2);
  expect(diagnostics(analysis, CLIENT, 9)).toEqual(all);
});

describe('of more problems than the limit', () => {
  const log = [unknownAgent, tooSure, both, unknownAgent].join('\n');

  test.each([
    [
      5,
      [
        '1 agent-message/unknown-agent',
        '2 schema/maximum',
        '3 agent-message/unknown-agent',
        '3 schema/maximum',
        '4 agent-message/unknown-agent',
      ],
    ],
    [
      4,
      [
        '1 notice',
        '1 agent-message/unknown-agent',
        '2 schema/maximum',
        '3 agent-message/unknown-agent',
        '3 schema/maximum',
      ],
    ],
    [3, ['1 notice', '1 agent-message/unknown-agent', '2 schema/maximum', '3 schema/maximum']],
    [1, ['1 notice', '2 schema/maximum']],
  ])('the worst %i are listed in file order, after the notice', (limit, wanted) => {
    expect(shownOf('a.jsonl', log, limit)).toEqual(wanted);
  });

  test('the notice counts what is not listed', () => {
    const [notice] = diagnostics(analyseText('a.jsonl', log), CLIENT, 2);
    expect(notice?.message).toMatch(/^3 more problems /);
  });

  test('those that the JSON service reports take no room and are not counted', () => {
    const text = `[${tooSure}, ${both}, ${tooSure.replace('"id"', '"from": "vision", "id"')}, {"id": ]`;
    const client = { ...CLIENT, hasJsonService: true };
    const all = shownOf('a.json', text, 100, client);
    expect(shownOf('a.json', text, 100).length).toBeGreaterThan(all.length);
    expect(shownOf('a.json', text, all.length, client)).toEqual(all);
  });

  test('what is not listed is not located', () => {
    const text = `[\n${Array.from({ length: 20 }, () => tooSure).join(',\n')}\n]`;
    const analysis = analyseText('a.json', text);
    const located: string[] = [];
    const parts = analysis.parts.map(one => {
      const part: Part = Object.create(one.part, { map: { get: () => located.push(one.part.id) && one.part.map } });
      return { ...one, part, problems: one.problems.map(problem => ({ ...problem, part })) };
    });
    expect(diagnostics({ ...analysis, parts }, CLIENT, 3)).toHaveLength(4);
    expect([...new Set(located)]).toEqual(['0', '1', '2']);
  });
});

test('the problems of a document that an envelope carries are listed between those of the envelope', () => {
  const content =
    '# Feature Index: 005-x\n\n## Workflow Status\n\n- **Status**: complete\n\n## Document Availability\n\n| Document | Status |\n|---|---|\n| spec.md | presentt |\n';
  const output = {
    success: true,
    artifacts: [{ path: 'specs/005-x/.workflow/index.md', operation: 'update', content }],
    recommendation: 'proceed',
    summary: 5,
  };
  const text = JSON.stringify(output, null, 2);
  const items = diagnostics(analyseText('a.json', text), CLIENT, 1000);
  const places = items.map(({ range }) => range.start.line * 1e6 + range.start.character);
  const inDocument = items.map(({ code }) => String(code).startsWith('workflow-primitives/'));
  expect(inDocument).toContain(true);
  expect(inDocument.at(-1)).toBe(false);
  expect(places).toEqual(places.toSorted((one, two) => one - two));
});
