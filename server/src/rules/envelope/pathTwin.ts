import { foldFileName } from '../../text/uri/foldFileName';
import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { targetPathFixes } from '../paths/targetPathFixes';
import { visitWrittenPaths } from '../paths/visitWrittenPaths';

export default defineRule({
  id: 'envelope/path-twin',
  severity: 'warning',
  guards: true,
  comparesElements: 'findings',
  comparedKeys: ['path'],
  fix: 'writes the name that is there',
  check(on, report) {
    const written = new Map<string, string>();
    visitWrittenPaths(on, (path, text) => {
      const fold = foldFileName(text);
      const earlier = written.get(fold) ?? text;
      written.set(fold, earlier);
      const twin = on.files?.onDisk?.(text)?.twin;
      if (twin !== undefined) {
        report({
          path,
          message: `"${displayPath(text)}" exists as "${displayPath(twin)}", which is the same file where names ignore case; write it that way, or name another file.`,
          fixes: targetPathFixes(on, path, twin),
        });
      } else if (earlier !== text) {
        report({
          path,
          message: `"${displayPath(text)}" and "${displayPath(earlier)}" are the same file where names ignore case; use one spelling.`,
        });
      }
    });
  },
});
