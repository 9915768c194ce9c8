import { describe, expect, test } from 'vitest';
import { RULES } from '../../server/src/features/diagnostics/ruleCatalogue';
import { ruleSummary } from '../../server/src/features/diagnostics/rulePage';
import { analyseText, analyseWithRunRules, problemsIn } from '../kit/analyseText';
import { CATALOGUE } from '../kit/catalogue';

test('there are forty rules at least, each of them once', () => {
  expect(RULES.length).toBeGreaterThan(40);
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

/** Keywords of JSON Schema that our contracts have none of; one of a user's own may. */
const OF_OTHER_CONTRACTS = ['schema/const', 'schema/minLength'];

describe.each(RULES)('the docs of $id', ({ id, docs, scope }) => {
  const examples = [...docs.matchAll(/\*\*(Good|Bad):\*\*[^\n]*\n\n```(?:jsonl?|markdown)\n([\s\S]*?)\n```/g)];
  const [good = '', bad = ''] = examples.map(([, , example]) => example);

  test('say what is found, why, what is good and bad, and where it comes from', () => {
    expect(examples.map(([, name]) => name)).toEqual(['Good', 'Bad']);
    expect(docs).toMatch(/\n\nSource: [\s\S]+\.$/);
    expect(ruleSummary({ docs })).toMatch(/^.{20,200}[.:]$/);
  });

  if (scope === 'run') {
    test('show a log that is fine and one that is not; of an envelope alone nothing is said', () => {
      const found = (log: string) => problemsIn(analyseWithRunRules('a.jsonl', log)).filter(({ rule }) => rule === id);
      expect(found(good)).toEqual([]);
      expect(found(bad)).toHaveLength(1);
      for (const line of bad.split('\n')) expect(found(line)).toEqual([]);
    });
  } else if (!OF_OTHER_CONTRACTS.includes(id)) {
    test('show what is fine and what is not', () => {
      const found = (example: string) =>
        problemsIn(analyseText(...asFile(id, scope, example), { files: FILES, catalogue: CATALOGUE })).filter(
          ({ rule }) => rule === id,
        );
      expect(found(good)).toEqual([]);
      expect(found(bad).length).toBeGreaterThan(0);
    });
  }
});

/** The examples speak of these. */
const FILES = {
  'specs/012-invoice-export/spec.md': '# Invoice export\n',
  'tools/catalogue.json': '{}',
};

function asFile(id: string, scope: string, example: string): [name: string, text: string] {
  if (scope === 'document') return ['specs/012-invoice-export/.workflow/state.md', asRegistry(example)];
  if (id === 'syntax/elided') return ['a.md', `\`\`\`json\n${example}\n\`\`\``];
  return ['a.json', asEnvelope(example)];
}

// It takes two sections to be a registry.
function asRegistry(example: string): string {
  return (example.match(/^## /gm) ?? []).length > 1 ? example : `${example}\n\n## Agent Handoff Notes\n`;
}

/** Some examples show only the piece that they are about. */
function asEnvelope(example: string): string {
  const piece = { path: OUTPUT_OF, notes: OUTPUT_WITH, paths: INPUT_WITH };
  const name = Object.keys(piece).find(key => example.startsWith(`{ "${key}"`)) as keyof typeof piece | undefined;
  return name ? piece[name](example) : example;
}

const OUTPUT_OF = (artifact: string) =>
  `{ "success": true, "summary": "Done.", "artifacts": [${artifact}], "recommendation": "proceed" }`;
const OUTPUT_WITH = (members: string) =>
  `{ "success": true, "summary": "Done.", "artifacts": [], "recommendation": "proceed", ${members.slice(1)}`;
const INPUT_WITH = (members: string) =>
  `{ "context": { "feature_id": "012-invoice-export", "workflow": "specify", "iteration": 1 }, "task": { "action": "create", "params": {} }, ${members.slice(1)}`;
