import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { createFixer } from '../../server/src/features/fixes/checkAndFixFiles';
import { codeActions } from '../../server/src/features/fixes/codeActions';
import { editWithLineEnds } from '../../server/src/features/fixes/editWithLineEnds';
import { repairActions } from '../../server/src/features/fixes/repairActions';
import { suppressActions } from '../../server/src/features/fixes/suppressActions';
import { fileRules, ruleSummary } from '../../server/src/features/rulePages';
import type { Analysis, Problem } from '../../server/src/model/analysis';
import { rangeOf } from '../../server/src/parts/positions';
import { applyFix } from '../families/workflow-primitives/registryRules/applyFix';
import { analyseWithRunRules, problemsIn } from '../kit/analyseText';
import { applyEdits } from '../kit/applyEdits';
import { projectRoot } from '../kit/corpus';
import { familiesWithDeclared } from '../kit/declaredProtocols';
import { drawProblems, type ShownProblem, withoutProblems } from '../kit/drawnPage';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { isBlock, joinSections, type PageBlock, type PageSection } from '../kit/pageSections';
import { type RulePage, rulePages } from '../kit/rulePages';
import { unsoundFixes } from '../kit/soundFixes';
import { type TestSettings, testContext } from '../kit/testContext';

const pages = rulePages();

test('every rule has a page, and there are at least forty rules', () => {
  expect(fileRules().length).toBeGreaterThan(40);
  expect(pages.map(({ rule }) => rule).sort()).toEqual(
    fileRules()
      .map(({ id }) => id)
      .sort(),
  );
});

describe.each(pages)('the page of $rule', page => {
  const { rule, path, text } = page;
  const { severity, fix } = fileRules().find(({ id }) => id === rule) ?? {};
  const blocks = page.sections.filter(isBlock);
  const labelled = (label: PageBlock['label']) => blocks.filter(one => one.label === label);

  test('describes the problem in a sentence, shows good and bad examples, and names its source', () => {
    expect(ruleSummary({ docs: text.replace(/^# .*\n/, '') })).toMatch(/^.{20,200}[.:]$/);
    expect(text).toMatch(/\n\nSource: [\s\S]+\.\n$/);
    expect(labelled('Good')).not.toEqual([]);
    expect(labelled('Bad')).not.toEqual([]);
  });

  test('shows the effect of its fixes, if it has any', () => {
    expect(labelled('Fixed').length > 0).toBe(fix !== undefined);
  });

  test('its fixes change the shown problems', () => {
    const bad = labelled('Bad').map(one => withoutProblems(one.content));
    expect(labelled('Fixed').filter(({ content }) => bad.includes(content))).toEqual([]);
  });

  test('good examples have no problem', () => {
    for (const example of examplesOf(page, 'Good')) {
      for (const { name, analysis } of example) {
        expect(problemsIn(analysis).map(problem => `${name}: ${problem.rule}: ${problem.message}`)).toEqual([]);
        // They must not be free of problems because there is no envelope.
        expect(analysis.parts.some(({ recognition, document }) => recognition?.sure || document)).toBe(true);
      }
    }
  });

  test('bad examples have problems of this rule, whose fixes are sound', () => {
    for (const example of examplesOf(page, 'Bad')) {
      const found = example.flatMap(({ analysis }) => problemsIn(analysis)).filter(one => one.rule === rule);
      expect(found).not.toEqual([]);
      for (const { name, text, settings } of example) expect(unsoundFixes(name, text, settings)).toEqual([]);
    }
  });

  test('each action for its bad examples makes of a file with CRLF what it makes of one without, with CRLF', () => {
    for (const { name, text: example, settings } of examplesOf(page, 'Bad').flat()) {
      // A file of one line has no line ends to keep.
      const text = example.includes('\n') ? example : `${example}\n`;
      const plain = editedTexts(name, text, settings);
      expect(plain.length).toBeGreaterThan(0);
      const expected = plain.map(([title, uri, after]) => [title, uri, withCrlf(after)]);
      expect(editedTexts(name, withCrlf(text), settings)).toEqual(expected);
    }
  });

  // `vitest -u` updates the drawings of the page.
  test('shows its problems as they are found, and its fixed examples as they are fixed', async () => {
    await expect(drawnAnew(page, severity)).toMatchFileSnapshot(join(projectRoot, path));
  });
});

interface ExampleFile {
  block: PageBlock;
  name: string;
  text: string;
  settings: TestSettings;
  analysis: Analysis;
}

/** The examples of a label, each with its files: consecutive blocks without another label between them. */
function examplesOf(page: RulePage, label: PageBlock['label']): ExampleFile[][] {
  return groups(page.sections)
    .filter(([first]) => first?.label === label)
    .map(blocks => readExample(page, blocks));
}

function groups(sections: readonly PageSection[]): PageBlock[][] {
  const all: PageBlock[][] = [];
  sections.filter(isBlock).forEach(block => {
    const last = all.at(-1);
    if (last?.[0]?.label === block.label && !block.isFirst) last.push(block);
    else all.push([block]);
  });
  return all;
}

function readExample(page: RulePage, blocks: readonly PageBlock[]): ExampleFile[] {
  const texts = blocks.map(block => ({ block, name: block.name, text: withoutProblems(block.content) }));
  return texts.map(({ block, name, text }) => {
    const beside = texts.filter(one => one.block !== block).map(one => [one.name, one.text]);
    const settings = settingsOf(page, Object.fromEntries(beside));
    return { block, name, text, settings, analysis: analyseWithRunRules(name, text, settings) };
  });
}

function settingsOf({ sections, files }: RulePage, beside: Record<string, string>): TestSettings {
  const shown = (label: PageBlock['label']) => sections.find(one => isBlock(one) && one.label === label);
  const [catalogue, protocol] = [shown('Catalogue'), shown('Protocol')];
  const around = { ...files, ...beside };
  return {
    ...(Object.keys(around).length > 0 && { files: around }),
    // Without a catalogue, no schema is compiled.
    catalogue: catalogue && isBlock(catalogue) ? catalogue.content : '{}',
    ...(protocol && isBlock(protocol) && { families: familiesWithDeclared(JSON.parse(protocol.content)) }),
  };
}

function drawnAnew(page: RulePage, severity: string | undefined): string {
  const drawn = new Map<PageSection, string>();
  let fixed: ExampleFile[] = [];
  for (const blocks of groups(page.sections)) {
    const [first] = blocks;
    if (first?.label === 'Bad') {
      const files = readExample(page, blocks);
      for (const { block, text, analysis } of files)
        drawn.set(block, drawProblems(text, shownIn(analysis, page, severity)));
      fixed = files;
    } else if (first?.label === 'Fixed') {
      for (const block of blocks) {
        const file = fixed.find(one => one.name === block.name) ?? fixed[0];
        if (file) drawn.set(block, fixText(file, page.rule));
      }
    }
  }
  return joinSections(
    page.sections.map(one => (isBlock(one) ? { ...one, content: drawn.get(one) ?? one.content } : one)),
  );
}

function shownIn(analysis: Analysis, page: RulePage, severity: string | undefined): ShownProblem[] {
  return problemsIn(analysis).map(problem => shownProblem(problem, analysis, page, severity));
}

function shownProblem(
  problem: Problem,
  { file }: Analysis,
  page: RulePage,
  severity: string | undefined,
): ShownProblem {
  const { start, end } = rangeOf(problem.part, problem.span);
  return {
    line: start.line,
    start: start.character,
    // A problem of several lines is drawn below its first line.
    end: end.line > start.line ? (file.lines[start.line] ?? '').length : end.character,
    message: problem.message,
    ...(problem.rule !== page.rule && { rule: problem.rule }),
    ...(problem.severity !== severity && { severity: problem.severity }),
  };
}

const EVERYWHERE = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
const SETTINGS = '{\n  "agents": [\n    "mine"\n  ]\n}\n';

/** What each code action for a file makes of it, and of the settings file; then what all certain fixes make of it. */
function editedTexts(
  name: string,
  text: string,
  settings: TestSettings,
): [title: string, uri: string, after: string][] {
  const isCrlf = text.includes('\r');
  const around = { ...settings.files, '.agent-envelopes.json': isCrlf ? withCrlf(SETTINGS) : SETTINGS, [name]: text };
  const workspace = memoryWorkspace(around);
  const context = testContext(settings);
  const analysis = analyseWithRunRules(name, text, settings);
  const { file } = analysis;
  const actions = [true, false].flatMap(takesSnippets => {
    const client = {
      opensDocs: false,
      createsFiles: true,
      confirms: false,
      takesSnippets,
      resolves: false,
      now: () => 0,
    };
    const options = { context, client, asked: { diagnostics: [] }, others: { workspace, createsFiles: true } };
    return [
      ...codeActions(analysis, EVERYWHERE, options),
      ...repairActions(analysis, EVERYWHERE, { context, client }),
      ...suppressActions(analysis, EVERYWHERE, { workspace, client }),
    ];
  });
  const edited = actions.flatMap(({ title, edit }) =>
    Object.entries(editsByFile(edit && editWithLineEnds(edit, file, workspace))).map(
      ([uri, edits]): [string, string, string] => [
        title,
        uri,
        // A new id is random.
        applyEdits(workspace.disk.text(uri) ?? '', edits).replace(/\bt_[a-z0-9]{10}\b/g, 't_1'),
      ],
    ),
  );
  const fixed = createFixer({ contextOf: () => context })({ uri: file.uri, path: name, text });
  return [...edited, ['all certain fixes', file.uri, fixed.text]];
}

function editsByFile({ changes, documentChanges = [] }: WorkspaceEdit = {}): Record<string, TextEdit[]> {
  const changed = documentChanges.flatMap((change): [string, TextEdit[]][] =>
    'edits' in change ? [[change.textDocument.uri, change.edits.map(asTextEdit)]] : [],
  );
  return { ...changes, ...Object.fromEntries(changed) };
}

function asTextEdit(edit: TextEdit | SnippetTextEdit): TextEdit {
  return 'newText' in edit ? edit : { range: edit.range, newText: edit.snippet.value };
}

function withCrlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

/** The text after the first fix of each problem of the rule. */
function fixText({ name, text, settings }: ExampleFile, rule: string): string {
  let current = text;
  for (let round = 0; round < 20; round++) {
    const analysis = analyseWithRunRules(name, current, settings);
    const problem = problemsIn(analysis).find(one => one.rule === rule && one.fixes.length > 0);
    const [fix] = problem?.fixes ?? [];
    if (!problem || !fix) return current.trimEnd();
    current = applyFix(current, analysis, problem, fix);
  }
  throw new Error(`the fixes of ${rule} come to no end`);
}
