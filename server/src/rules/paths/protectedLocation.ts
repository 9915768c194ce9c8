/**
 * Files that tools run or obey automatically (on commit, on opening the folder, on entering it in a shell, on starting
 * an agent), and keys. In lower case; at any depth.
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

/**
 * The protected location that a path leads to, as its rule names it: `.git`, `.github/workflows`, `*.code-workspace`;
 * otherwise undefined. Includes names that file systems treat as equal (`.GIT`, `.git.`, `git~1`, `.git::$DATA`).
 */
export function protectedPlace(path: string): string | undefined {
  const steps = plainSteps(path);
  const name = steps.at(-1) ?? '';
  const whole = `/${steps.join('/')}`;
  const folder = FOLDERS.find(one => `${whole}/`.includes(`/${one}/`));
  if (folder !== undefined) return folder;
  const file = FILES.find(one => whole.endsWith(`/${one}`));
  if (file !== undefined) return file;
  const ending = ENDINGS.find(one => name.endsWith(one));
  return ending && `*${ending}`;
}

/** The segments of a path as the most lenient file system reads them; resolves `..`. */
export function plainSteps(path: string): string[] {
  const steps: string[] = [];
  for (const step of path.split(/[\\/]/)) {
    const plain = plainStep(step);
    if (plain === '..') steps.pop();
    else if (plain !== '' && plain !== '.') steps.push(plain);
  }
  return steps;
}

function plainStep(step: string): string {
  if (/^\s*\.{1,2}\s*$/.test(step)) return step.trim();
  const seen = step.normalize('NFKC').replace(/\p{C}/gu, '').toLowerCase().trim();
  // Removes an alternate data stream, and trailing characters that Windows ignores.
  const bare = seen.replace(/(?<=.):.*$/, '').replace(/[. ]+$/, '');
  return bare === 'git~1' ? '.git' : bare;
}
