import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckedFile, FileReport, ReportedProblem } from '../../model/report';
import { isCatalogueFile, isProtocolFile } from '../../session/resolveProject';
import { FILE_EXTENSIONS } from '../../text/language';
import { sourceFile } from '../../text/lines';
import { toFileUri } from '../../workspace/fileUri';
import { walkPaths } from '../../workspace/find/walkPaths';
import { syncDisk } from '../../workspace/nodeDisk';
import { nodeFileAccess } from '../../workspace/nodeFileAccess';
import { UsageError } from '../args';
import { PROGRAM } from '../program';
import type { CliProject } from '../project/cliProject';
import { escapeInvisible } from '../terminal/escapeInvisible';
import { trackedDisk } from './trackedDisk';

interface Watched {
  paths: readonly string[];
  /** Absolute. */
  cwd: string;
  /** The settings as they are now, and the disk. Throws UsageError where there are none any more. */
  projectNow(): CliProject;
  checkerOf(options: Pick<CliProject, 'contextOf'>): (file: CheckedFile) => FileReport | { fault: string };
}

/** What is otherwise in a file since the last look. */
export interface FileChange {
  file: string;
  /** Its lines, as they are now; none of a file that is gone. */
  lines: readonly string[];
  fresh: ReportedProblem[];
  gone: ReportedProblem[];
}

export interface Look {
  changes: FileChange[];
  /** What could not be checked, and was not told of before. */
  faults: { path: string; fault: string }[];
  /** What is wrong with what files are checked under, and was not told of before, in lines. */
  lines: string[];
}

/**
 * Checks what paths name, at each look those files that are others than at the last one: the file itself, or another that
 * its check asked for. Files come and go, too. Where the settings are others, or what is declared for all, each is. A settings file
 * that is not there for a while is waited for.
 */
export function watchedFiles({ paths, cwd, projectNow, checkerOf }: Watched) {
  const known = new Map<string, Known>();
  let settings: string | undefined;
  let isDeclared = false;
  const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));
  let told = new Set<string>();
  let toldLines = new Set<string>();
  // The files that checks rested on, be they among the paths or not.
  const declaring = new Map<string, string>();

  const markOf = (absolute: string) => {
    const found = access.stat(toFileUri(absolute));
    return found ? `${found.size} ${found.changedAt}` : '';
  };

  function untold(lines: readonly string[]): string[] {
    const fresh = lines.filter(line => !toldLines.has(line));
    for (const line of fresh) toldLines.add(line);
    return fresh;
  }

  return {
    /** Of all files that were checked, by path. */
    reports: (): FileReport[] => [...known.values()].map(({ report }) => report),
    look(): Look {
      const project = settled(projectNow, settings !== undefined);
      if ('line' in project) return { changes: [], faults: [], lines: untold([project.line]) };
      const { settingsMark, contextOf, isExcluded } = project;
      const disk = trackedDisk(syncDisk(paths.map(path => toFileUri(resolve(cwd, path)))));
      const check = checkerOf({ contextOf: uri => disk.noting(contextOf(uri)) });
      isDeclared ||= [...declaring].some(([path, mark]) => markOf(path) !== mark);
      const isAnew = isDeclared || settingsMark !== settings;
      settings = settingsMark;
      isDeclared = false;
      if (isAnew) declaring.clear();
      let isChecked = isAnew;
      const met = new Set<string>();
      const marks = new Map<string, string>();
      const isWanted = (absolute: string) => {
        const mark = markOf(absolute);
        const before = known.get(absolute);
        met.add(absolute);
        marks.set(absolute, mark);
        if (before?.mark !== mark) isDeclared ||= known.size > 0 && declaresForAll(absolute);
        return isAnew || before?.mark !== mark || !disk.stillSays(before.asked);
      };
      const look: Look = { changes: [], faults: [], lines: [] };
      const faulty = new Set<string>();
      for (const file of walkPaths(paths, { cwd, endings: FILE_EXTENSIONS, isExcluded, isWanted })) {
        const asked = disk.noteFrom();
        isChecked = true;
        const report = 'fault' in file ? file : check(file);
        const absolute = 'fault' in file ? undefined : fileURLToPath(file.uri);
        if ('fault' in report) {
          const fault = { path: file.path, fault: report.fault };
          faulty.add(JSON.stringify(fault));
          if (!told.has(JSON.stringify(fault))) look.faults.push(fault);
          // It is not what it was, and is looked at again the next time.
          if (absolute !== undefined) met.delete(absolute);
        } else if (absolute !== undefined && 'text' in file) {
          const lines = sourceFile(file.uri, 'json', file.text).lines;
          const before = known.get(absolute)?.report.problems ?? [];
          look.changes.push({ file: file.path, lines, ...differences(before, report.problems) });
          known.set(absolute, { mark: marks.get(absolute) ?? '', asked, report });
        }
      }
      told = faulty;
      for (const [absolute, { report }] of known) {
        if (met.has(absolute)) continue;
        known.delete(absolute);
        isDeclared ||= declaresForAll(absolute);
        look.changes.push({ file: report.file, lines: [], fresh: [], gone: report.problems });
      }
      look.changes = look.changes.filter(({ fresh, gone }) => fresh.length + gone.length > 0);
      if (!isChecked) return look;
      for (const path of project.declaring()) declaring.set(path, markOf(path));
      const lines = project.faults(path => known.get(path)?.report).flatMap(({ line }) => line ?? []);
      look.lines = untold(lines);
      if (isAnew) toldLines = new Set(lines);
      return look;
    },
  };
}

/** The settings; once there were some, a line where there are none any more. */
function settled(projectNow: () => CliProject, once: boolean): CliProject | { line: string } {
  try {
    return projectNow();
  } catch (error) {
    if (!once || !(error instanceof UsageError)) throw error;
    return { line: `${PROGRAM}: ${escapeInvisible(error.message)}\n` };
  }
}

function declaresForAll(path: string): boolean {
  return isCatalogueFile(path) || isProtocolFile(path);
}

interface Known {
  /** Another one where the file is another. */
  mark: string;
  /** What its check asked the disk for, and a fingerprint of each answer. */
  asked: ReadonlyMap<string, string>;
  report: FileReport;
}

// A problem that only stands elsewhere now is the same one.
function differences(before: readonly ReportedProblem[], now: readonly ReportedProblem[]) {
  const left = new Map<string, ReportedProblem[]>();
  for (const problem of before) {
    const key = keyOf(problem);
    const same = left.get(key);
    if (same) same.push(problem);
    else left.set(key, [problem]);
  }
  const fresh = now.filter(problem => !left.get(keyOf(problem))?.shift());
  return { fresh, gone: [...left.values()].flat() };
}

function keyOf({ rule, severity, message }: ReportedProblem): string {
  return `${rule}\0${severity}\0${message}`;
}
