import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { parseFixture } from '../../../kit/drawnFixture';
import { checkRule } from './checkRule';

const files = ['specs/005/spec.md', 'specs/005/checklists/ux.md', 'specs/005/tasks.md', 'README.md', 'plan.md'];
const name = 'specs/005/.workflow/index.md';
const drawing = `
    ## Metadata
    - **Feature ID**: 005

    ## Document Availability
    | Document | Status | Path |
    |----------|--------|------|
    | spec.md | present | \`specs/005/spec.md\` |
    | data-model.md | present | data-model.md |
    | tasks.md | absent | - |
`;

describe('present, but not on disk', () => {
  checkRule('document-missing', [
    {
      is: 'by path, else by name',
      name,
      files,
      drawing: `
        ## Metadata
        ## Document Availability
        | Document | Status | Path |
        |----------|--------|------|
        | spec.md | present | \`specs/005/spec.md\` |
        | spec.md | **present** | specs/006/spec.md |
      //              ^^^^^^^ workflow-primitives/document-missing warning: "specs/006/spec.md" is listed as present, but does not exist
        | checklists/ | present | - |
        | contracts/ | present | - |
      //               ^^^^^^^ workflow-primitives/document-missing "contracts/" is listed
        | spec.md/ | present | specs/005/spec.md/ |
      //             ^^^^^^^ workflow-primitives/document-missing
        | quickstart.md | incomplete | - |
        | research.md | present | ../../../research.md |
        | research.md | present | https://example.org/research.md |
        | research.md | present | /etc/research.md |
      `,
    },
    {
      is: 'a link relative to the registry',
      name,
      files,
      drawing: `
        ## Metadata
        ## Document Availability
        | Document | Status | Path |
        |----------|--------|------|
        | spec.md | present | [spec](../spec.md) |
        | spec.md | present | **[spec](<../spec.md#goals> "The spec")** |
        | [tasks.md](../tasks.md) | present | - |
        | [checklists](../checklists/) | present | - |
        | spec.md | present | [from the root](specs/005/spec.md) |
        | plan.md | present | [plan](../plan.md) |
      //            ^^^^^^^ workflow-primitives/document-missing warning: "../plan.md" is listed as present, but does not exist
        | README.md | present | [readme](../../../README.md) |
        | README.md | present | [readme](../../../../README.md) |
        | README.md | present | [readme](https://example.org/README.md) |
        | README.md | present | [readme](/README.md) |
        | README.md | present | [here](#metadata) |
      `,
    },
    {
      is: 'a cell with more than one path',
      name,
      files,
      drawing: `
        ## Metadata
        ## Document Availability
        | Document | Status |
        |----------|--------|
        | spec.md (v2) | present |
        | \`checklists/\` (3 files) | present |
        | spec.md, plan.md | present |
        | [spec](../spec.md), [plan](../plan.md) | present |
        | Feature specification | present |
        | quickstart.md | present |
      //                  ^^^^^^^ workflow-primitives/document-missing "quickstart.md" is listed
      `,
    },
    {
      is: 'a name in words',
      name,
      files,
      drawing: `
        ## Metadata
        ## Document Availability
        | Document | Status | Path |
        |----------|--------|------|
        | Spec | present | - |
        | **Specification** | present | - |
        | Tasks | present | specs/005/todo.md |
      //          ^^^^^^^ workflow-primitives/document-missing "specs/005/todo.md" is listed
        | Data-model.md | present | - |
      //                  ^^^^^^^ workflow-primitives/document-missing
      `,
    },
    { is: 'a template', name: 'specs/005/index-template.md', files, drawing },
    { is: 'an unknown disk', name, drawing },
  ]);
});

describe('absent, but on disk', () => {
  checkRule('document-there', [
    {
      is: 'the document of the feature, not one with the same name',
      name,
      files,
      drawing: `
        ## Metadata
        - **Feature ID**: 005

        ## Document Availability
        | Document | Status |
        |----------|--------|
        | spec.md | absent |
      //            ^^^^^^ workflow-primitives/document-there warning: "spec.md" is listed as absent, but exists
        | checklists/ | absent |
      //                ^^^^^^ workflow-primitives/document-there
        | plan.md | absent |
        | contracts/ | absent |
        | tasks.md | skipped_greenfield |
        | [tasks](../tasks.md) | absent |
      //                         ^^^^^^ workflow-primitives/document-there "../tasks.md" is listed as absent, but exists
        | [plan](../plan.md) | absent |
        | Spec | absent |
      //         ^^^^^^ workflow-primitives/document-there "Spec" is listed as absent, but exists
      `,
    },
    { is: 'a template', name: 'specs/005/index-template.md', files, drawing },
    { is: 'an unknown disk', name, drawing },
  ]);
});

test('a row has at most one problem', () => {
  const rules = problemsIn(analyseText(name, parseFixture(drawing).text, { files })).map(({ rule }) => rule);
  const documents = rules.filter(rule => rule.startsWith('workflow-primitives/document-'));
  expect(documents).toEqual(['workflow-primitives/document-missing', 'workflow-primitives/document-there']);
});
