import type { CheckedEnvelope } from '../../model/rule';
import { t } from '../../shared/l10n';
import { atPath } from '../../text/jsonPointer';
import { foldFileName } from '../../text/normalizeUri';
import { defineRule } from '../defineRule';
import { displayPath, isResolvablePath, visitWrittenPaths, type WrittenFile, writtenFiles } from '../envelopeFilePaths';
import { targetPathFixes } from '../pathFixes';
import { normalizePathSegments } from '../protectedLocation';

/** Reports the path of a written file that differs from another path only in case or Unicode normalization. */
export default defineRule({
  id: 'envelope/path-twin',
  severity: 'warning',
  guards: true,
  comparesElements: 'findings',
  comparedKeys: ['path', 'content', 'operation'],
  fix: 'writes the name that is there',
  check(on, report) {
    // A fast path, since the rule runs on each line of a log. The rule compares file names with each other and with those on disk, so a
    // single file needs no check where the disk is unknown.
    if (!on.files && writtenFiles(on).length < 2) return;
    const written = new Map<string, WrittenFile>();
    const folders = new Map<string, string>();
    const deleted = new Set<string>();
    visitWrittenPaths(on, (_, text, file) => {
      if (isDeleted(file)) deleted.add(spelled(text));
      else for (const folder of parentsOf(foldPath(text))) if (!folders.has(folder)) folders.set(folder, text);
    });
    visitWrittenPaths(on, (path, text, file) => {
      const fold = foldPath(text);
      const earlier = written.get(fold);
      if (!earlier || isDeleted(earlier)) written.set(fold, file);
      const inIt = isDeleted(file) ? undefined : folders.get(fold);
      const twin = on.files?.onDisk?.(text)?.twin;
      const here = `"${displayPath(text)}"`;
      const fault = folderOnDisk(on, text, deleted);
      if (twin !== undefined) {
        report({
          path,
          message: t`${here} exists as "${displayPath(twin)}", which is the same file where names ignore case; write it that way, or name another file.`,
          fixes: targetPathFixes(on, path, twin),
        });
      } else if (inIt !== undefined) {
        report({
          path,
          message: t`${here} is a file here, and the folder of "${displayPath(inIt)}"; rename one of them.`,
        });
      } else if (earlier && spelled(earlier.path) !== spelled(text)) {
        report({
          path,
          message: t`${here} and "${displayPath(earlier.path)}" are the same file where names ignore case; use one spelling.`,
        });
      } else if (earlier && !isDeleted(earlier) && !isDeleted(file) && earlier.content !== file.content) {
        const message =
          earlier.path === text
            ? t`${here} is written before, with other content; write each file once.`
            : t`${here} is written before, as "${displayPath(earlier.path)}", with other content; write each file once.`;
        report({ path, message });
      } else if (fault !== undefined) {
        report({ path, message: fault });
      }
    });
  },
});

/** Describes a folder in place of the file, or a file in place of one of its folders. */
function folderOnDisk(
  { files, where }: Pick<CheckedEnvelope, 'files' | 'where'>,
  path: string,
  deleted: ReadonlySet<string>,
): string | undefined {
  // Other rules report `..` and links.
  if (!files || where !== 'file' || !isResolvablePath(path) || /(^|[\\/])\.\.([\\/]|$)/.test(path)) return undefined;
  if (files.onDisk?.(path)?.link) return undefined;
  const found = files.find(path);
  if (found?.type === 'folder') return t`"${displayPath(path)}" is a folder; name a file.`;
  if (found !== null) return undefined;
  const parent = parentsOf(spelled(path)).find(folder => !deleted.has(folder) && files.find(folder)?.type === 'file');
  return parent === undefined
    ? undefined
    : t`"${displayPath(path)}" leads into "${displayPath(parent)}", which is a file; name a folder.`;
}

function isDeleted({ holder }: WrittenFile): boolean {
  return atPath(holder, ['operation']) === 'delete';
}

/** Returns a path without `.` and `..`, its letters unchanged. */
function spelled(path: string): string {
  const steps: string[] = [];
  for (const step of path.split(/[\\/]/)) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Returns a path as the most lenient file system reads it: equal for paths that may lead to the same file. */
function foldPath(path: string): string {
  return foldFileName(path.length > LONGEST ? path : normalizePathSegments(spelled(path)).join('/'));
}

/** Returns the folders of a path, innermost first. */
function parentsOf(path: string): string[] {
  if (path.length > LONGEST) return [];
  const steps = path.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, steps.length - 1 - index).join('/'));
}

const LONGEST = 1000;
