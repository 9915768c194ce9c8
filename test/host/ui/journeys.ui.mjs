// What a newcomer does first, by keyboard and from an empty folder. Each journey ends without a problem in any file, in the editor and on
// the command line alike; the keys and the seconds that it took are printed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/command.mjs';
import {
  arrange,
  gotoLine,
  quickFix,
  runCommand,
  shot,
  suggestWidget,
  typeText,
  until,
  waitForProblems,
} from './kit.mjs';

export const startsEmpty = true;
// VS Code keeps what a command has opened for minutes after its editor was closed, and with it the run that it tells of.
export const freshWindows = [aRegistry];
// The usual run has the same over the protocol: test/lsp/firstEnvelopes.test.ts.
export const nightly = true;

export const settings = {
  'agentEnvelopes.checkClosedFiles': true,
};

export async function aFirstMessageAndASecond({ page, folder }) {
  const journey = counted(page);
  await newFile(page, 'first.json');
  await envelope(page, 'envelope-message');
  await save(page);
  await newFile(page, 'second.json');
  await envelope(page, 'envelope-message');
  await save(page);
  await waitForProblems(page, { errors: 0, warnings: 0 });
  const [first, second] = ['first.json', 'second.json'].map(name => read(folder, name));
  assert.notEqual(first.id, second.id);
  assert.equal(first.context.workflowId, second.context.workflowId);
  await checksAsTheEditorShows(page, folder);
  await shot(page, 'journey-messages');
  journey.done('a first message and a second');
}

export async function aProtocolAndAnAgentOfOnesOwn({ page, folder }) {
  const journey = counted(page);
  await newFile(page, 'review-queue.agent-protocol.json');
  await envelope(page, 'agent-envelopes-protocol');
  await save(page);
  await newFile(page, 'request.json');
  await typeText(page, '{ "review_id": "r_1", "asked_by": "ann" }');
  await save(page);
  await newFile(page, 'message.json');
  await envelope(page, 'envelope-message');
  await gotoLine(page, 4, 12);
  for (const _ of 'vision') await page.keyboard.press('Delete');
  await typeText(page, 'researcher');
  await save(page);
  await waitForProblems(page, { errors: 0, warnings: 1 });
  await quickFix(page, 4, 12, 'Add "researcher" to "agents" in .agent-envelopes.json');
  await waitForProblems(page, { errors: 0, warnings: 0 });
  assert.equal(read(folder, 'message.json').from, 'researcher');
  // VS Code writes down what a fix adds to another file, after it shows it.
  const settingsFile = path.join(folder, '.agent-envelopes.json');
  await until(
    async () => (existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8') : ''),
    text => text.includes('"researcher"'),
    'the agent to be in the file',
  );
  await checksAsTheEditorShows(page, folder);
  await shot(page, 'journey-own');
  journey.done("a protocol and an agent of one's own");
}

export async function aRegistry({ page, folder }) {
  const journey = counted(page);
  await runCommand(page, 'Agent Envelopes: Create State Registry…');
  const asked = words => page.locator('.quick-input-widget:visible', { hasText: words }).waitFor();
  await asked('(1/4)');
  await page.keyboard.type('005-user-auth');
  for (const next of ['(2/4)', '(3/4)', '(4/4)']) {
    await page.keyboard.press('Enter');
    await asked(next);
  }
  await page.keyboard.press('Enter');
  await page.locator('.tab.active[data-resource-name="index.md"]').waitFor();
  await waitForProblems(page, { errors: 0, warnings: 0 });
  // Not from the palette, which asks when it opens whether the new file is known to be a registry.
  const added = arrange(page, 'agentEnvelopes.addSection');
  await asked('Priority Loop State');
  await page.keyboard.type('Priority Loop State');
  await page
    .locator('.quick-input-widget:visible .monaco-list-row.focused', { hasText: 'Priority Loop State' })
    .waitFor();
  await page.keyboard.press('Enter');
  await added;
  await save(page);
  assert.match(
    readFileSync(path.join(folder, 'specs', '005-user-auth', '.workflow', 'index.md'), 'utf8'),
    /## Priority Loop State/,
  );
  await checksAsTheEditorShows(page, folder);
  await shot(page, 'journey-registry');
  journey.done('a registry');
}

/** What `check` says of the folder is what the editor shows: nothing but remarks, such as on text that the template left. */
async function checksAsTheEditorShows(page, folder) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(root, 'dist', 'cli.js'), 'check', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.match(stdout, /: (no problems|\d+ infos?)\n$/, stdout + stderr);
  assert.equal(status, 0);
  await waitForProblems(page, { errors: 0, warnings: 0, infos: Number(/: (\d+) infos?\n$/.exec(stdout)?.[1] ?? 0) });
}

/** Makes a file in the folder and leaves the cursor in it. */
async function newFile(page, name) {
  await runCommand(page, 'File: New File...');
  await page.locator('.explorer-folders-view .monaco-inputbox input').waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
}

/** Takes a whole envelope by its prefix, and leaves what it proposes as it is. */
async function envelope(page, prefix) {
  await typeText(page, prefix);
  await suggestWidget(page, [prefix]);
  const row = page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: prefix });
  await row.first().waitFor();
  await page.keyboard.press('Enter');
  await row.first().waitFor({ state: 'hidden' });
  // Of the list of choices that an envelope may begin with, and of its places to be filled.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

async function save(page) {
  await page.keyboard.press('ControlOrMeta+S');
  await until(
    () => page.locator('.tab.active.dirty').count(),
    dirty => dirty === 0,
    'the file to be saved',
  );
}

function read(folder, name) {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
}

/** Counts the keys that are pressed from now on. */
function counted(page) {
  const { keyboard } = page;
  const begun = Date.now();
  let keys = 0;
  const count = (name, size) => {
    const act = keyboard[name].bind(keyboard);
    keyboard[name] = (text, ...rest) => {
      keys += size(text);
      return act(text, ...rest);
    };
  };
  count('press', () => 1);
  count('type', text => text.length);
  return { done: what => console.log(`  ${what}: ${keys} keys, ${((Date.now() - begun) / 1000).toFixed(1)} s`) };
}
