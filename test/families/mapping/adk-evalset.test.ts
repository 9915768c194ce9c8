import { expect, test } from 'vitest';
import { mappedRun } from './mappedRun';

const content = (role: string, text: string) => ({ role, parts: [{ text, thought: null, function_call: null }] });

test('a case is a run: what is asked, the calls that are expected, and the answer', () => {
  const set = {
    eval_set_id: 'kitchen',
    name: 'kitchen',
    description: null,
    eval_cases: [
      {
        eval_id: 'boil water',
        conversation: [
          {
            invocation_id: 'i1',
            user_content: content('user', 'Boil water'),
            final_response: content('model', 'It boils'),
            intermediate_data: {
              tool_uses: [
                { id: null, args: { agent_name: 'stove' }, name: 'transfer_to_agent' },
                { id: 'c1', args: { degrees: 100 }, name: 'heat' },
              ],
              intermediate_responses: [['stove', [{ text: 'I heat' }]]],
            },
            creation_timestamp: 1780300800.25,
          },
        ],
        session_input: { app_name: 'cook', user_id: 'u', state: {} },
        creation_timestamp: 1780300800,
      },
    ],
  };
  const run = mappedRun({ 'water.evalset.json': JSON.stringify(set, undefined, 2) });
  expect(run).toMatchObject({ title: 'Boil water', calls: 2 });
  expect(run.steps).toEqual([
    'cook | case | boil water | ok',
    'user > cook | message | Boil water | ok',
    'cook | tool | transfer_to_agent | unknown | call | handoff',
    'cook | tool | heat | unknown | call',
    'stove | llm | I heat | ok',
    'cook | llm | It boils | ok',
  ]);
  expect(run.said).toEqual([
    '1 user: Boil water',
    '2 assistant: transfer_to_agent {"agent_name":"stove"}',
    '3 assistant: heat {"degrees":100}',
    '4 assistant: I heat',
    '5 assistant: It boils',
  ]);
});

test('events of an invocation, as later versions write them, in camel case', () => {
  const set = {
    evalSetId: 's',
    evalCases: [
      {
        evalId: 'e',
        conversation: [
          {
            userContent: content('user', 'Go'),
            intermediateData: {
              invocationEvents: [
                {
                  author: 'walker',
                  content: { parts: [{ functionCall: { id: 'c1', name: 'step', args: { n: 1 } } }] },
                },
                {
                  author: 'walker',
                  content: { parts: [{ functionResponse: { id: 'c1', name: 'step', response: { at: 1 } } }] },
                },
              ],
            },
            finalResponse: content('model', 'Gone'),
          },
        ],
      },
    ],
  };
  const run = mappedRun({ 'a.evalset.json': JSON.stringify(set) });
  expect(run).toMatchObject({ calls: 1, results: 1 });
  expect(run.said).toContain('2 tool: = {"at":1}');
});
