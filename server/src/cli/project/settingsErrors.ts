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
  /** As the user named it. */
  shown: string;
  read: { text: string } | { fault: string };
  contextOf(uri: string): Context;
}

/**
 * The errors of a settings file, whatever its name. Ignores the severities that it sets, since those could hide its own errors.
 *
 * @param missing how many files named in it are reported separately
 * @param report its report, if it was checked with the rest
 */
export function settingsErrors(
  { path, shown, read, contextOf }: SettingsFile,
  { report, missing }: { report: FileReport | undefined; missing: number },
): ProjectFault | undefined {
  if ('fault' in read) return { line: `${PROGRAM}: ${escapeInvisible(`${shown}: ${read.fault}`)}\n`, isBroken: true };
  const check = createChecker({ contextOf: uri => contextForKind(PROJECT_FILE, contextOf(uri)) });
  const { problems } = check({ uri: toFileUri(path), path: PROJECT_FILE, text: read.text });
  const isBroken = problems.some(isError);
  // A settings file with another name was not checked as settings.
  const ownReport = basename(path) === PROJECT_FILE ? report : undefined;
  if (problems.length === 0 || (!isBroken && problems.length <= missing)) return undefined;
  if (ownReport && (!isBroken || ownReport.problems.some(isError))) return { isBroken };
  return { line: problemsLine(shown, problems, { isTold: shown.endsWith(PROJECT_FILE), isWithin: true }), isBroken };
}
