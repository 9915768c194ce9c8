import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../kit/expectFixesClear';

const RULE = 'envelope/placeholder';

test('is reported in names, paths, ids and statuses', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "context": { "feature_id": "{feature_id}", "workflow": "specify | plan", "iteration": 1 },
      //                             ^^^^^^^^^^^^^^ envelope/placeholder warning: "feature_id" is still a placeholder, "{feature_id}"
      //                                                         ^^^^^^^^^^^^^^^^ envelope/placeholder warning: "workflow" still lists all choices
          "paths": { "spec": "specs/{{feature_id}}/spec.md", "index": ["a.md", "{index}"],
      //             ^^^^^^ envelope/placeholder
          "env": "\${HOME}/a.md", "glob": "src/{a,b}.ts", "any": "src/[id].ts" },
          "task": { "action": "{{action}}", "params": { "x": "{x}" } },
          "prior_context": ["{what is known}"] }
    `
      .replace(
        '      //             ^^^^^^ envelope/placeholder\n',
        `      //                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ envelope/placeholder warning: write the actual value
      //                                                                       ^^^^^^^^^ envelope/placeholder warning: "index" is still
`,
      )
      .replace(
        '          "prior_context"',
        `      //                      ^^^^^^^^^^^^ envelope/placeholder
          "prior_context"`,
      ),
  );
});

test('is not reported in prose or content, and replaces the schema error of the value', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        { "success": true, "summary": "{summary}", "artifacts": [{ "path": "a.md", "operation": "create | update", "content": "Dear {name}, a|b" }], "recommendation": "{{proceed|retry}}" }
      //                                                                                        ^^^^^^^^^^^^^^^^^ envelope/placeholder warning: "operation" still lists all choices, "create | update"; write one of them.
      //                                                                                                                                                               ^^^^^^^^^^^^^^^^^^^ envelope/placeholder warning:
    `,
  );
});

describe('its fixes', () => {
  const request = (workflow: string) =>
    JSON.stringify({
      context: { feature_id: 'f', workflow, iteration: 1 },
      paths: {},
      task: { action: 'create', params: {} },
    });

  test('are the allowed words of the union', () => {
    expect(expectFixesClear(RULE, request('specify|plan|mine'))).toEqual([
      'Change to "specify"',
      'Change to "plan"',
      'Change to "mine"',
    ]);
    expect(expectFixesClear(RULE, request('specify/plan'))).toEqual(['Change to "specify"', 'Change to "plan"']);
    const output = '{"success": true, "summary": "x", "artifacts": [], "recommendation": "proceed|stop|escalate"}';
    expect(expectFixesClear(RULE, output)).toEqual(['Change to "proceed"', 'Change to "escalate"']);
  });

  test.each(['specify', 'a/b', 'one|two', 'specify|', '|', '{', 'plan/'])('%s is not a placeholder', workflow => {
    expect(problemsIn(analyseText('a.json', request(workflow)))).toEqual([]);
  });
});

test('a placeholder for an agent is one problem', () => {
  const message =
    '{"from": "{agent}", "to": "build", "intent": "bug", "payload": {"confidence": 0.95, "needsReview": false}}';
  const rules = problemsIn(analyseText('a.json', message)).map(({ rule }) => rule);
  expect(rules).toContain(RULE);
  expect(rules).not.toContain('agent-message/unknown-agent');
});

test.skipIf(corpusMissing)('of real files, only templates have placeholders', () => {
  const files = corpusFiles().filter(file => /\.jsonl?$/.test(file));
  const templates = files.filter(file =>
    problemsIn(analyseText(file, corpusText(file))).some(({ rule }) => rule === RULE),
  );
  expect(templates.map(file => file.split('/').at(-1))).toEqual([
    'artifact-return__adr__007-workflow-primitives-skill__L85.json',
    'input__adr__007-workflow-primitives-skill__L61.json',
  ]);
});
