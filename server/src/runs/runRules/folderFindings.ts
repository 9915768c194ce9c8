import type { Context } from '../../analysis/analyse';
import { type RunRuleFinding, runFindings } from './runFindings';
import { type RunRuleFile, runsToCheck } from './runsToCheck';

/** What rules say of the runs that all files of a folder tell of, by the URIs of the files. */
export type FolderFindings = (
  files: readonly RunRuleFile[],
  context: Context,
) => ReadonlyMap<string, readonly RunRuleFinding[]>;

/** Remembers the answer for one folder: where its files are judged one after another and lie still, it is worked out once. */
export function folderFindings(): FolderFindings {
  let last: { files: readonly RunRuleFile[]; context: Context; found: Map<string, RunRuleFinding[]> } | undefined;
  return (files, context) => {
    const inOrder = files.toSorted((one, two) => (one.record.uri < two.record.uri ? -1 : 1));
    const isSame = last?.context === context && last.files.length === inOrder.length;
    if (last && isSame && inOrder.every((file, at) => file === last?.files[at])) return last.found;
    const found = new Map<string, RunRuleFinding[]>();
    for (const run of runsToCheck(inOrder, { isWhole: true })) {
      for (const finding of runFindings(run, context)) {
        const { uri } = finding.at.file;
        const known = found.get(uri);
        if (known) known.push(finding);
        else found.set(uri, [finding]);
      }
    }
    last = { files: inOrder, context, found };
    return found;
  };
}
