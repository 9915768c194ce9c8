import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULE = 'agent-io/task-without-verb';
const RULES = [RULE];

test('a task that surely begins with no verb', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"goal": "g", "task": "The hotels in Lisbon", "metadata": {"trace_id": "t"}}
      //                      ^^^^^^^^^^^^^^^^^^^^^^ agent-io/task-without-verb info: starts with "The"
        {"goal": "g", "task": "creation of a plan", "metadata": {"trace_id": "t"}}
      //                      ^^^^^^^^^^^^^^^^^^^^ agent-io/task-without-verb info: action verb: "Create"
        {"goal": "g", "task": "How do I get there", "metadata": {"trace_id": "t"}}
      //                      ^^^^^^^^^^^^^^^^^^^^ agent-io/task-without-verb
    `,
    {},
    RULES,
  );
});

test.each([
  'Search hotels',
  'execute steps',
  'List the files',
  'Echo text back',
  'A/B test it',
  'Do it',
  '3 hotels',
  '{task}',
  'Hotels suchen',
  '検索する',
  'Report',
  'In Lissabon Hotels suchen',
  'An alle Kunden schreiben',
  'Was kosten Hotels in Lissabon',
  'Implementation der Suche',
  'No borrar archivos',
  'A buscar hoteles en Lisboa',
  'He de buscar hoteles',
  'On cherche des hôtels',
  'Description des produits',
  'As reservas de Lisboa',
  'In de lijst of tabel zoeken',
  'We hotels',
])('%s is not reported', task => {
  expectDrawnProblems('a.json', `  { "goal": "g", "task": "${task}", "metadata": { "trace_id": "t" } }`, {}, RULES);
});
