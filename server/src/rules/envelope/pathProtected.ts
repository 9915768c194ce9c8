import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { protectedPlace } from '../paths/protectedPlace';
import { visitWrittenPaths } from '../paths/visitWrittenPaths';

export default defineRule({
  id: 'envelope/path-protected',
  severity: 'warning',
  guards: true,
  docs: `A file is to be written where tools run or obey what stands there without asking. Such places are git's own files and hooks (\`.git\`,
\`.husky\`), an editor's tasks and settings (\`.vscode\`, \`*.code-workspace\`), continuous integration (\`.github/workflows\`), a shell's start
(\`.envrc\`), an agent's own permissions (\`.claude/settings.json\`, \`.mcp.json\`), keys (\`.ssh\`), and the settings of these checks
(\`.agent-envelopes.json\`). Who applies it gives the agent more than files.

**Good:**

\`\`\`json
{ "path": "tools/test.sh", "operation": "create", "content": "npm test\\n" }
\`\`\`

**Bad:**

\`\`\`json
{ "path": ".git/hooks/pre-commit", "operation": "create", "content": "npm test\\n" }
\`\`\`

Write it yourself, or allow the place: \`"protectedPaths": { ".github/workflows": false }\` in the settings or in \`.agent-envelopes.json\`; \`true\`
protects more places.

Source: CVE-2014-9390 (\`.git\` under other names), VS Code's list of files that agents may not edit without being asked.`,
  check(on, report) {
    visitWrittenPaths(on, (path, text) => {
      const real = on.files?.onDisk?.(text)?.link?.real;
      const place =
        protectedPlaceOf(text, on.facts) ?? (real === undefined ? undefined : protectedPlaceOf(real, on.facts));
      if (place === undefined) return;
      const said = `"${displayPath(text)}" leads to a protected place (\`${place}\`)`;
      report({
        path,
        message: `${said}, where tools obey what is written; write it yourself, or allow it in the settings.`,
      });
    });
  },
});

function protectedPlaceOf(
  path: string,
  { isProtected }: { isProtected?(path: string): boolean | undefined },
): string | undefined {
  const said = isProtected?.(path);
  if (said === false) return undefined;
  return protectedPlace(path) ?? (said ? displayPath(path) : undefined);
}
