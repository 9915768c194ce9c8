import { describe, expect, test } from 'vitest';
import { codeActions } from '../../../server/src/features/fixes/codeActions';
import { analyseText, problemLines, problemsIn } from '../../kit/analyseText';
import { fileWithCursor } from '../../kit/inEachFileKind';
import { testContext } from '../../kit/testContext';
import { labelsAt, saidAt } from '../askAt';

const PLAN = {
  name: 'plan',
  description: 'Plans.',
  parameters: { type: 'object', required: ['goal'], properties: { goal: {} } },
};
const settings = { catalogue: JSON.stringify({ planner: [PLAN] }) };
const BASE = '"call_id": "t_0123456789", "ts": "2026-06-01T07:30:00Z", "confirm_required": false';
const CALL = `{"agent": "planner", "tool": "plan", "args": {"goal": 1}, ${BASE}}`;

const rulesIn = (text: string, name = 'a.json') =>
  problemsIn(analyseText(name, text, settings)).map(({ rule, message }) => `${rule}: ${message}`);

describe('a catalogue with agents of its own', () => {
  test('is what calls are held against, not the agents that there are without one', () => {
    expect(rulesIn(CALL)).toEqual([]);
    expect(rulesIn(CALL.replace('planner', 'plannr'))).toEqual([
      'toolcall/unknown-tool: "plannr" is not an agent in the catalogue; did you mean "planner"?',
    ]);
    expect(rulesIn(CALL.replace('planner', 'comms'))).toEqual([
      'toolcall/unknown-tool: "comms" is not an agent in the catalogue; "plan" is a tool of "planner".',
    ]);
    expect(problemLines(analyseText('a.json', CALL))).toEqual([expect.stringContaining('schema/enum')]);
  });

  test('is what calls in quarantine are held against', () => {
    expect(rulesIn(CALL, 'errors/quarantine_calls.jsonl')).toEqual([]);
    const put = `{"quarantined_at": "2026-06-01T07:30:01Z", "reason": "no", "errors": [], "call": ${CALL}}`;
    expect(rulesIn(put)).toEqual([]);
  });

  test('leaves other faults of an agent to the contract', () => {
    expect(rulesIn(CALL.replace('"planner"', '7'))).toEqual([expect.stringContaining('"agent" is 7')]);
    // What an example leaves out is no agent that the catalogue lacks.
    const block = `\`\`\`json\n${CALL.replace('planner', '...')}\n\`\`\`\n`;
    expect(problemLines(analyseText('a.md', block, settings))).toEqual(['2:11 schema/enum info']);
    expect(rulesIn(CALL.replace('"planner"', '""'))).toEqual([expect.stringContaining('schema/enum')]);
  });

  test('has them offered and told', () => {
    for (const json of [
      `{"agent": |, ${BASE}}`,
      `{"quarantined_at": "", "call": {"agent": |, "tool": "plan", ${BASE}}}`,
    ])
      expect(labelsAt(fileWithCursor('a.json', json), { settings })).toEqual(['planner']);
    expect(saidAt(fileWithCursor('a.json', CALL.replace('"planner"', '"|planner"')), { settings })).toContain(
      '- `plan` Plans\\.',
    );
  });

  test.each([
    ['agent', `{"tool": "plan", "args": {"goal": 1}, ${BASE}}`, ', "agent": "planner"'],
    ['args', `{"agent": "planner", "tool": "plan", ${BASE}}`, ', "args": {"goal": null}'],
  ])('has it written where its %s is missing', (key, text, added) => {
    const analysis = analyseText('a.json', text, settings);
    const client = { opensDocs: false, takesSnippets: false, resolves: false, now: () => 0 };
    const open = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const asked = { context: testContext(settings), client, asked: { diagnostics: [] } };
    const action = codeActions(analysis, open, asked).find(({ title }) => title === `Add "${key}"`);
    const edits = Object.values(action?.edit?.changes ?? {}).flat();
    expect(edits.map(({ newText }) => newText)).toEqual([added]);
  });
});
