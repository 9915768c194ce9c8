import { isPlainName } from './isPlainName';

/**
 * Folders of files that tools run or obey automatically (on commit, on opening the folder, on entering it in a shell, on
 * starting an agent), and of keys. Lower case; match at any depth.
 */
const FOLDERS = [
  '.git',
  '.githooks',
  '.husky',
  '.vscode',
  '.idea',
  '.fleet',
  '.zed',
  '.devcontainer',
  '.github/workflows',
  '.github/actions',
  '.gitlab/ci',
  '.circleci',
  '.claude/hooks',
  '.ssh',
  '.gnupg',
  '.aws',
  '.kube',
  '.docker',
];

const FILES = [
  '.gitmodules',
  '.gitconfig',
  '.gitattributes',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  'lefthook.yaml',
  '.devcontainer.json',
  '.gitlab-ci.yml',
  'azure-pipelines.yml',
  'jenkinsfile',
  '.envrc',
  '.bashrc',
  '.bash_profile',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.mcp.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.cursor/mcp.json',
  '.cursor/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.agent-envelopes.json',
];

const ENDINGS = ['.code-workspace', '.agent-protocol.json'];

/** Nearly all paths have none of these names. */
const MAY_BE_PROTECTED = new RegExp(`/(?:${anyOf([...FOLDERS, ...FILES])})(?:/|$)|(?:${anyOf(ENDINGS)})$`);

function anyOf(names: readonly string[]): string {
  return names.map(name => name.replaceAll('.', '\\.')).join('|');
}

/**
 * The protected location that a path leads to, as its rule names it: `.git`, `.github/workflows`, `*.code-workspace`;
 * otherwise undefined. Includes names that file systems treat as equal (`.GIT`, `.git.`, `git~1`, `.git::$DATA`).
 */
export function protectedLocation(path: string): string | undefined {
  const segments = normalizePathSegments(path);
  const name = segments.at(-1) ?? '';
  const whole = `/${segments.join('/')}`;
  if (!MAY_BE_PROTECTED.test(whole)) return undefined;
  const folder = FOLDERS.find(candidate => `${whole}/`.includes(`/${candidate}/`));
  if (folder !== undefined) return folder;
  const file = FILES.find(candidate => whole.endsWith(`/${candidate}`));
  if (file !== undefined) return file;
  const ending = ENDINGS.find(candidate => name.endsWith(candidate));
  return ending && `*${ending}`;
}

/** The segments of a path as the most lenient file system reads them; resolves `..`. */
export function normalizePathSegments(path: string): string[] {
  const segments: string[] = [];
  for (const raw of path.split(/[\\/]/)) {
    const segment = normalizeSegment(raw);
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

function normalizeSegment(segment: string): string {
  if (isPlainName(segment)) return segment.toLowerCase();
  if (/^\s*\.{1,2}\s*$/.test(segment)) return segment.trim();
  const visible = segment.normalize('NFKC').replace(/\p{C}/gu, '').toLowerCase().trim();
  // Removes an alternate data stream, and trailing characters that Windows ignores.
  const bare = visible.replace(/(?<=.):.*$/, '').replace(/[. ]+$/, '');
  return bare === 'git~1' ? '.git' : bare;
}
