import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { protectedPlace } from '../paths/protectedLocation';
import { visitWrittenPaths } from '../paths/visitWrittenPaths';

export default defineRule({
  id: 'envelope/path-protected',
  severity: 'warning',
  guards: true,
  check(on, report) {
    visitWrittenPaths(on, (path, text) => {
      const real = on.files?.onDisk?.(text)?.link?.real;
      const place =
        protectedPlaceOf(text, on.facts) ?? (real === undefined ? undefined : protectedPlaceOf(real, on.facts));
      if (place === undefined) return;
      const said = `"${displayPath(text)}" leads to a protected place (\`${place}\`)`;
      report({
        path,
        message: `${said}, where files control tools; write it yourself, or allow it in the settings.`,
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
