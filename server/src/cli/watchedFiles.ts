import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Context } from '../analysis/analyse';
import type { Disk } from '../model/disk';
import type { CheckedFile, FileReport, ReportedProblem } from '../model/report';
import { isCatalogueName, isProtocolName } from '../session/project';
import { ENDINGS, PROJECT_FILE } from '../text/language';
import { sourceFile } from '../text/lines';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { walk } from '../workspace/walk';
import type { CliProject } from './project';

interface Watched {
  paths: readonly string[];
  /** Absolute. */
  cwd: string;
  /** The settings as they are now, and the disk. */
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
}

/**
 * Checks what paths name, at each look those files that are others than at the last one: the file itself, or another that
 * its check asked for. Files come and go, too. Where the settings are others, or what is declared for all, each is.
 */
export function watchedFiles({ paths, cwd, projectNow, checkerOf }: Watched) {
  const known = new Map<string, Known>();
  let settings: string | undefined;
  let isDeclared = false;
  const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));
  let told = new Set<string>();

  const markOf = (absolute: string) => {
    const found = access.look(pathToFileURL(absolute).href);
    return found ? `${found.size} ${found.changedAt}` : '';
  };

  return {
    /** Of all files that were checked, by path. */
    reports: (): FileReport[] => [...known.values()].map(({ report }) => report),
    look(): Look {
      const { root, contextOf, passesOver } = projectNow();
      const disk = notingDisk(syncDisk());
      const check = checkerOf({ contextOf: uri => disk.noting(contextOf(uri)) });
      const now = disk.said(`text ${root}/${PROJECT_FILE}`);
      const isAnew = isDeclared || now !== settings;
      settings = now;
      isDeclared = false;
      const met = new Set<string>();
      const marks = new Map<string, string>();
      const takes = (absolute: string) => {
        const mark = markOf(absolute);
        const before = known.get(absolute);
        met.add(absolute);
        marks.set(absolute, mark);
        if (before?.mark !== mark) isDeclared ||= known.size > 0 && declaresForAll(absolute);
        return isAnew || before?.mark !== mark || !disk.stillSays(before.asked);
      };
      const look: Look = { changes: [], faults: [] };
      const faulty = new Set<string>();
      for (const file of walk(paths, { cwd, endings: ENDINGS, passesOver, takes })) {
        const asked = disk.noteFrom();
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
      return look;
    },
  };
}

function declaresForAll(path: string): boolean {
  return isCatalogueName(path) || isProtocolName(path);
}

interface Known {
  /** Another one where the file is another. */
  mark: string;
  /** What its check asked the disk for, and a fingerprint of each answer. */
  asked: ReadonlyMap<string, string>;
  report: FileReport;
}

/** A disk that remembers what it was asked. */
function notingDisk(disk: Disk) {
  let asked = new Map<string, string>();
  const answers = new Map<string, string>();
  const answerTo = (question: string): string => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const uri = question.slice('list '.length);
    const said = question.startsWith('list ') ? disk.list(uri) : disk.text(uri);
    const text = typeof said === 'string' ? said : said ? JSON.stringify([...said].sort()) : String(said);
    const answer = createHash('sha1').update(text).digest('base64');
    answers.set(question, answer);
    return answer;
  };
  const noted = new WeakMap<Context, Context>();
  return {
    said: answerTo,
    /** The same context, which notes what is asked of its disk. */
    noting(context: Context): Context {
      const known = noted.get(context);
      const { workspace } = context;
      if (known || !workspace) return known ?? context;
      const own: Disk = {
        ...workspace.disk,
        list(folder) {
          asked.set(`list ${folder}`, answerTo(`list ${folder}`));
          return workspace.disk.list(folder);
        },
        text(file) {
          asked.set(`text ${file}`, answerTo(`text ${file}`));
          return workspace.disk.text(file);
        },
      };
      const noting = { ...context, workspace: { ...workspace, disk: own } };
      noted.set(context, noting);
      return noting;
    },
    /** From now on, all that is asked. */
    noteFrom(): ReadonlyMap<string, string> {
      asked = new Map();
      return asked;
    },
    stillSays(before: ReadonlyMap<string, string>): boolean {
      return [...before].every(([question, answer]) => answerTo(question) === answer);
    },
  };
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
