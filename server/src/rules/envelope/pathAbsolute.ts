import { URI } from 'vscode-uri';
import type { Files, FixPlan } from '../../model/rule';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { defineRule } from '../defineRule';
import { displayPath, isAbsolutePath, isNotAPath, visitOddPaths } from '../envelopeFilePaths';

/** Reports an absolute path, which is valid on one machine only. */
export default defineRule({
  id: 'envelope/path-absolute',
  severity: 'warning',
  guards: true,
  fix: 'makes it relative, where the file is in the workspace',
  check(on, report) {
    visitOddPaths(on, (path, text) => {
      if (!isAbsolutePath(text) || isNotAPath(text)) return;
      const message = t`"${displayPath(text)}" is an absolute path; write it relative to the root of the repository.`;
      report({ path, message, fixes: on.files ? relativeFixes(path, text, on.files) : [] });
    });
  },
});

// Returns fixes that shorten an absolute path to a relative one: to the longest end of it that exists in the workspace.
function relativeFixes(path: Path, text: string, files: Files): FixPlan[] {
  const segments = text.split(/[\\/]/).filter(segment => segment !== '');
  for (let first = 0; first < Math.min(segments.length, MAX_SEGMENTS); first++) {
    const relative = segments.slice(first).join('/');
    const found = isAbsolutePath(relative) ? undefined : files.find(relative);
    if (found) {
      const certain = isPathOf(text, found.uri);
      return [{ title: t`Change to "${displayPath(relative)}"`, do: 'set', path, value: relative, certain }];
    }
  }
  return [];
}

const MAX_SEGMENTS = 30;

// Returns whether the path is the path of this file, not of another file of the same name.
function isPathOf(text: string, uri: string): boolean {
  return URI.parse(uri).path === text;
}
