import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../analysis/analyse';
import { isCatalogueFile } from '../analysis/recognise';
import type { CheckedFile, FileReport, ReportedProblem } from '../model/analysis';
import type { Disk } from '../model/disk';
import { isProtocolFile } from '../project/resolveProject';
import { groupBy } from '../shared/arrays';
import { FILE_EXTENSIONS } from '../text/fileLanguage';
import { textFile } from '../text/lines';
import { memoizeByObject } from '../text/memoize';
import { toFileUri } from '../workspace/fileUri';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { walkFiles } from '../workspace/walkFiles';
import type { CliProject } from './cliProject';
import { PROGRAM, UsageError } from './readArguments';
import { escapeInvisible } from './terminalLine';

/** What `check --watch` needs: the paths to watch, and functions that read settings and check files. */
interface WatchedFilesOptions {
  paths: readonly string[];
  /** Absolute. */
  cwd: string;
  /** Reads the current settings, with an uncached disk. Throws UsageError if there are none any more. */
  projectNow(): CliProject;
  checkerOf(options: Pick<CliProject, 'contextOf'>): (file: CheckedFile) => FileReport | { fault: string };
}

/** The result of looking for changes once: the problems of changed files, and new errors. */
export interface ScanResult {
  changes: FileChange[];
  /** New faults: files that could not be checked. */
  faults: { path: string; fault: string }[];
  /** New errors in settings and declarations, as output lines. */
  lines: string[];
}

/**
 * Checks the files of some paths, and afterwards only those that changed or depend on a changed file. Files may appear and disappear. If
 * settings or declarations change, all files are checked again. If the settings file is missing, waits a moment, since an editor may be
 * replacing it.
 */
export function watchedFiles({ paths, cwd, projectNow, checkerOf }: WatchedFilesOptions) {
  const known = new Map<string, CheckState>();
  let settings: string | undefined;
  let isDeclared = false;
  const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));
  let reportedFaults = new Set<string>();
  let reportedLines = new Set<string>();
  // The versions of the declaration files that checks depended on, whether or not the paths include them.
  const declaring = new Map<string, string>();

  const markOf = (absolute: string) => {
    const found = access.stat(toFileUri(absolute));
    return found ? `${found.size} ${found.changedAt}` : '';
  };

  function unreportedLines(lines: readonly string[]): string[] {
    const fresh = lines.filter(line => !reportedLines.has(line));
    for (const line of fresh) reportedLines.add(line);
    return fresh;
  }

  return {
    /** The reports of all checked files. */
    reports: (): FileReport[] => [...known.values()].map(({ report }) => report),
    scan(): ScanResult {
      const project = readSettings(projectNow, settings !== undefined);
      if ('line' in project) return { changes: [], faults: [], lines: unreportedLines([project.line]) };
      const { settingsMark, contextOf, isExcluded } = project;
      const disk = trackedDisk(syncDisk(paths.map(path => toFileUri(resolve(cwd, path)))));
      const check = checkerOf({ contextOf: uri => disk.noting(contextOf(uri)) });
      isDeclared ||= [...declaring].some(([path, mark]) => markOf(path) !== mark);
      const checksAll = isDeclared || settingsMark !== settings;
      settings = settingsMark;
      isDeclared = false;
      if (checksAll) declaring.clear();
      let isChecked = checksAll;
      const visited = new Set<string>();
      const marks = new Map<string, string>();
      const isWanted = (absolute: string) => {
        const mark = markOf(absolute);
        const before = known.get(absolute);
        visited.add(absolute);
        marks.set(absolute, mark);
        if (before?.mark !== mark) isDeclared ||= known.size > 0 && declaresForAll(absolute);
        return checksAll || before?.mark !== mark || !disk.stillSays(before.asked);
      };
      const result: ScanResult = { changes: [], faults: [], lines: [] };
      const faulty = new Set<string>();
      for (const file of walkFiles(paths, { cwd, endings: FILE_EXTENSIONS, isExcluded, isWanted })) {
        const asked = disk.noteFrom();
        isChecked = true;
        const report = 'fault' in file ? file : check(file);
        const absolute = 'fault' in file ? undefined : fileURLToPath(file.uri);
        if ('fault' in report) {
          const fault = { path: file.path, fault: report.fault };
          faulty.add(JSON.stringify(fault));
          if (!reportedFaults.has(JSON.stringify(fault))) result.faults.push(fault);
          // The file's old report no longer holds, so it is checked again on the next scan.
          if (absolute !== undefined) visited.delete(absolute);
        } else if (absolute !== undefined && 'text' in file) {
          const lines = textFile(file.uri, 'json', file.text).lines;
          const before = known.get(absolute)?.report.problems ?? [];
          result.changes.push({ file: file.path, lines, ...differences(before, report.problems) });
          known.set(absolute, { mark: marks.get(absolute) ?? '', asked, report });
        }
      }
      reportedFaults = faulty;
      for (const [absolute, { report }] of known) {
        if (visited.has(absolute)) continue;
        known.delete(absolute);
        isDeclared ||= declaresForAll(absolute);
        result.changes.push({ file: report.file, lines: [], added: [], fixed: report.problems });
      }
      result.changes = result.changes.filter(({ added, fixed }) => added.length + fixed.length > 0);
      if (!isChecked) return result;
      for (const path of project.declaring()) declaring.set(path, markOf(path));
      const lines = project.faults(path => known.get(path)?.report).flatMap(({ line }) => line ?? []);
      result.lines = unreportedLines(lines);
      if (checksAll) reportedLines = new Set(lines);
      return result;
    },
  };
}

/** How the problems of one file changed since the last scan. */
export interface FileChange {
  file: string;
  /** Its current lines; none if the file is gone. */
  lines: readonly string[];
  added: ReportedProblem[];
  fixed: ReportedProblem[];
}

/** Returns the settings; if they existed before and are gone, an output line that says so. */
function readSettings(projectNow: () => CliProject, existedBefore: boolean): CliProject | { line: string } {
  try {
    return projectNow();
  } catch (error) {
    if (!existedBefore || !(error instanceof UsageError)) throw error;
    return { line: `${PROGRAM}: ${escapeInvisible(error.message)}\n` };
  }
}

function declaresForAll(path: string): boolean {
  return isCatalogueFile(path) || isProtocolFile(path);
}

interface CheckState {
  /** Changes when the file does. */
  mark: string;
  /** The disk reads of the file's check, each with a fingerprint of the result. */
  asked: ReadonlyMap<string, string>;
  report: FileReport;
}

// A problem that only moved is the same one.
function differences(before: readonly ReportedProblem[], now: readonly ReportedProblem[]) {
  const remaining = groupBy(before, keyOf);
  const added = now.filter(problem => !remaining.get(keyOf(problem))?.shift());
  return { added, fixed: [...remaining.values()].flat() };
}

function keyOf({ rule, severity, message }: ReportedProblem): string {
  return `${rule}\0${severity}\0${message}`;
}

/** Wraps a disk so that it records which entries are read. */
function trackedDisk(disk: Disk) {
  let recorded = new Map<string, string>();
  const answers = new Map<string, string>();
  const answerTo = (question: string): string => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const uri = question.slice('list '.length);
    const content = question.startsWith('list ') ? disk.list(uri) : disk.text(uri);
    const text =
      typeof content === 'string' ? content : content ? JSON.stringify([...content].sort()) : String(content);
    const answer = createHash('sha1').update(text).digest('base64');
    answers.set(question, answer);
    return answer;
  };
  return {
    /** Returns the same context with a disk that records reads. */
    noting: memoizeByObject((context: Context): Context => {
      const { workspace } = context;
      if (!workspace) return context;
      // A disk that counts its changes is not asked again for each file of a folder.
      const { changes: _, ...uncounted } = workspace.disk;
      const own: Disk = {
        ...uncounted,
        list(folder) {
          recorded.set(`list ${folder}`, answerTo(`list ${folder}`));
          return workspace.disk.list(folder);
        },
        text(file) {
          recorded.set(`text ${file}`, answerTo(`text ${file}`));
          return workspace.disk.text(file);
        },
      };
      return { ...context, workspace: { ...workspace, disk: own } };
    }),
    /** Starts and returns a new record, which collects all reads from now on. */
    noteFrom(): ReadonlyMap<string, string> {
      recorded = new Map();
      return recorded;
    },
    stillSays(before: ReadonlyMap<string, string>): boolean {
      return [...before].every(([question, answer]) => answerTo(question) === answer);
    },
  };
}
