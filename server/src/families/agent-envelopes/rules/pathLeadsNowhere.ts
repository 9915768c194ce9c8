import { defineRule } from '../../../rules/defineRule';
import { displayPath } from '../../../rules/paths/displayPath';
import { isAbsolutePath, isNotAPath, leavesRoot, visitPaths } from '../../../rules/paths/visitPaths';
import { hasLoneSurrogate } from '../../../text/hasLoneSurrogate';

export default defineRule({
  id: 'agent-envelopes/path-leads-nowhere',
  severity: 'warning',
  check({ value, kind, files }, report) {
    if (!files) return;
    visitPaths({ value, kind }, (path, text) => {
      if (isNotAPath(text) || hasLoneSurrogate(text))
        report({ path, message: 'This is no path; name a file, such as "tools/catalogue.json".' });
      else if (text.trim() === '') report({ path, message: 'This path is empty; name a file, or leave it out.' });
      else if (/^[\\/]{2}/.test(text))
        report({
          path,
          message: `"${displayPath(text)}" lies on another machine, which is not asked; name a file of this workspace.`,
        });
      else if (isAbsolutePath(text) || leavesRoot(text)) return;
      else {
        const found = files.find(text);
        if (found === null)
          report({ path, message: `"${displayPath(text)}" leads nowhere; name a file that is there.` });
        if (found?.type === 'folder')
          report({
            path,
            message: `"${displayPath(text)}" is a folder; name a file in it, such as "${displayPath(text).replace(/\/?$/, '/')}catalogue.json".`,
          });
      }
    });
  },
});
