import type { CodeAction } from 'vscode-languageserver-types';
import { IGNORE_PROPERTY } from '../../analysis/ignoreProperty';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Part, Path, Position, Range, TextChange, TextFile } from '../../model/text';
import { offsetAt, positionAt, rangeOf } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { FRONT_MATTER, markdownFile } from '../../parts/splitIntoParts';
import { t } from '../../shared/l10n';
import { schemaAt } from '../../slots/applicableSchemas';
import { type JsonNode, nodeAt } from '../../text/json/parseJson';
import { rangesTouch } from '../../text/lines';
import { memoizeByObject } from '../../text/memoize';
import { toDiagnostic } from '../diagnostics';
import { projectFileEdit } from './editJsonFile';
import { fixEdits } from './fixEdits';

/** What the LSP client can do, as far as the code actions that suppress problems depend on it. */
interface Client {
  opensDocs: boolean;
  /** The client can create a file as part of an edit. */
  createsFiles: boolean;
}

/**
 * Returns the code actions that suppress the problems of a range: one problem in place, or a rule in the whole folder. They are the last
 * ones in the list, and never preferred.
 */
export function suppressActions(
  analysis: Analysis,
  range: Range,
  { workspace, client, only }: { workspace: Workspace; client: Client; only?: readonly string[] | undefined },
): CodeAction[] {
  if (only && !only.some(kind => kind === '' || kind === KIND)) return [];
  const touched = problemsInRange(analysis, range).flatMap(({ part, problems }) =>
    problems.map(problem => ({ part, problem })),
  );
  const here = touched.flatMap(({ part, problem }) => hereAction(analysis, part, problem, client) ?? []);
  const rules = [...new Map(touched.map(({ problem }) => [problem.rule, problem])).keys()].filter(isOptional);
  const everywhere = rules.flatMap(rule => {
    const edit = projectFileEdit(
      analysis.file.uri,
      { path: ['rules', rule], value: 'off' },
      { workspace, createsFiles: client.createsFiles },
    );
    const problems = touched.filter(({ problem }) => problem.rule === rule).map(({ problem }) => problem);
    return edit ? [actionOf(t`Switch off ${rule} in this folder`, problems, { edit }, client)] : [];
  });
  return [
    ...new Map(here.map(action => [JSON.stringify([action.title, action.edit]), action])).values(),
    ...everywhere,
  ];
}

const KIND = 'quickfix';

function hereAction({ file }: Analysis, part: AnalysedPart, problem: Problem, client: Client): CodeAction | undefined {
  const changes = suppressionEdit(file, part, problem);
  if (!changes) return undefined;
  const edit = { changes: { [file.uri]: changes.map(({ range, text }) => ({ range, newText: text })) } };
  return actionOf(t`Suppress ${problem.rule} here`, [problem], { edit }, client);
}

function actionOf(
  title: string,
  problems: readonly Problem[],
  { edit }: Pick<CodeAction, 'edit'>,
  client: Client,
): CodeAction {
  const diagnostics = problems.map(problem => toDiagnostic(problem, client));
  return { title, kind: KIND, isPreferred: false, diagnostics, ...(edit && { edit }) };
}

// Text that can't be parsed is always told; `syntax/elided` is a remark.
function isOptional(rule: string): boolean {
  return rule !== 'syntax';
}

/**
 * Returns the changes that suppress a problem in place: a comment before it in Markdown, in YAML and in JSON with comments, otherwise
 * an `$ignore` entry in the innermost object whose schema allows one. Undefined if neither is possible.
 */
export function suppressionEdit(file: TextFile, part: AnalysedPart, problem: Problem): TextChange[] | undefined {
  const { lang, parent } = part.part;
  // Documents within envelopes get no comments.
  if (lang === 'markdown' && parent) return undefined;
  const at = positionAt(part.part, problem.span.start);
  const isYaml = file.lang === 'yaml' || isInFrontMatter(part.part);
  if (file.lang === 'markdown' && !isYaml) return markdownComment(file, at, problem.rule);
  if (problem.rule === 'syntax') return undefined;
  if (isYaml) return [commentBefore(file, at.line, problem.rule, { open: '# ', close: '' })];
  if (file.lang === 'jsonc') return [commentBefore(file, at.line, problem.rule, { open: '// ', close: '' })];
  return ignoreEntry(part, problem);
}

function isInFrontMatter({ id, parent }: Part): boolean {
  return id === FRONT_MATTER || (parent !== undefined && isInFrontMatter(parent));
}

function markdownComment(file: TextFile, at: Position, rule: string): TextChange[] {
  const { root, blocks } = markdownOf(file);
  const offset = offsetAt(root, at) ?? 0;
  const block = [...blocks.fences, ...blocks.tables].find(({ start, end }) => start <= offset && offset <= end);
  const line = block ? positionAt(root, block.start).line : at.line;
  return [commentBefore(file, line, rule, { open: '<!-- ', close: ' -->' })];
}

// Memoized, since each problem of a list needs the same result.
const markdownOf = memoizeByObject((file: TextFile) => markdownFile(file));

const NEXT_LINE = 'agent-envelopes-disable-next-line';

// Inserts a comment before a problem, or adds the rule to an existing comment.
function commentBefore(
  { lines, eol }: TextFile,
  line: number,
  rule: string,
  { open, close }: { open: string; close: string },
): TextChange {
  const before = lines[line - 1] ?? '';
  const known = new RegExp(`${open.trim()}\\s*${NEXT_LINE}\\s+[^\\s,]+(?:[\\s,]+(?!--)[^\\s,]+)*`).exec(before);
  if (known) {
    const end = { line: line - 1, character: known.index + known[0].length };
    return { range: { start: end, end }, text: `, ${rule}` };
  }
  const start = { line, character: 0 };
  // Before a list item, not inside: indented like the item's content, the comment would be code.
  const prefix = /^[\s>]*/.exec(lines[line] ?? '')?.[0] ?? '';
  return { range: { start, end: start }, text: `${prefix}${open}${NEXT_LINE} ${rule}${close}${eol}` };
}

function ignoreEntry(part: AnalysedPart, { span, rule }: Problem): TextChange[] | undefined {
  const root = partTree(part.part);
  const schema = part.recognition?.variant.schema;
  if (!root || !schema) return undefined;
  const path = objectsAround(root, span.start).findLast(path => {
    const inEffect = schemaAt(schema, part.value, path);
    const { additionalProperties, properties } = inEffect ?? {};
    // An object that the schema does not describe holds foreign data.
    return properties && (additionalProperties === undefined || additionalProperties === true);
  });
  if (!path) return undefined;
  const list = nodeAt(root, [...path, IGNORE_PROPERTY]);
  if (list) return list.type === 'array' ? [oneMore(part.part, list, rule)] : undefined;
  const entry = fixEdits(
    part,
    { title: IGNORE_PROPERTY, do: 'add', path, key: IGNORE_PROPERTY, value: [rule] },
    () => undefined,
  );
  // A single rule goes on the line of its list.
  return entry.map(({ range, text }) => ({ range, text: text.replace(/\[\s*("[^"]*")\s*\]/, '[$1]') }));
}

function oneMore(part: Part, { offset, children }: JsonNode, rule: string): TextChange {
  const last = children?.at(-1);
  const at = last ? last.offset + last.length : offset + 1;
  return { range: rangeOf(part, { start: at, end: at }), text: `${last ? ', ' : ''}${JSON.stringify(rule)}` };
}

/** Returns the paths of the objects around an offset, outermost first. */
function objectsAround(root: JsonNode, offset: number): Path[] {
  const found: Path[] = [];
  const path: (string | number)[] = [];
  for (let node: JsonNode | undefined = root; node; ) {
    if (node.type === 'object') found.push([...path]);
    const holds = ({ offset: start, length }: JsonNode) => start <= offset && offset < start + length;
    const inner: number = (node.children ?? []).findIndex(holds);
    const child: JsonNode | undefined = node.children?.[inner];
    if (child?.type === 'property') {
      const [key, value]: JsonNode[] = child.children ?? [];
      if (!value || !holds(value)) return found;
      path.push(String(key?.value));
      node = value;
    } else {
      if (child) path.push(inner);
      node = child;
    }
  }
  return found;
}

/** Returns the problems that touch a range, grouped by part, but no more than a list of code actions can hold. */
export function problemsInRange({ parts }: Analysis, range: Range): { part: AnalysedPart; problems: Problem[] }[] {
  const touched: { part: AnalysedPart; problems: Problem[] }[] = [];
  let left = MOST;
  for (const part of parts) {
    if (left === 0) break;
    const problems: Problem[] = [];
    for (const problem of part.problems) {
      if (!rangesTouch(rangeOf(problem.part, problem.span), range)) continue;
      problems.push(problem);
      if (--left === 0) break;
    }
    if (problems.length > 0) touched.push({ part, problems });
  }
  return touched;
}

const MOST = 100;
