import { analyse, type Context } from '../analysis/analyse';
import { families } from '../families';
import type { AnalysedPart, Problem } from '../model/analysis';
import type { Disk } from '../model/disk';
import type { Check, Fix, ReportedProblem } from '../model/report';
import { rangeOf, rangeOfPart } from '../parts/place';
import { withRunProblems } from '../runs/runProblems';
import { makesUpNothing } from '../slots/fillable';
import { languageOf } from '../text/language';
import { compared, sourceFile, withChanges } from '../text/lines';
import { fixAll } from './fixAll';
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
  return ({ uri, path, text }) => {
    const context = contextFor(uri, { root, disk });
    const file = sourceFile(uri, languageOf(path) ?? 'json', text);
    const { parts } = withRunProblems(analyse(file, context).analysis, context);
    return {
      file: path,
      parts: parts.flatMap(({ part, recognition, document }) => {
        const kind = document?.kind ?? (recognition?.sure ? recognition.kind : undefined);
        return kind ? [{ kind: kind.id, range: rangeOfPart(part) }] : [];
      }),
      problems: parts
        .flatMap(part => part.problems.map(problem => reported(problem, part)))
        .sort((one, two) => compared(one.range.start, two.range.start)),
    };
  };
}

/** Makes what mends files outside of an editor, with the parameters of the check: all fixes of a file that are certain. */
export function createFixer({ root, disk }: { root: string; disk?: Disk }): Fix {
  return ({ uri, path, text }) => {
    const context = contextFor(uri, { root, disk });
    const file = sourceFile(uri, languageOf(path) ?? 'json', text);
    const { changes, applied } = fixAll(analyse(file, context).analysis, context);
    return { text: withChanges(text, changes, file.eol), rules: applied.map(({ rule }) => rule) };
  };
}

const CONTEXT: Context = { families, facts: { agents: [], intents: [] }, association: () => undefined };

function contextFor(uri: string, { root, disk }: { root: string; disk: Disk | undefined }): Context {
  return disk ? { ...CONTEXT, workspace: { folders: [folderOf(uri, root)], disk } } : CONTEXT;
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
    // The same report of the same file: new ids and the time of the day have no place in it.
    return fix ? fixEdits(analysed, fix, makesUpNothing) : [];
  };
  return { rule, severity, message, range, fixes: fixes.map(({ title }) => title), changes, ...(docs && { docs }) };
}
