import { basename } from 'node:path';
import type { Context } from '../../analysis/analyse';
import { createChecker } from '../../features/fixes/fileReport';
import type { FileReport } from '../../model/report';
import { PROJECT_FILE } from '../../text/language';
import { toFileUri } from '../../workspace/fileUri';
import { PROGRAM } from '../program';
import { escapeInvisible } from '../terminal/escapeInvisible';
import { contextForKind } from './contextForKind';
import { isError, type ProjectFault, problemsLine } from './projectFault';

interface SettingsFile {
  /** Absolute. */
  path: string;
  /** As people named it. */
  shown: string;
  read: { text: string } | { fault: string };
  contextOf(uri: string): Context;
}

/**
 * What is wrong with a settings file, whatever it is called, and whatever it says of rules: it would else pass over its own faults.
 *
 * @param missing how many of the files that it names are told of by themselves
 * @param report what was said of it, where it was checked with the rest
 */
export function settingsErrors(
  { path, shown, read, contextOf }: SettingsFile,
  { report, missing }: { report: FileReport | undefined; missing: number },
): ProjectFault | undefined {
  if ('fault' in read) return { line: `${PROGRAM}: ${escapeInvisible(`${shown}: ${read.fault}`)}\n`, isBroken: true };
  const check = createChecker({ contextOf: uri => contextForKind(PROJECT_FILE, contextOf(uri)) });
  const { problems } = check({ uri: toFileUri(path), path: PROJECT_FILE, text: read.text });
  const isBroken = problems.some(isError);
  // Under another name it was checked as something else.
  const told = basename(path) === PROJECT_FILE ? report : undefined;
  if (problems.length === 0 || (!isBroken && problems.length <= missing)) return undefined;
  if (told && (!isBroken || told.problems.some(isError))) return { isBroken };
  return { line: problemsLine(shown, problems, { isTold: shown.endsWith(PROJECT_FILE), isWithin: true }), isBroken };
}
