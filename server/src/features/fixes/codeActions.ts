import type { CodeAction, CodeActionContext, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import { partWithCatalogue } from '../../analysis/schemaWithCatalogue';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Path, TextChange, TextFile } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { isSyntaxProblem } from '../../rules/ruleNames';
import { t } from '../../shared/l10n';
import { propertySchema } from '../../slots/applicableSchemas';
import { minimalValue, type ValueGenerator } from '../../slots/sampleValue';
import { escapeSnippet, propertySnippets } from '../../slots/schemaSnippet';
import { nodeAt, objectPathAt } from '../../text/json/parseJson';
import { comparePositions } from '../../text/lines';
import { formatSeconds } from '../../text/parseTime';
import type { LastNumber } from '../../text/similarNames';
import { cursorAt } from '../cursor';
import { DIAGNOSTIC_SOURCE, toDiagnostic } from '../diagnostics';
import { indentUnit, toOneLine } from '../formatting';
import { freshId } from '../freshId';
import { neighbourEnvelopes, valuesBySlot } from '../neighbourEnvelopes';
import { FIX_ALL, isActionWanted, QUICK_FIX, SORT, SORT_HERE } from './actionKinds';
import { declarationEdit, type FileEditOptions } from './editJsonFile';
import { certainFix, fixAll } from './fixAll';
import { fixEdits, schemaAtPath } from './fixEdits';
import { isOnOneLine, jsonPropertyEdits } from './jsonPropertyEdits';
import { sortProperties } from './sortProperties';
import { problemsInRange } from './suppressActions';
import { yamlPropertyEdits } from './yamlPropertyEdits';

type Asked = Pick<CodeActionContext, 'diagnostics' | 'only' | 'triggerKind'>;

const AUTOMATIC = 2;

/**
 * Returns the LSP code actions of a range: to fix a problem, fix similar problems in the whole file, add all missing properties, or sort
 * properties. Actions on the whole file are returned only if the client asks for their kind.
 */
export function codeActions(
  analysis: Analysis,
  range: Range,
  {
    context,
    client,
    asked,
    others,
    lastNumber,
  }: { context: Context; client: ActionClient; asked: Asked; others?: FileEditOptions; lastNumber?: LastNumber },
): CodeAction[] {
  const { only } = asked;
  const generateValue = valueGenerator(analysis, context, client.now, lastNumber);
  const around: Around = { analysis, context, client, generateValue, ...(others && { others }) };
  return [
    ...(isActionWanted(only, QUICK_FIX) ? quickFixes(around, range, asked) : []),
    // The light bulb is for problems; unsorted properties are no problem.
    ...(isActionWanted(only, SORT_HERE) && asked.triggerKind !== AUTOMATIC ? sorting(around, range) : []),
    // Actions on whole files are expensive: only on request.
    ...(only && isActionWanted(only, FIX_ALL) ? allFixed(around) : []),
    ...(only && isActionWanted(only, SORT) ? allSorted(around) : []),
  ];
}

/** The data of an action that fixes all problems of a rule, whose edit is computed when it is chosen. */
export interface ActionData {
  uri: string;
  rule: string;
}

/** Capabilities of a client that code actions depend on. */
export interface ActionClient {
  opensDocs: boolean;
  /** The client supports snippets in edits. */
  takesSnippets: boolean;
  /** The client resolves an action's edit when the user chooses it, which defers expensive work. */
  resolves: boolean;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Computes the edit of an action that was offered without an edit. */
export function resolveCodeAction(
  action: CodeAction,
  { rule }: ActionData,
  analysis: Analysis,
  context: Context,
): CodeAction & { edit: WorkspaceEdit } {
  return { ...action, edit: plainEdit(analysis, fixAll(analysis.file, context, { rule }).changes) };
}

interface Around {
  analysis: Analysis;
  context: Context;
  client: ActionClient;
  generateValue: ValueGenerator;
  /** For edits of other files; if absent, other files stay unchanged. */
  others?: FileEditOptions;
}

function quickFixes(around: Around, range: Range, asked: Asked): CodeAction[] {
  const touched = problemsInRange(around.analysis, range).map(({ part, problems }) => ({
    part,
    problems: asOf(problems, asked),
  }));
  return [
    ...touched.flatMap(({ part, problems }) => completions(around, part, problems)),
    ...touched.flatMap(({ part, problems }, index) => [
      ...fixes(around, part, problems),
      // Limited: each declaration reads and changes another file.
      ...(index < MOST_DECLARING ? declarations(around, part, problems) : []),
    ]),
    ...fixedEverywhere(
      around,
      touched.flatMap(({ problems }) => problems),
    ),
  ];
}

// Keeps the problems that a client asks about; without any from this server, all problems of the range.
function asOf(problems: readonly Problem[], { diagnostics }: Asked): readonly Problem[] {
  const own = diagnostics.filter(({ source }) => source === DIAGNOSTIC_SOURCE);
  const meant = problems.filter(({ rule, message }) => own.some(one => one.code === rule && one.message === message));
  return meant.length > 0 ? meant : problems;
}

function fixes(around: Around, part: AnalysedPart, problems: readonly Problem[]): CodeAction[] {
  const { analysis, client, generateValue } = around;
  const under = partWithCatalogue(part, analysis.facts);
  return problems.flatMap(problem =>
    problem.fixes.flatMap(fix => {
      const isYaml = part.part.lang === 'yaml';
      const isSnippet = fix.do === 'add' && fix.value === undefined && client.takesSnippets && !isYaml;
      const edits = isSnippet
        ? missingProperties(
            under,
            analysis.file,
            { path: fix.path, keys: [fix.key] },
            { generateValue, asSnippet: true },
          )
        : [];
      const plain = edits.length > 0 ? [] : fixEdits(under, fix, generateValue);
      // Not every change can keep all around it: in YAML, and beside comments.
      if (edits.length === 0 && plain.length === 0) return [];
      const edit = edits.length > 0 ? snippetEdit(analysis, edits) : plainEdit(analysis, plain);
      return [
        {
          title: fix.title,
          kind: QUICK_FIX,
          isPreferred: fix === certainFix(problem),
          diagnostics: [toDiagnostic(problem, client)],
          edit,
        },
      ];
    }),
  );
}

/** Returns actions that declare undeclared names: one per name, however often it occurs. */
function declarations(
  { analysis, client, others }: Around,
  part: AnalysedPart,
  problems: readonly Problem[],
): CodeAction[] {
  const titles = new Set(problems.flatMap(problem => problem.declarations?.map(({ title }) => title) ?? []));
  return [...titles].slice(0, MOST_DECLARED).flatMap(title => {
    const about = problems.filter(problem => problem.declarations?.some(one => one.title === title));
    const declaration = about[0]?.declarations?.find(one => one.title === title);
    const edit = declaration && others && declarationEdit(analysis, part, declaration, others);
    if (!edit) return [];
    return [{ title, kind: QUICK_FIX, diagnostics: about.map(problem => toDiagnostic(problem, client)), edit }];
  });
}

const MOST_DECLARING = 10;
const MOST_DECLARED = 10;

function completions(
  { analysis, client, generateValue }: Around,
  part: AnalysedPart,
  problems: readonly Problem[],
): CodeAction[] {
  return incompleteObjects(problems).flatMap(lack => {
    if (lack.keys.length < 2) return [];
    const under = partWithCatalogue(part, analysis.facts);
    const asSnippet = client.takesSnippets && part.part.lang !== 'yaml';
    const edits = missingProperties(under, analysis.file, lack, { generateValue, asSnippet });
    if (edits.length === 0) return [];
    return [
      {
        title:
          lack.keys.length === 2 ? t`Add both missing properties` : t`Add all ${lack.keys.length} missing properties`,
        kind: QUICK_FIX,
        diagnostics: lack.problems.map(problem => toDiagnostic(problem, client)),
        edit: asSnippet ? snippetEdit(analysis, edits) : plainEdit(analysis, edits),
      },
    ];
  });
}

function fixedEverywhere({ analysis, context, client }: Around, problems: readonly Problem[]): CodeAction[] {
  const rules = new Set(problems.filter(certainFix).map(({ rule }) => rule));
  return [...rules].flatMap(rule => {
    const like = analysis.parts.flatMap(part => part.problems.filter(one => one.rule === rule && certainFix(one)));
    if (like.length < 2 || (!client.resolves && analysis.file.lines.length > MOST_LINES)) return [];
    const data: ActionData = { uri: analysis.file.uri, rule };
    return [
      {
        title: t`Fix all ${like.length} of ${rule} in this file`,
        kind: QUICK_FIX,
        diagnostics: problems.filter(one => one.rule === rule).map(problem => toDiagnostic(problem, client)),
        ...(client.resolves
          ? { data }
          : { edit: plainEdit(analysis, fixAll(analysis.file, context, { rule }).changes) }),
      },
    ];
  });
}

// In a longer file this would take too long at each move of the cursor.
const MOST_LINES = 2000;

function allFixed({ analysis, context }: Around): CodeAction[] {
  if (!analysis.parts.some(({ problems }) => problems.some(certainFix))) return [];
  const { changes } = fixAll(analysis.file, context);
  if (changes.length === 0) return [];
  return [
    { title: t`Fix all envelope problems that have a certain fix`, kind: FIX_ALL, edit: plainEdit(analysis, changes) },
  ];
}

const SORTED = t`Sort properties in protocol order`;

/** Sorts the object at the start of the range, or the whole envelope around it. */
function sorting({ analysis }: Around, { start }: Range): CodeAction[] {
  const cursor = cursorAt(analysis, start);
  if (!cursor || !isSortable(cursor.at) || cursor.at.part.text.length > LONGEST) return [];
  const { root } = cursor;
  const path = root && objectPathAt(root, cursor.offset);
  const whole = path ? sortProperties(cursor.at) : [];
  if (!path || whole.length === 0) return [];
  const own = path.length === 0 ? [] : sortProperties(cursor.at, path);
  const action = (title: string, changes: TextChange[]) => ({
    title,
    kind: SORT_HERE,
    edit: plainEdit(analysis, changes),
  });
  return [
    ...(own.length > 0 ? [action(t`Sort properties of ${nameOf(path)} as the protocol lists them`, own)] : []),
    action(SORTED, whole),
  ];
}

// In characters. Sorting is computed whenever the cursor moves.
const LONGEST = 200_000;

function nameOf(path: Path): string {
  const index = path.findLastIndex(step => typeof step === 'string');
  return JSON.stringify(`${path[index] ?? ''}${path.slice(index + 1).map(step => `[${step}]`)}`);
}

function isSortable({ recognition, problems }: AnalysedPart): boolean {
  return recognition !== undefined && !recognition.kind.readOnly && !problems.some(isSyntaxProblem);
}

function allSorted({ analysis }: Around): CodeAction[] {
  const changes = analysis.parts.filter(isSortable).flatMap(part => sortProperties(part));
  return changes.length === 0 ? [] : [{ title: SORTED, kind: SORT, edit: plainEdit(analysis, changes) }];
}

function plainEdit({ file }: Analysis, changes: readonly TextChange[]): WorkspaceEdit {
  return { changes: { [file.uri]: changes.map(({ range, text }) => ({ range, newText: text })) } };
}

function snippetEdit({ file }: Analysis, edits: readonly TextChange[]): WorkspaceEdit {
  const textDocument = { uri: file.uri, version: null };
  return {
    documentChanges: [
      { textDocument, edits: edits.map(({ range, text }) => ({ range, snippet: { kind: 'snippet', value: text } })) },
    ],
  };
}

/**
 * Returns a generator of the current time, and of ids that neither the file nor the other files of its folder contain.
 *
 * @param now milliseconds since 1970
 * @param elsewhere finds the last used number in the rest of the workspace
 */
function valueGenerator(
  analysis: Analysis,
  context: Context,
  now: () => number,
  elsewhere?: LastNumber,
): ValueGenerator {
  const said = valuesBySlot(() => neighbourEnvelopes(analysis, context));
  return slot => (slot === 'time' ? formatSeconds(now()) : freshId(slot, () => said(slot), elsewhere));
}

/** An object with missing properties, and the problems that report them. */
interface IncompleteObject {
  path: Path;
  keys: string[];
  problems: Problem[];
}

/** Returns the incomplete objects that these problems report. */
export function incompleteObjects(problems: readonly Problem[]): IncompleteObject[] {
  const lacks = new Map<string, IncompleteObject>();
  for (const problem of problems) {
    for (const fix of problem.fixes) {
      if (fix.do !== 'add' || fix.key !== problem.missing) continue;
      const id = JSON.stringify(fix.path);
      const lack = lacks.get(id) ?? { path: fix.path, keys: [], problems: [] };
      lacks.set(id, { ...lack, keys: [...lack.keys, fix.key], problems: [...lack.problems, problem] });
    }
  }
  return [...lacks.values()];
}

/**
 * Returns the edits that add the missing properties to an object, in the protocol's order, with values that fulfil the
 * schema. In a snippet, each value that only the author knows is a tab stop; otherwise values are as simple as possible.
 */
function missingProperties(
  analysed: AnalysedPart,
  file: TextFile,
  { path, keys }: Pick<IncompleteObject, 'path' | 'keys'>,
  { generateValue, asSnippet }: { generateValue: ValueGenerator; asSnippet: boolean },
): TextChange[] {
  const { part } = analysed;
  const tree = partTree(part);
  const object = tree && nodeAt(tree, path);
  const { root, schema } = schemaAtPath(analysed, path);
  if (object?.type !== 'object' || !root || !schema) return [];
  const order = Object.keys(schema.properties ?? {});
  const oneLine = isOnOneLine(part, object);
  const unit = indentUnit(part);
  const members = keys
    .toSorted((one, two) => order.indexOf(one) - order.indexOf(two))
    .map(key => [key, propertySchema(schema, key) ?? {}] as const);
  if (part.lang === 'yaml') {
    const added = members.map(([key, property]) => [key, minimalValue(property, root, generateValue)] as const);
    return yamlPropertyEdits(part, { do: 'add', path, members: added, order }).map(({ at, text }) => ({
      range: rangeOf(part, at),
      text: part.encode(text),
    }));
  }
  const texts = asSnippet
    ? propertySnippets(members, root, { oneLine, generateValue }).map(body =>
        body.replace(/^\t+/gm, tabs => unit.repeat(tabs.length)),
      )
    : members.map(([key, property]) => {
        const value = JSON.stringify(minimalValue(property, root, generateValue), undefined, unit);
        return `${JSON.stringify(key)}: ${oneLine ? toOneLine(value) : value}`;
      });
  const written = members.map(([name], index) => ({ name, text: texts[index] ?? '' }));
  const edits = jsonPropertyEdits(part, object, written, order).map(({ at, text }) => ({
    range: rangeOf(part, at),
    text: part.encode(text),
  }));
  return asSnippet ? fromTheMargin(edits, file) : edits;
}

// Starts each edit at the margin, since an editor may indent the lines of a snippet like its first line. Merges two edits
// on one line.
function fromTheMargin(edits: readonly TextChange[], { lines }: TextFile): TextChange[] {
  const result: TextChange[] = [];
  for (const { range, text } of edits.toSorted((one, two) => comparePositions(one.range.start, two.range.start))) {
    const { line, character } = range.start;
    const before = result.at(-1);
    const isNear = before?.range.end.line === line;
    const from = isNear ? before.range.end.character : 0;
    const between = escapeSnippet((lines[line] ?? '').slice(from, character));
    if (isNear)
      result.splice(-1, 1, {
        range: { start: before.range.start, end: range.end },
        text: before.text + between + text,
      });
    else if (text.includes('\n'))
      result.push({ range: { start: { line, character: 0 }, end: range.end }, text: between + text });
    else result.push({ range, text });
  }
  return result;
}
