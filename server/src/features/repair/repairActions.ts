import type { ChangeAnnotation, CodeAction, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { analyse, type Context } from '../../analysis/analyse';
import { isElided } from '../../analysis/syntaxProblem';
import type { Analysis } from '../../model/analysis';
import type { Part } from '../../model/part';
import type { FileLang, SourceFile } from '../../model/text';
import { rangeOf, rangeOfPart } from '../../parts/place';
import { rootPart } from '../../parts/rootPart';
import { parseJson } from '../../text/json';
import { sourceFile, touch } from '../../text/lines';
import { QUICK_FIX, REPAIR, wants } from '../actionKinds';
import { diagnosticOf } from '../diagnostics';
import { type JsonRepair, jsonRepairs, withRepairs } from './jsonRepairs';

interface RepairClient {
  opensDocs: boolean;
  /** It asks before it makes changes that say that they need to be confirmed: so it shows them all. */
  confirms: boolean;
}

interface RepairActionsOptions {
  context: Context;
  client: RepairClient;
  only?: readonly string[] | undefined;
}

/** A part that is no JSON, and what makes JSON of it. */
interface Broken {
  part: Part;
  repairs: readonly JsonRepair[];
}

/**
 * What makes JSON of what models write: each sort of fault on the lines of a range by itself, all faults of the part that it is in, and
 * all of the file. Only where an envelope comes out.
 */
export function repairActions(analysis: Analysis, range: Range, options: RepairActionsOptions): CodeAction[] {
  const { client, only } = options;
  const all = brokenParts(analysis, options.context);
  const here = all.filter(({ part }) => touch(rangeOfPart(part), range));
  const [first] = here;
  if (!first) return [];
  const diagnostics = analysis.parts
    .flatMap(({ problems }) => problems.filter(({ rule }) => rule === 'syntax'))
    .filter(({ part, span }) => touch(rangeOf(part, span), range))
    .map(problem => diagnosticOf(problem, client));
  const action = (title: string, kind: string, edit: WorkspaceEdit): CodeAction => ({ title, kind, diagnostics, edit });
  return [
    ...(wants(only, QUICK_FIX)
      ? onLines(here, range).map(({ title, edits }) =>
          action(title, QUICK_FIX, { changes: { [analysis.file.uri]: edits } }),
        )
      : []),
    ...(wants(only, REPAIR) ? [action('Repair JSON', REPAIR, confirmed(analysis.file, [first], client))] : []),
    ...(wants(only, REPAIR) && all.length > 1
      ? [action(`Repair JSON in ${all.length} places of this file`, REPAIR, confirmed(analysis.file, all, client))]
      : []),
  ];
}

// An editor asks at each move of the cursor.
const known = new WeakMap<Analysis, { context: Context; broken: readonly Broken[] }>();

function brokenParts(analysis: Analysis, context: Context): readonly Broken[] {
  const before = known.get(analysis);
  if (before?.context === context) return before.broken;
  const broken = findBroken(analysis, context);
  known.set(analysis, { context, broken });
  return broken;
}

function findBroken({ file, parts }: Analysis, context: Context): Broken[] {
  const isWhole = file.lang === 'json' || file.lang === 'jsonc';
  const candidates = isWhole
    ? [rootPart(file, file.lang === 'jsonc' ? 'jsonc' : 'json')]
    : parts.map(({ part }) => part).filter(({ lang, parent }) => lang !== 'markdown' && parent?.lang !== 'json');
  const broken: Broken[] = [];
  for (const part of candidates) {
    if (part.lang === 'markdown' || broken.length === MOST_BROKEN) continue;
    const { fault } = parseJson(part.text, part.lang);
    if (!fault || (file.lang === 'markdown' && isElided(part, fault))) continue;
    const repairs = jsonRepairs(part.text, part.lang);
    const isOurs =
      repairs.length > 0 &&
      (parts.some(one => one.part === part && one.problems.length > 0) ||
        hasEnvelope(file.uri, part, repairs, context));
    if (isOurs) broken.push({ part, repairs });
  }
  return broken;
}

const MOST_BROKEN = 100;

function hasEnvelope(uri: string, { text, lang }: Part, repairs: readonly JsonRepair[], context: Context): boolean {
  const repaired = sourceFile(uri, lang satisfies FileLang, withRepairs(text, repairs));
  return analyse(repaired, context).analysis.parts.some(({ recognition }) => recognition?.sure);
}

/** By their titles, the repairs on the lines of a range. */
function onLines(broken: readonly Broken[], { start, end }: Range): { title: string; edits: TextEdit[] }[] {
  const sorts = new Map<string, TextEdit[]>();
  for (const { part, repairs } of broken) {
    for (const repair of repairs) {
      const range = rangeOf(part, repair.at);
      if (range.end.line < start.line || range.start.line > end.line) continue;
      sorts.set(repair.title, [...(sorts.get(repair.title) ?? []), { range, newText: part.encode(repair.text) }]);
    }
  }
  return [...sorts].slice(0, MOST_SORTS).map(([title, edits]) => ({ title, edits }));
}

const MOST_SORTS = 8;

/** An edit that an editor shows first, each sort of change by its name. */
function confirmed({ uri }: SourceFile, broken: readonly Broken[], { confirms }: RepairClient): WorkspaceEdit {
  const all = broken.flatMap(({ part, repairs }) =>
    repairs.map(({ at, text, title }) => ({ title, edit: { range: rangeOf(part, at), newText: part.encode(text) } })),
  );
  if (!confirms) return { changes: { [uri]: all.map(({ edit }) => edit) } };
  const annotation = (label: string): ChangeAnnotation => ({ label, needsConfirmation: true });
  return {
    documentChanges: [
      { textDocument: { uri, version: null }, edits: all.map(({ title, edit }) => ({ ...edit, annotationId: title })) },
    ],
    changeAnnotations: Object.fromEntries(all.map(({ title }) => [title, annotation(title)])),
  };
}
