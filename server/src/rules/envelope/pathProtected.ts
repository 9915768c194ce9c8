import type { CheckedEnvelope, Facts } from '../../model/rule';
import { t } from '../../shared/l10n';
import { atPath, isObject } from '../../text/jsonPointer';
import { defineRule } from '../defineRule';
import { displayPath, textOnDisk, visitWrittenPaths, type WrittenFile } from '../envelopeFilePaths';
import { normalizedFileName, type ProtectedLocation, protectedLocation } from '../protectedLocation';

/** Reports an artifact that writes a dangerous path: a file of secrets, or one that tools run or obey without asking the user, such as a Git hook. */
export default defineRule({
  id: 'envelope/path-protected',
  severity: 'warning',
  guards: true,
  check(on, report) {
    visitWrittenPaths(on, (path, text, file) => {
      const real = on.files?.onDisk?.(text)?.link?.real;
      const location =
        protectedLocationOf(text, on.facts) ??
        (real === undefined ? undefined : protectedLocationOf(real, on.facts)) ??
        (on.facts.isProtected?.(text) === false ? undefined : (runsOnInstall(file, on) ?? repositoryFile(file)));
      if (location === undefined) return;
      const { place, why } = location;
      const message = t`"${displayPath(text)}" leads to a protected place (\`${place}\`): ${why}; write it yourself, or allow it in the settings.`;
      report({ path, message });
    });
  },
});

function protectedLocationOf(path: string, { isProtected }: Pick<Facts, 'isProtected'>): ProtectedLocation | undefined {
  const isProtectedBySettings = isProtected?.(path);
  if (isProtectedBySettings === false) return undefined;
  return (
    protectedLocation(path) ??
    (isProtectedBySettings ? { place: displayPath(path), why: t`the settings protect it` } : undefined)
  );
}

/**
 * Returns the location of a package manifest, such as `package.json`, to which the envelope adds a script that would run on installation.
 */
function runsOnInstall(file: WrittenFile, on: Pick<CheckedEnvelope, 'files' | 'where'>): ProtectedLocation | undefined {
  const place = normalizedFileName(file.path);
  const runs = RUN_ON_INSTALL.get(place);
  if (!runs || atPath(file.holder, ['operation']) === 'delete') return undefined;
  const now = typeof file.content === 'string' ? parseObject(file.content) : undefined;
  if (!now) return { place, why: t`it may name scripts that run on install, and can not be read as JSON here` };
  const before = on.where === 'file' ? parseObject(textOnDisk(file.path, on.files) ?? '') : undefined;
  const added = runs.find(path => {
    const value = atPath(now, path);
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(before && atPath(before, path));
  });
  return added && { place, why: t`"${added.join('.')}" runs without being asked` };
}

/**
 * Returns the location of a `HEAD` or `config` file of git. Git takes any folder with a `HEAD` for a repository and obeys
 * the settings in it; neither file has a use outside `.git`.
 */
function repositoryFile({ path, content, holder }: WrittenFile): ProtectedLocation | undefined {
  if (typeof content !== 'string' || atPath(holder, ['operation']) === 'delete') return undefined;
  const name = normalizedFileName(path);
  const isOfRepository =
    name === 'head' ? GIT_HEAD.test(content) : /^config(?:\.worktree)?$/.test(name) && GIT_CONFIG.test(content);
  return isOfRepository
    ? { place: name === 'head' ? 'HEAD' : name, why: t`git takes its folder for a repository, and obeys its settings` }
    : undefined;
}

const GIT_HEAD = /^\s*(?:ref:\s*refs\/|[0-9a-f]{40}(?:[0-9a-f]{24})?\s*$)/i;
const GIT_CONFIG = /^[^\S\n]*\[[^\S\n]*(?:core|include|includeif|extensions)\b/im;

const NPM_SCRIPTS = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
  'pnpm:devPreinstall',
];
const HOOKS_IN_PACKAGE = ['husky', 'simple-git-hooks', 'gitHooks', 'lint-staged', 'pre-commit', 'pre-push', 'ghooks'];
const COMPOSER_EVENTS = ['install', 'update', 'autoload-dump', 'root-package-install', 'create-project'];

const RUN_ON_INSTALL: ReadonlyMap<string, readonly string[][]> = new Map([
  ['package.json', [...NPM_SCRIPTS.map(name => ['scripts', name]), ...HOOKS_IN_PACKAGE.map(name => [name])]],
  [
    'composer.json',
    COMPOSER_EVENTS.flatMap(event => ['pre', 'post'].map(when => ['scripts', `${when}-${event}-cmd`])).concat([
      ['scripts', 'pre-autoload-dump'],
      ['scripts', 'post-autoload-dump'],
      ['scripts', 'init'],
      ['scripts', 'command'],
      ['scripts', 'pre-pool-create'],
    ]),
  ],
]);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
