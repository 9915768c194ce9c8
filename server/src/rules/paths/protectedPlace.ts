/**
 * What a tool runs or obeys by itself once it is there: when somebody commits, opens the folder, enters it in a shell, or starts an
 * agent in it; and keys. In lower case; at any depth.
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
 * The protected place that a path leads to, as its rule names it: `.git`, `.github/workflows`, `*.code-workspace`. Undefined where
 * it leads to none. Names that a file system takes for these (`.GIT`, `.git.`, `git~1`, `.git::$DATA`) are these.
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

/** The steps of a path, as the most lenient file system reads each; `..` takes back the one before. */
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
  // A stream of a file, and what Windows drops at the end of a name.
  const bare = seen.replace(/(?<=.):.*$/, '').replace(/[. ]+$/, '');
  return bare === 'git~1' ? '.git' : bare;
}
