import type { CodeAction, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { analyse, type Context } from '../../analysis/analyse';
import { isElided } from '../../analysis/findingsToProblems';
import type { Analysis } from '../../model/analysis';
import type { FileLang, Part, TextFile } from '../../model/text';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { t } from '../../shared/l10n';
import { type JsonLang, parseJson } from '../../text/json/parseJson';
import { rangesTouch, textFile } from '../../text/lines';
import { memoizeLastByObject } from '../../text/memoize';
import { toDiagnostic } from '../diagnostics';
import { isActionWanted, QUICK_FIX, REPAIR } from './actionKinds';
import { applyRepairs, type JsonRepair, jsonRepairs, MAX_REPAIR_LENGTH } from './jsonRepairs';

interface RepairActionsOptions {
  context: Context;
  client: { opensDocs: boolean };
  only?: readonly string[] | undefined;
}

/** Text with a syntax error, such as a file or a line of a log, and the repairs that turn it into valid JSON. */
interface Broken {
  part: Part;
  repairs: readonly JsonRepair[];
}

/**
 * Returns the code actions that turn invalid JSON, as models often write it, into an envelope. There is one action for each sort of error on the
 * lines of a range, one for all errors of the part (a line of a log, say), and one for all errors of the file. Empty if the result would be no
 * envelope.
 */
export function repairActions(analysis: Analysis, range: Range, options: RepairActionsOptions): CodeAction[] {
  const { client, only } = options;
  if (!isActionWanted(only, REPAIR)) return [];
  const candidates = repairable(analysis);
  const first = candidates.find(part => rangesTouch(rangeOfPart(part), range) && isBroken(analysis, part));
  if (!first) return [];
  // Only parts near the range, since every line of a log in another format is invalid.
  const begin = Math.max(0, candidates.indexOf(first) - MOST_BROKEN);
  const all = brokenParts(analysis, options.context, begin);
  const here = all.filter(({ part }) => rangesTouch(rangeOfPart(part), range));
  const [broken] = here;
  if (!broken) return [];
  const diagnostics = analysis.parts
    .flatMap(({ problems }) => problems.filter(({ rule }) => rule === 'syntax'))
    .filter(({ part, span }) => rangesTouch(rangeOf(part, span), range))
    .map(problem => toDiagnostic(problem, client));
  const action = (title: string, kind: string, edit: WorkspaceEdit): CodeAction => ({ title, kind, diagnostics, edit });
  return [
    ...(isActionWanted(only, QUICK_FIX)
      ? onLines(here, range).map(({ title, edits }) =>
          action(title, QUICK_FIX, { changes: { [analysis.file.uri]: edits } }),
        )
      : []),
    action(t`Repair JSON`, REPAIR, repaired(analysis.file, [broken])),
    ...(all.length > 1
      ? [action(t`Repair JSON in ${all.length} places of this file`, REPAIR, repaired(analysis.file, all))]
      : []),
  ];
}

/** Returns the parts that may be repaired: a whole file, the lines of a log, the blocks of a document. */
function repairable({ file, parts }: Analysis): readonly Part[] {
  if (file.lang !== 'json' && file.lang !== 'jsonc')
    return parts.map(({ part }) => part).filter(({ lang, parent }) => isJsonLang(lang) && parent?.lang !== 'json');
  const length = file.lines.reduce((sum, line) => sum + line.length + 1, 0);
  return length > MAX_REPAIR_LENGTH ? [] : [rootPart(file, file.lang)];
}

function isJsonLang(lang: Part['lang']): lang is JsonLang {
  return lang === 'json' || lang === 'jsonc';
}

function isBroken({ file }: Analysis, part: Part): boolean {
  if (!isJsonLang(part.lang) || part.text.length > MAX_REPAIR_LENGTH) return false;
  const { fault } = parseJson(part.text, part.lang);
  return fault !== undefined && !(file.lang === 'markdown' && isElided(part, fault));
}

// Cached, since an editor asks at each move of the cursor.
const brokenParts = memoizeLastByObject((analysis: Analysis, context: Context, begin: number): readonly Broken[] => {
  const { file, parts } = analysis;
  const withProblems = new Set(parts.flatMap(({ part, problems }) => (problems.length > 0 ? [part] : [])));
  const broken: Broken[] = [];
  for (const part of repairable(analysis).slice(begin, begin + 2 * MOST_BROKEN)) {
    if (!isJsonLang(part.lang) || !isBroken(analysis, part)) continue;
    const repairs = jsonRepairs(part.text, part.lang);
    const isOurs = withProblems.has(part) || hasEnvelope(file.uri, part, repairs, context);
    if (repairs.length > 0 && isOurs) broken.push({ part, repairs });
  }
  return broken;
});

const MOST_BROKEN = 100;

function hasEnvelope(uri: string, { text, lang }: Part, repairs: readonly JsonRepair[], context: Context): boolean {
  if (repairs.length === 0) return false;
  const repaired = textFile(uri, lang satisfies FileLang, applyRepairs(text, repairs));
  return analyse(repaired, context).analysis.parts.some(({ recognition }) => recognition?.sure);
}

/** Returns the repairs on the lines of a range, grouped by title. */
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

function repaired({ uri }: TextFile, broken: readonly Broken[]): WorkspaceEdit {
  const edits = broken.flatMap(({ part, repairs }) =>
    repairs.map(({ at, text }) => ({ range: rangeOf(part, at), newText: part.encode(text) })),
  );
  return { changes: { [uri]: edits } };
}
