import { defineRule } from '../defineRule';
import { isNotAPath, visitPaths } from '../visitTargetPaths';

export default defineRule({
  id: 'envelope/path-is-content',
  severity: 'warning',
  guards: true,
  check(on, report) {
    visitPaths(on, (path, text) => {
      if (!isNotAPath(text)) return;
      const fault = /[\r\n]/.test(text) ? 'holds a line break' : 'is longer than a path can be';
      const name = path.findLast(step => typeof step === 'string') ?? 'This';
      report({ path, message: `"${name}" ${fault}: it is content, not a path; name the file that holds it.` });
    });
  },
});
