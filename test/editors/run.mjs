// node test/editors/run.mjs [--results=file]
// Drives other editors by the configurations of docs/editors: problems, hover, completion, a fix and a rename in a copy of the sample, by the
// built server. An editor that is not installed is skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';

const SERVER = [process.execPath, path.join(root, 'dist/cli.js'), 'lsp', '--stdio'];
const LOG = 'messages/wf_team_invites.jsonl';
const ID = 'wf_team_invites';

/** @type {{ name: string, program: string, args: string[], env?: Record<string, string> }[]} */
const EDITORS = [
  {
    name: 'Neovim',
    program: 'nvim',
    args: [
      ...['--headless', '--clean', '--cmd'],
      `lua arg_config = ${lua(inRoot('docs/editors/agent_envelopes.lua'))}; arg_command = { ${SERVER.map(lua).join(', ')} }; arg_log = ${lua(LOG)}; arg_id = ${lua(ID)}`,
      ...['-c', `luafile ${inRoot('test/editors/neovim.lua')}`],
    ],
  },
  {
    name: 'Emacs',
    program: 'emacs',
    // Before Emacs 29, eglot is a package.
    args: ['--batch', '-Q', '--eval', withPackages(), '-l', inRoot('test/editors/emacs.el')],
    env: {
      TEST_CONFIG: inRoot('docs/editors/agent-envelopes.el'),
      TEST_COMMAND: SERVER.join('\n'),
      TEST_LOG: LOG,
      TEST_ID: ID,
    },
  },
];

const results = { passed: 0, failed: 0, skipped: 0, failures: /** @type {{ name: string, reason: string }[]} */ ([]) };
for (const editor of EDITORS) {
  if (spawnSync(editor.program, ['--version']).error) {
    results.skipped++;
    console.log(`- ${editor.name} is not installed here`);
    continue;
  }
  try {
    drive(editor);
    results.passed++;
    console.log(`✓ ${editor.name}`);
  } catch (error) {
    results.failed++;
    results.failures.push({ name: editor.name, reason: String(error) });
    console.log(`✗ ${editor.name}: ${error}`);
  }
}
const file = process.argv.find(argument => argument.startsWith('--results='))?.slice('--results='.length);
if (file) writeFileSync(file, JSON.stringify(results));
process.exitCode = results.failed > 0 ? 1 : 0;

/** @param {typeof EDITORS[number]} editor */
function drive({ program, args, env = {} }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'editors-'));
  try {
    cpSync(path.join(root, 'test/sample'), folder, { recursive: true });
    const ran = spawnSync(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 600_000,
    });
    const line = ran.stdout.slice(ran.stdout.indexOf('{"'));
    assert.ok(line, `${program} printed no result: ${ran.stdout} ${ran.stderr}`);
    const { command, hover, completions, fix, renamed, ...found } = JSON.parse(line);
    assert.deepEqual(command, ['agent-envelopes', 'lsp', '--stdio']);
    assert.equal((found.codes ?? found.diagnostics).length, 7);
    assert.match(hover, /How sure the agent is of its output, 0 to 1/);
    assert.ok(completions > 0, 'completions');
    assert.equal(fix, 'Add Z, for UTC');
    assert.equal(renamed, true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withPackages() {
  const add = '(add-to-list (quote load-path) one)';
  return `(dolist (one (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa-src/*")) ${add})`;
}

/** @param {string} file */
function inRoot(file) {
  return path.join(root, file);
}

/** @param {string} text */
function lua(text) {
  return JSON.stringify(text);
}
