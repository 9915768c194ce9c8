import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '../analysis/analyse';
import { fileKind } from '../analysis/fileKind';
import { createChecker } from '../features/report';
import type { FileReport, ReportedProblem } from '../model/report';
import { PROJECT_FILE } from '../text/language';
import { PROGRAM } from './program';
import { counted } from './summary';
import { visible } from './visible';

/** What is wrong with what files are checked under. */
export interface ProjectFault {
  /** For who runs the program; none where it is told among what was checked. */
  line?: string;
  /** Some of what was set is lost: what follows from it can't be relied on. */
  isBroken: boolean;
}

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
 * @param report what was said of it, where it was checked with the rest
 */
export function settingsFault(
  { path, shown, read, contextOf }: SettingsFile,
  report: FileReport | undefined,
): ProjectFault | undefined {
  if ('fault' in read) return { line: `${PROGRAM}: ${visible(`${shown}: ${read.fault}`)}\n`, isBroken: true };
  const check = createChecker({ contextOf: uri => asSettings(contextOf(uri)) });
  const { problems } = check({ uri: pathToFileURL(path).href, path: PROJECT_FILE, text: read.text });
  const isBroken = problems.some(isError);
  // Under another name it was checked as something else.
  const told = basename(path) === PROJECT_FILE ? report : undefined;
  if (problems.length === 0) return undefined;
  if (told && (!isBroken || told.problems.some(isError))) return { isBroken };
  return { line: faultLine(shown, problems), isBroken };
}

function asSettings(context: Context): Context {
  const kind = fileKind(`/${PROJECT_FILE}`, context.families);
  return { ...context, severities: new Map(), association: () => kind };
}

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}

/** Of several problems the first that matters. */
function faultLine(shown: string, problems: readonly ReportedProblem[]): string {
  const first = problems.find(isError) ?? problems[0];
  if (!first) return '';
  const several = problems.length > 1;
  const see = shown.endsWith(PROJECT_FILE) ? ` See ${several ? 'all' : 'it'} by "${PROGRAM} check ${shown}".` : '';
  const which = several ? (first === problems[0] ? ', the first' : ', one of them') : '';
  const said = `${shown} has ${counted(problems.length, 'problem')}${which} in line ${first.range.start.line + 1}: ${first.message}${see}`;
  return `${PROGRAM}: ${visible(said)}\n`;
}
