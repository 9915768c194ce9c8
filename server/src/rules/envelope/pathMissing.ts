import { pointerPathIn } from '../../text/pointer';
import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { isResolvablePath, visitPaths } from '../paths/visitPaths';

export default defineRule({
  id: 'envelope/path-missing',
  severity: 'info',
  docs: `A path leads nowhere: neither a file nor a folder of that name is there. Where the agent is to write it, all is well;
where it is to be read, the agent fails, or goes on without it.

**Good:** of a file that is there,

\`\`\`json
{ "paths": { "spec": "specs/012-invoice-export/spec.md" } }
\`\`\`

**Bad:** of one that is not,

\`\`\`json
{ "paths": { "spec": "specs/012-invoice-exprot/spec.md" } }
\`\`\`

Correct the path, or leave it out. It is looked for from the root of the workspace and from every folder between it and the
envelope. Files that an envelope carries itself are the matter of
\`envelope/create-over-existing\` and \`envelope/update-of-missing\`.

Source: Agent Protocol (ADR-007), "Key Design Decisions": the agent reads the files that the paths name.`,
  check({ value, kind, where, files }, report) {
    if (where !== 'file' || !files) return;
    const carried = kind.carries && pointerPathIn(value, kind.carries.items);
    visitPaths({ value, kind }, (path, text) => {
      if (carried?.every((step, index) => path[index] === step)) return;
      if (text.trim() === '') {
        report({ path, message: `"${path.at(-1)}" is no path but blank; name the file, or leave it out.` });
        return;
      }
      // A pattern, or an address elsewhere.
      if (!isResolvablePath(text) || /[*?]|:\/\//.test(text) || files.find(text) !== null) return;
      report({
        path,
        message: `"${displayPath(text)}" leads to nothing that is there; correct the path, or write the file.`,
      });
    });
  },
});
