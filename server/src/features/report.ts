import { analyse, type Context } from '../analysis/analyse';
import { families } from '../families';
import type { AnalysedPart, Problem } from '../model/analysis';
import type { Disk } from '../model/disk';
import type { Check, ReportedProblem } from '../model/report';
import type { Range } from '../model/text';
import { rangeOf, rangeOfPart } from '../parts/place';
import { languageOf } from '../text/language';
import { sourceFile } from '../text/lines';
import { fixEdits } from './fixEdits';
import { ruleNamed } from './ruleCatalogue';

/**
 * Makes the check of files outside of an editor. It says of a file what the editor's diagnostics say. The file's name
 * decides how it is read.
 *
 * @param root URI of the folder that paths in envelopes are relative to
 * @param disk where they are looked for; without it, nothing is said of them
 */
export function createChecker({ root, disk }: { root: string; disk?: Disk }): Check {
  const context: Context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  return ({ uri, path, text }) => {
    const workspace = disk && { folders: [folderOf(uri, root)], disk };
    const around = workspace ? { ...context, workspace } : context;
    const { parts } = analyse(sourceFile(uri, languageOf(path) ?? 'json', text), around).analysis;
    return {
      file: path,
      parts: parts.flatMap(({ part, recognition, document }) => {
        const kind = document?.kind ?? (recognition?.sure ? recognition.kind : undefined);
        return kind ? [{ kind: kind.id, range: rangeOfPart(part) }] : [];
      }),
      problems: parts
        .flatMap(part => part.problems.map(problem => reported(problem, part)))
        .sort((one, two) => before(one.range, two.range)),
    };
  };
}

// What lies outside of the folder that the check runs in is looked at from its own folder.
function folderOf(uri: string, root: string): string {
  return uri.startsWith(`${root}/`) ? root : uri.slice(0, uri.lastIndexOf('/'));
}

function reported({ rule, severity, message, part, span, fixes }: Problem, analysed: AnalysedPart): ReportedProblem {
  const docs = ruleNamed(rule)?.docs;
  const range = rangeOf(part, span);
  const changes = (index: number) => {
    const fix = fixes[index];
    return fix ? fixEdits(analysed, fix) : [];
  };
  return { rule, severity, message, range, fixes: fixes.map(({ title }) => title), changes, ...(docs && { docs }) };
}

function before(one: Range, two: Range): number {
  return one.start.line - two.start.line || one.start.character - two.start.character;
}
