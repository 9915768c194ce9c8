import { t } from '../shared/l10n';
import { memoizeByText } from '../text/memoize';
import { isPlainName, isPlainPath } from './envelopeFilePaths';

/**
 * The files and folders that an agent's artifact should not write: tools run or obey them without asking, or they hold secrets. Each entry has
 * the reason, and names or paths in lower case, which match at any depth. `{a,b}` are alternatives. `!` excludes a name within a protected
 * folder.
 */
const PROTECTED: readonly (readonly [why: string, places: string])[] = [
  // Version control
  [t`git runs its hooks and obeys its settings`, '.git .gitconfig .config/git'],
  [t`git clones from it and runs filters by it`, '.gitmodules .gitattributes .lfsconfig'],
  [t`Mercurial runs its hooks`, '.hg .hgrc .hgsub'],
  [
    t`a version control system obeys it`,
    '.jj .svn .bzr .sl .sapling _darcs .pijul .fslckout .fossil-settings .p4config .config/jj cvs/root cvs/entries',
  ],
  // Hooks
  [t`git runs it as a hook`, '.githooks .git-hooks .ghooks .cargo-husky .lefthook .lefthook-local .overcommit'],
  [t`husky runs it on a commit`, '.husky .huskyrc .huskyrc.{js,cjs,mjs,json,yml,yaml} husky.config.{js,cjs}'],
  [t`pre-commit runs what it names`, '.pre-commit-config.{yml,yaml} .pre-commit-hooks.{yml,yaml} prek.toml'],
  [
    t`lefthook runs what it names`,
    '{,.}lefthook{,-local}.{yml,yaml,toml,json,jsonc} .config/lefthook{,-local}.{yml,yaml,toml,json,jsonc}',
  ],
  [
    t`a hook manager runs what it names`,
    '{,.}simple-git-hooks.{js,cjs,mjs,ts,json} .overcommit.yml {,.}captainhook.json {,.}grumphp.{yml,yaml} .rusty-hook.toml .yorkie .hooks {,.}hk.pkl {,.}hk.local.pkl whisky.json',
  ],
  [
    t`lint-staged runs what it names on a commit`,
    '.lintstagedrc .lintstagedrc.{js,cjs,mjs,ts,json,yml,yaml} lint-staged.config.{js,cjs,mjs,ts}',
  ],
  // Editors
  [
    t`an editor runs its tasks and obeys its settings`,
    '.vscode .vscode-insiders .cursor-server .idea .fleet .zed .vs .nova .helix .theia .lapce .project .run .settings .trunk .vimspector.json',
  ],
  [
    t`an editor runs it when the folder is opened`,
    '.nvimrc .nvim.lua .exrc .vimrc .gvimrc .lvimrc .vim .nvim .config/nvim .local.vimrc .vimrc.local .lazy.lua .neoconf.json .ycm_extra_conf.py .kakrc .dir-locals.el .dir-locals-2.el .emacs .emacs.d .projectile',
  ],
  [t`a debugger runs it when it starts here`, '.gdbinit .lldbinit .pdbrc .rdebugrc'],
  [
    t`a development environment is built and started from it`,
    '.devcontainer .devcontainer.json .gitpod .gitpod.{yml,yaml,dockerfile} .ona .idx .replit replit.nix .codesandbox .stackblitzrc .codespaces .devfile.yaml devfile.yaml .daytona',
  ],
  // Continuous integration
  [t`GitHub runs it`, '.github/workflows .github/actions .github/dependabot.{yml,yaml}'],
  [t`GitLab runs it`, '.gitlab-ci.{yml,yaml} .gitlab/ci .gitlab-ci .gitlab/agents .gitlab/workflows'],
  [
    t`a forge runs it`,
    '.forgejo/workflows .forgejo/actions .gitea/workflows .gitea/actions .gitee/pipelines .tangled/workflows .builds .build.yml .radicle .cnb.yml .cnb .sr.ht',
  ],
  [
    t`a service for continuous integration runs it`,
    '.circleci {,.}azure-pipelines.{yml,yaml} azure-pipelines .azure-pipelines .azuredevops .azdo .vsts-ci.yml jenkinsfile .jenkins .travis.{yml,yaml} {,.}appveyor.{yml,yaml} .drone.{yml,yaml,jsonnet,star} .woodpecker .woodpecker.{yml,yaml} .cirrus.{yml,yaml,star} bitbucket-pipelines.{yml,yaml} .bitbucket .buildkite .semaphore .buddy buddy.{yml,yaml} .teamcity .tekton .harness wercker.yml {,.}buildspec.{yml,yaml} cloudbuild.{yml,yaml,json} .zuul.yaml .zuul.d zuul.yaml zuul.d codemagic.yaml bitrise.yml {,.}screwdriver.{yml,yaml} .onedev-buildspec.yml .gocd.yaml .space.kts codefresh.{yml,yaml} .codefresh codeship-{services,steps}.yml .shippable.yml shippable.yml .scrutinizer.yml .ci .taskcluster.yml .prow.{yml,yaml} .mergify.{yml,yaml} .vela.{yml,yaml} .agola .laminar .rwx .depot/workflows bamboo-specs ci_scripts/ci_{post_clone,pre_xcodebuild,post_xcodebuild}.sh renovate.json{,5} .renovaterc .renovaterc.json',
  ],
  // Shells and tools that a shell starts
  [
    t`a shell runs it when it starts`,
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .config/fish .config/nushell .xonshrc .hushlogin microsoft.powershell_profile.ps1 profile.ps1 .oh-my-zsh',
  ],
  [
    t`a shell runs it when the folder is entered`,
    '.envrc .tool-versions .config/mise .config/direnv .direnvrc .direnv {,.}mise{,.local}.toml .mise .rtx.toml .autoenv .autoenv.zsh',
  ],
  [
    t`a session starts it`,
    '.config/autostart .config/systemd .xinitrc .xsession .xprofile .config/environment.d .local/bin .local/share/systemd .local/share/applications .forward launchagents launchdaemons .tmux.conf .screenrc crontab .crontab programs/startup .pam_environment .procmailrc .mailcap desktop.ini autorun.inf',
  ],
  [
    t`an interpreter runs it when it starts`,
    'sitecustomize.py usercustomize.py .pythonrc .pythonrc.py .pythonstartup .irbrc .pryrc .rprofile .renviron .iex.exs .ghci .sbclrc .psqlrc .sqliterc .ipython .jupyter .pythonstartup.py .octaverc .juliarc.jl .julia .erlang .guile .mongorc.js .mongoshrc.js .mongosh',
  ],
  [t`a web server obeys it`, '.htaccess .user.ini web.config .htpasswd'],
  // Package managers
  [
    t`a package manager obeys it`,
    '.npmrc .yarnrc .yarnrc.{yml,yaml} .pnpmrc {,.}bunfig.toml .pypirc pip.conf pip.ini .pip .pydistutils.cfg .condarc .gemrc .bundle .bowerrc nuget.config .nuget .config/pip .config/uv uv.toml .composer .config/composer poetry.toml .pdm.toml .pdm-python .rye .pixi .luarocks .opam .cabal .config/go .swiftpm .ivy2 .hex .mix .pub-cache .asdfrc .sdkmanrc .pantsrc .pants.rc {,.config/}dotnet-tools.json',
  ],
  [
    t`a package manager runs it`,
    '.pnpmfile.{cjs,mjs,js} pnpmfile.{js,cjs,mjs} .yarn/releases .yarn/plugins .yarn/sdks .yarn/patches .pnp.{cjs,js,loader.mjs} .rush',
  ],
  [
    t`it is the installed code of others, which runs without being looked at`,
    'node_modules site-packages dist-packages bower_components vendor/bundle .eggs {,.}venv/{bin,lib,lib64,scripts,pyvenv.cfg} .venv .virtualenv .yarn/install-state.gz .yarn/unplugged .yarn/cache .terraform',
  ],
  // Builds
  [
    t`each build runs it`,
    'tools/bazel .mvn mvnw mvnw.cmd .m2 gradle/wrapper gradlew gradlew.bat .gradle init.gradle init.gradle.kts .sbtopts .jvmopts .sbt .mill-jvm-opts directory.build.{props,targets,rsp} msbuild.rsp',
  ],
  [
    t`each build obeys it`,
    '.cargo/config .cargo/config.toml .cargo/credentials .cargo/credentials.toml .bazelrc user.bazelrc .bazeliskrc .bazelversion .buckconfig .buckconfig.local .config/nix nix.conf',
  ],
  // Agents
  [t`Claude Code obeys it`, '.claude .claude.json .claude-plugin !.claude/agents !.claude/specs !.claude/plans'],
  [
    t`an agent takes its rules from it`,
    '.cursorrules .windsurfrules .clinerules .roorules .roomodes .goosehints .rules .aiderules .augment-guidelines .junierules .kilocodemodes .codyrules .traerules .openhands_instructions copilot-instructions.md .github/{instructions,prompts,chatmodes,agents,skills,hooks,copilot,plugin}',
  ],
  [
    t`an agent loads its settings and plugins from it`,
    '.cursor .kiro .roo .opencode .amazonq .windsurf .codeium .cline .continue .gemini .codex .aider .augment .junie .trae .qwen .goose .crush .factory .zencoder .tabnine .qodo .agents .agent .copilot .openhands .devin .warp .void .pearai .kilocode .kilo .rovodev .iflow .codebuddy .lingma .antigravity .jules .amp .plandex .cody .firebender .sourcegraph .letta .vibe .grok .supermaven .bito .comate .serena .mentat .a0proj .lovable .bolt .cursor-plugin .codex-plugin !.kiro/specs',
  ],
  [
    t`an agent loads its settings from it`,
    '{opencode,crush}.{json,jsonc} .{opencode,crush,amp}.{json,jsonc} .aider.conf.{yml,yaml} .aider.model.settings.yml .aider.model.metadata.json .continuerc.json .cursorignore .cursorindexingignore .clineignore .rooignore .geminiignore .codeiumignore .aiderignore .aiexclude .claudeignore .sweep.{yml,yaml} .coderabbit.{yml,yaml} .continuerules firebender.json fastagent.config.yaml fastagent.secrets.yaml .forge.yaml .pr_agent.toml .cosine.toml .ellipsis.{yml,yaml} greptile.json gemini-extension.json',
  ],
  [
    t`it starts servers of tools for agents`,
    '.mcp.json .mcp .mcp.{yml,yaml,toml} mcp_config.json mcp.json claude_desktop_config.json',
  ],
  // Secrets
  [t`it lets others log in`, '.rhosts .shosts hosts.equiv'],
  [
    t`it holds keys`,
    '.ssh .gnupg secring.gpg .age .config/sops wallet.dat {key,keystore,signing}.properties .password-store id_{rsa,dsa,ecdsa,ed25519} authorized_keys .sops.{yml,yaml} .pki',
  ],
  [
    t`it holds credentials`,
    '.env .netrc _netrc .pgpass .my.cnf .mylogin.cnf .git-credentials .dockercfg .docker .dockerconfigjson .kube kubeconfig .aws .azure .gcloud .config/gcloud .config/gh .config/hub .config/op .oci .boto .s3cfg .passwd-s3fs .vault-token .terraformrc terraform.rc .terraform.d .databrickscfg .snowsql .config/rclone .rclone.conf .cloudflared .dev.vars .flaskenv .secrets .envs .vault_pass .vault_password terraform.tfstate terraform.tfstate.backup credentials.json .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history pgpass.conf .npm .doctl .fly .config/doctl .secrets.{yml,yaml,toml,json} local.settings.json wp-config.php localsettings.php .passwd .authinfo .authinfo.gpg .fetchmailrc .msmtprc .esmtprc .muttrc .mutt .remote-sync.json sftp-config.json sftp.json .ftpconfig .curlrc .wgetrc filezilla.xml .lastpass .1password',
  ],
  // These checks
  [t`it settles what is checked here`, '.agent-envelopes.json'],
];

/** The same for the end of a file's name. */
const ENDINGS: readonly (readonly [why: string, ending: string])[] = [
  [t`an editor opens it with tasks and settings of its own`, '.code-workspace'],
  [t`it settles what is checked here`, '.agent-protocol.json'],
  [t`it settles what is checked here`, '.agent-protocol.yaml'],
  [t`it settles what is checked here`, '.agent-protocol.yml'],
  [t`an editor runs its build systems`, '.sublime-project'],
  [t`Python runs its lines when it starts`, '.pth'],
];

/** The content of a bare git repository, a folder whose name ends with `.git`; in lower case. */
const BARE_REPOSITORY = /\.git\/(?:config|hooks|head|objects|refs|info|modules|worktrees)$/;

/** The same for the last two segments of a path, by a pattern in lower case. */
const ENDS: readonly (readonly [why: string, place: string, pattern: RegExp])[] = [
  [
    t`git runs it as a hook`,
    'hooks',
    /^hooks\/(?:(?:applypatch|commit|prepare-commit|sendemail|push-to|proc|reference|fsmonitor)-[a-z-]+|(?:pre|post)-[a-z-]+|update)$/,
  ],
  [
    t`a service for continuous integration runs it`,
    'Jenkinsfile.*',
    /(?:^|\/)jenkinsfile[.-](?![\w.-]*\.?(?:md|rst|txt|html|adoc)$)[\w.-]+$|\.jenkinsfile$/,
  ],
  // The templates of a Helm chart contain only references to secrets.
  [t`it holds credentials`, 'secrets.yaml', /^(?!templates\/)(?:[^/]+\/)?secrets\.(?:ya?ml|toml)$/],
  [t`a session starts it`, 'systemd', /^(?:systemd|system|user)\/[^/]+\.(?:service|timer|socket|path)$/],
];

/** The names of files that hold keys or credentials. */
const SECRETS: readonly (readonly [why: string, place: string, name: RegExp])[] = [
  [
    t`it holds keys`,
    t`keys and their stores`,
    /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|p8|keytab|agilekeychain|opvault)$/,
  ],
  [t`it holds credentials`, '*.tfvars', /\.tfvars(?:\.json)?$|\.tfstate(?:\.backup)?$/],
  [t`it holds credentials`, 'service-account*.json', /^service[-_]?account[\w.-]*\.json$/],
  [
    t`it holds credentials`,
    t`keys of Google`,
    /^(?:client[-_]secrets?|application[-_]default[-_]credentials|(?:gcp|gcloud|google|firebase)[-_][\w.-]{0,60}(?:key|credentials?|adminsdk[\w-]{0,40}))\.json$|-firebase-adminsdk-[\w-]{1,40}\.json$/,
  ],
  [t`it holds keys, and commands that are run on connecting`, t`settings of a VPN`, /\.ovpn$|^wg\d{1,3}\.conf$/],
  [t`it holds credentials`, '*.env', /.\.env$|^\.env~$/],
  [t`a shell runs it when the folder is entered`, '.envrc.*', /^\.envrc\./],
];
/** The name of a sample, or of a public file. */
const NO_SECRET = /(?:^|[._-])(?:examples?|samples?|templates?|tmpl|dist|defaults?|schema|public|pub)(?:[._-]|$)/;

/** The name of a file with environment variables, except a sample, which holds no secrets. */
const ENVIRONMENT = /^\.env\.(?!.*(?:example|sample|template|tmpl|dist|defaults?|schema|spec)$)[\w.-]+$/;

/** The names of files with rules for the agents that work in their folder and below. */
const AGENT_RULES =
  /^(?:agents?|agents\.override|claude|claude\.local|gemini|qwen|warp|crush|opencode|iflow|replit)\.md$/;

const PLACES = PROTECTED.flatMap(([why, places]) =>
  places
    .split(' ')
    .flatMap(alternatives)
    .map(place => ({ place, why })),
);
const REASONS: ReadonlyMap<string, string> = new Map(PLACES.map(({ place, why }) => [place, why]));

/** Expands the alternatives in braces: `a.{b,c}` to `a.b` and `a.c`. */
function alternatives(text: string): string[] {
  const [, before = '', inner = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(text) ?? [];
  if (before === '' && inner === '' && after === '') return [text];
  const ends = alternatives(after);
  return inner.split(',').flatMap(one => ends.map(end => `${before}${one}${end}`));
}

/** The number of segments that a place may have. */
const MOST_SEGMENTS = 3;

const EXEMPT: ReadonlySet<string> = new Set(
  PLACES.flatMap(({ place }) => (place.startsWith('!') ? place.slice(1) : [])),
);

/** The first segments of all places: nearly no segment of a path is one. */
const HEADS: ReadonlySet<string> = new Set(
  PLACES.map(({ place }) => place.slice(place.startsWith('!') ? 1 : 0).split('/')[0] ?? ''),
);

/** Returns the place that the segments from an index on begin with, unless they also begin with an exempt one. */
function placeFrom(segments: readonly string[], first: number): string | undefined {
  let place = '';
  let found: string | undefined;
  const end = Math.min(first + MOST_SEGMENTS, segments.length);
  for (let at = first; at < end; at++) {
    place = at === first ? (segments[at] as string) : `${place}/${segments[at]}`;
    if (EXEMPT.has(place)) return undefined;
    if (found === undefined && REASONS.has(place)) found = place;
  }
  return found;
}

/** A file or folder that an envelope should not write to, such as `.git`, with the reason. */
export interface ProtectedLocation {
  /** The name of the location: `.git`, `.github/workflows`, `*.code-workspace`. */
  place: string;
  why: string;
}

/**
 * Returns the protected location that a path leads to; undefined if there is none. Recognises names that file systems
 * treat as equal (`.GIT`, `.git.`, `git~1`, `.git::$DATA`).
 */
export function protectedLocation(path: string): ProtectedLocation | undefined {
  return isPlainPath(path) && isUnprotectedCode(path) ? undefined : findLocation(path);
}

/**
 * Returns whether a plain path leads to a file of code that no place or pattern protects. Called for each line of a log: costs little, and is
 * true of nearly all files of code.
 */
function isUnprotectedCode(path: string): boolean {
  if (!CODE_NAME.test(path) || ODD_CODE.test(path)) return false;
  return !normalizePathSegments(path).some(isHead);
}

const isHead = (segment: string) => HEADS.has(segment);

/** Names that no pattern below matches, unless they have a word of `ODD_CODE`. */
const CODE_NAME = /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|css|html?|sql)$/i;
const ODD_CODE = /\.git|jenkinsfile/i;

const findLocation = memoizeByText((path): ProtectedLocation | undefined => {
  const segments = normalizePathSegments(path);
  // Names the outermost location.
  for (let first = 0; first < segments.length; first++) {
    const segment = segments[first] as string;
    // A segment has a slash if it is written with another character that means one.
    if (!HEADS.has(segment) && !segment.includes('/')) continue;
    const place = placeFrom(segments, first);
    if (place !== undefined) return { place, why: REASONS.get(place) ?? '' };
  }
  const name = segments.at(-1) ?? '';
  const ending = ENDINGS.find(([, candidate]) => name.endsWith(candidate));
  if (ending) return { place: `*${ending[1]}`, why: ending[0] };
  if (segments.some((one, at) => one.includes('.git') && BARE_REPOSITORY.test(segments.slice(at, at + 2).join('/'))))
    return { place: '*.git', why: t`git runs its hooks and obeys its settings` };
  const end = segments.slice(-2).join('/');
  const pattern = ENDS.find(([, , one]) => one.test(end));
  if (pattern) return { place: pattern[1], why: pattern[0] };
  const secret = NO_SECRET.test(name) ? undefined : SECRETS.find(([, , one]) => one.test(name));
  if (secret) return { place: secret[1], why: secret[0] };
  if (ENVIRONMENT.test(name)) return { place: '.env.*', why: t`it holds credentials` };
  // Documentation pages have the same names in lower case.
  const raw = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return AGENT_RULES.test(name) && (segments.length === 1 || !/[a-z]/.test(raw.replace(/\.md$/i, '')))
    ? { place: name, why: t`agents take their rules from it` }
    : undefined;
});

/** Returns the last segment of a path as the most lenient file system reads it. */
export function normalizedFileName(path: string): string {
  if (isPlainPath(path)) return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return normalizePathSegments(path).at(-1) ?? '';
}

/** Returns the segments of a path as the most lenient file system reads them, with `..` resolved. */
export function normalizePathSegments(path: string): string[] {
  if (isPlainPath(path)) return path.toLowerCase().split('/');
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
