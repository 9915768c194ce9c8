import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { protectedLocation } from '../paths/protectedLocation';
import { visitWrittenPaths } from '../paths/visitWrittenPaths';

export default defineRule({
  id: 'envelope/path-protected',
  severity: 'warning',
  guards: true,
  check(on, report) {
    visitWrittenPaths(on, (path, text) => {
      const real = on.files?.onDisk?.(text)?.link?.real;
      const location =
        protectedLocationOf(text, on.facts) ?? (real === undefined ? undefined : protectedLocationOf(real, on.facts));
      if (location === undefined) return;
      const fault = `"${displayPath(text)}" leads to a protected place (\`${location}\`)`;
      report({
        path,
        message: `${fault}, where files control tools; write it yourself, or allow it in the settings.`,
      });
    });
  },
});

function protectedLocationOf(
  path: string,
  { isProtected }: { isProtected?(path: string): boolean | undefined },
): string | undefined {
  const isProtectedBySettings = isProtected?.(path);
  if (isProtectedBySettings === false) return undefined;
  return protectedLocation(path) ?? (isProtectedBySettings ? displayPath(path) : undefined);
}
