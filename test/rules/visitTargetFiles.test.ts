import { expect, test } from 'vitest';
import { analyseText, problemsIn } from '../kit/analyseText';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';
import { expectFixesClear } from '../kit/expectFixesClear';

const CREATE = 'envelope/create-over-existing';
const UPDATE = 'envelope/update-of-missing';
const files = ['specs/f/spec.md', 'specs/f/.workflow/a.json'];
const name = 'specs/f/.workflow/a.json';

const drawing = `
        { "success": true, "summary": "x", "recommendation": "proceed", "artifacts": [
          { "path": "specs/f/spec.md", "operation": "create", "content": "A" },
      //                                            ^^^^^^^^ envelope/create-over-existing info: "specs/f/spec.md" already exists
          { "path": "plan.md", "operation": "update", "content": "A" },
      //            ^^^^^^^^^ envelope/update-of-missing warning: "plan.md" is to be updated, but does not exist; correct the path, or create the file.
          { "path": "spec.md", "operation": "update", "content": "A" },
          { "path": "new.md", "operation": "create", "content": "A" },
          { "path": "new.md", "operation": "update", "content": "A" },
          { "path": "specs/f", "operation": "update", "content": "A" },
          { "path": "specs/{f}/x.md", "operation": "update", "content": "A" },
          { "path": "../../../x.md", "operation": "update", "content": "A" },
          { "path": "/x.md", "operation": "update", "content": "A" }] }
    `;

test('compares the files to write with the disk', () => {
  expectDrawnProblems(name, drawing, { files }, [CREATE, UPDATE]);
});

const output = (path: string, operation: string) =>
  JSON.stringify({
    success: true,
    summary: 'x',
    recommendation: 'proceed',
    artifacts: [{ path, operation, content: 'A' }],
  });
const returned = (path: string, operation: string) =>
  JSON.stringify({
    success: true,
    state_updates: {},
    next_recommendation: 'proceed',
    artifacts: [{ path, operation, content: 'A' }],
  });

test('its fixes use the operations of each protocol', () => {
  const fixes = (rule: string, text: string) => expectFixesClear(rule, text, { name, files });
  expect(fixes(CREATE, output('spec.md', 'create'))).toEqual(['Change to "update"']);
  expect(fixes(CREATE, returned('spec.md', 'create'))).toEqual(['Change to "overwrite"']);
  expect(fixes(UPDATE, output('plan.md', 'update'))).toEqual(['Change to "create"']);
  expect(fixes(UPDATE, returned('plan.md', 'overwrite'))).toEqual(['Change to "create"']);
  expect(fixes(UPDATE, returned('plan.md', 'delete'))).toEqual([]);
});

test('the superseded operation of a file becomes the one that suits the disk', () => {
  const fixes = (path: string, settings = {}) =>
    problemsIn(analyseText(name, output(path, 'overwrite'), settings))
      .filter(({ rule }) => rule === 'agent-protocol/superseded')
      .flatMap(problem => problem.fixes?.map(({ title, certain }) => [title, certain ?? false]));
  expect(fixes('spec.md', { files })).toEqual([['Change to "update"', true]]);
  expect(fixes('new.md', { files })).toEqual([['Change to "create"', false]]);
  expect(fixes('{f}/new.md', { files })).toEqual([['Change to "update"', false]]);
  expect(fixes('new.md')).toEqual([['Change to "update"', true]]);
});

test('reports nothing for logs and documents, or if the disk is not known', () => {
  const line = output('plan.md', 'update');
  const said = (at: string, text: string, settings = {}) =>
    problemsIn(analyseText(at, text, settings)).filter(({ rule }) => rule === CREATE || rule === UPDATE);
  expect(said('a.jsonl', `${line}\n${line}`, { files })).toEqual([]);
  expect(said('a.md', `\`\`\`json\n${line}\n\`\`\``, { files })).toEqual([]);
  expect(said('a.json', line)).toEqual([]);
  expect(said('a.json', line, { files })).toHaveLength(1);
});
