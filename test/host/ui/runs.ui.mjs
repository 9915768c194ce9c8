// A person looks through the runs of a workspace, in the two trees.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { arrange, awake, gotoLine, openFile, runCommand, setTheme, shot, until, waitUntilRecognised } from './kit.mjs';
import { message as notification, waitForStep } from './replayKit.mjs';
import {
  choose,
  chooseInMenu,
  expand,
  openFilter,
  openRuns,
  pointInMenu,
  RUNS,
  resize,
  row,
  rows,
  scrollTo,
  selectRow,
  startsOf,
  view,
  waitForRuns,
  waitForSelected,
  widen,
} from './runsKit.mjs';

export const nightly = [
  completesKeysOfTheFilterAndFindsFilesAndSteps,
  forgetsAReplayThatIsClosed,
  groupsAndSorts,
  followsTheCursorAndShowsWhatIsThere,
  copiesAndExports,
  filtersWhileOneTypes,
];

export const freshWindows = [followsTheCursorAndShowsWhatIsThere, groupsAndSorts];

const log = 'messages/wf_team_invites.jsonl';

export async function opensARunItsStepsAndWhatTheyWrote({ page }) {
  await start(page);
  assert.equal((await rows(page)).length, RUNS);
  // A badge tells of problems, and is read aloud; the second view has the state of what is selected.
  await until(
    () => row(page, 'wf_guest_links').locator('.monaco-icon-label').evaluate(badgeOf),
    badge => badge === '7',
    'a badge on the run',
  );
  assert.match(await nameOf(page, 'wf_guest_links'), /5 errors, 2 warnings$/);
  await selectRow(page, 'wf_guest_links');
  await row(page, 'Status', 'State').waitFor();
  await page.locator('.tab.active[data-resource-name="broken.json"]').waitFor();
  await expand(page, 'wf_team_invites');
  const step = 'build → review · Invites are stored and sent';
  await scrollTo(page, step);
  await expand(page, step);
  await scrollTo(page, 'proposed · src');
  assert.match(await nameOf(page, 'proposed · src'), /^invites\.py/);
  await shot(page, 'runs-open');

  // A click shows the envelope; the tree keeps the focus.
  await selectRow(page, 'scope → architect');
  await waitForPlace(page, 'wf_team_invites.jsonl', 6);
  await view(page, 'Workflow Runs').locator('.monaco-list-row.focused.selected').waitFor();
  // It is marked until the cursor is moved, and not selected.
  await page.locator('.part.editor .monaco-editor .view-overlays [class*="ced-"]').first().waitFor();
  await shot(page, 'runs-place');
  // A click on what was written opens that file.
  await selectRow(page, 'proposed · src');
  await page.locator('.tab.active[data-resource-name="invites.py"]').waitFor();

  // The button at its right goes to the envelope, to work there: nothing is selected that a key could delete.
  await row(page, 'architect → build').hover();
  await row(page, 'architect → build').locator('.action-label[aria-label^="Open Source"]').click();
  await page.locator('[id="status.editor.selection"][aria-label="Ln 7, Col 1"]').waitFor();

  await setTheme(page, 'Default Light Modern');
  await shot(page, 'runs-light');
  await setTheme(page, 'Default High Contrast');
  await shot(page, 'runs-contrast');
}

export async function filtersWhileOneTypes({ page }) {
  await start(page);
  await openFilter(page);
  await page.keyboard.type('status:failed agent:comms', { delay: 10 });
  await message(page, `1 of ${RUNS} runs · filter: status:failed agent:comms`);
  await waitForRows(page, all => all.length === 1 && all[0].includes('calls.jsonl'));
  // Escape brings back what was there, Enter keeps what there is.
  await page.keyboard.press('Escape');
  await waitForRows(page, all => all.length === RUNS);
  await openFilter(page);
  await page.keyboard.type('id:digest');
  await waitForRows(page, all => all.length === 3 && all.every(name => name.includes('digest')));
  await shot(page, 'runs-filter');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await message(page, `3 of ${RUNS} runs · filter: id:digest`);

  // A step of a run that the filter hides is not shown without asking.
  await openFile(page, log);
  await gotoLine(page, 6);
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Show in Runs');
  await notification(page, 'The filter "id:digest" hides this run');
  await page.locator('.notification-list-item .monaco-button', { hasText: 'Clear Filter' }).click();
  await waitForSelected(page, 'scope → architect');

  await openFilter(page);
  await page.keyboard.type('no such run');
  await page.keyboard.press('Enter');
  await view(page, 'Workflow Runs').getByText('No run matches the filter.').waitFor();
  await shot(page, 'runs-filter-nothing');
  await view(page, 'Workflow Runs').locator('.monaco-button', { hasText: 'Clear Filter' }).click();
  await row(page, 'wf_guest_links').waitFor();
}

export async function completesKeysOfTheFilterAndFindsFilesAndSteps({ page }) {
  await start(page);
  await openFilter(page);
  const offered = page.locator('.quick-input-widget:visible .monaco-list-row');
  const labels = () => offered.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''));
  const input = page.locator('.quick-input-widget:visible input[type=text]');
  await page.keyboard.type('sta', { delay: 10 });
  await until(labels, all => all.length === 2 && all[1].startsWith('status:, How the run went'), 'the key');
  await shot(page, 'runs-filter-keys');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(labels, all => all.some(one => one.startsWith('status:failed, 4 runs')), 'the values');
  assert.equal(await input.inputValue(), 'status:');
  await shot(page, 'runs-filter-values');
  const values = startsOf(await labels());
  for (let at = 0; at < values.indexOf('status:failed'); at++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForRows(page, all => all.length === 4 && all.every(name => name.includes(', failed')));
  assert.equal(await input.inputValue(), 'status:failed ');
  // Why a run failed is the first that is said of it.
  await until(labels, ([first]) => first?.includes('4 of 15 runs'), 'what is left');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await message(page, `4 of ${RUNS} runs · filter: status:failed`);
  assert.match(await nameOf(page, 'digest-0608'), /^[^,]+, .*worker/);

  await openFilter(page);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('duration>1s', { delay: 10 });
  await message(page, 'There is no key "duration". To look for the text, put it in quotes.');
  await waitForRows(page, all => all.length === 0);
  await until(labels, ([first]) => first?.includes('There is no key "duration"'), 'what is wrong');
  await shot(page, 'runs-filter-fault');
  // By the name of a file, and by what a step says.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('torn.jsonl', { delay: 10 });
  await waitForRows(page, all => all.length === 1 && all[0].includes('wf_csv_import'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('"Fix both issues"', { delay: 10 });
  await waitForRows(page, all => all.length === 1 && all[0].includes('wf_team_invites'));
  await page.keyboard.press('Escape');
  await message(page, `4 of ${RUNS} runs · filter: status:failed`);
}

export async function forgetsAReplayThatIsClosed({ page }) {
  await start(page);
  await arrange(page, 'workbench.view.explorer');
  await openFile(page, log);
  await gotoLine(page, 6, 20);
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await waitForStep(page, 6, 16);
  await arrange(page, 'workbench.action.closeAllEditors');
  await openRuns(page);
  await waitForRuns(page);
  // By the time that the tree has been led to something else it would have followed.
  await openFile(page, 'messages/broken.json');
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Show in Runs');
  await waitForSelected(page, 'vison');
  assert.equal(await row(page, 'wf_team_invites').getAttribute('aria-expanded'), 'false');
}

export async function groupsAndSorts({ page }) {
  await start(page);
  await runCommand(page, 'Agent Envelopes: Group Runs By…');
  await choose(page, 'Status');
  await waitForRows(page, all => all.length === 4);
  assert.deepEqual(startsOf(await rows(page)), ['Failed', 'Blocked', 'Unfinished', 'Succeeded']);
  await expand(page, 'Failed');
  await waitForRows(page, all => all.length === 8);
  await shot(page, 'runs-groups');
  await runCommand(page, 'Agent Envelopes: Group Runs By…');
  await choose(page, 'Agent');
  await scrollTo(page, 'vison');
  await expand(page, 'vison');
  await scrollTo(page, 'wf_guest_links');
  await row(page, 'wf_guest_links').waitFor();
  await runCommand(page, 'Agent Envelopes: Group Runs By…');
  await choose(page, 'Nothing');
  await waitForRows(page, all => all.length === RUNS);

  await runCommand(page, 'Agent Envelopes: Sort Runs By…');
  await choose(page, 'Most Problems First');
  await waitForRows(page, ([first]) => first?.includes('wf_guest_links'));
  await runCommand(page, 'Agent Envelopes: Sort Runs By…');
  await choose(page, 'Longest First');
  await waitForRows(page, ([first, second]) => first?.includes('wf_team_invites') && second?.includes('wf_csv_import'));
  await runCommand(page, 'Agent Envelopes: Sort Runs By…');
  await choose(page, 'Name');
  await waitForRows(page, ([first]) => first?.startsWith('005-team-invites'));
}

export async function followsTheCursorAndShowsWhatIsThere({ page }) {
  await awake(page);
  await openFile(page, log);
  await gotoLine(page, 9, 40);
  // From an editor, before the tree was ever open.
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Show in Runs');
  await waitForSelected(page, 'review → build · Fix both issues');
  await shot(page, 'runs-reveal');

  await runCommand(page, 'Agent Envelopes: Start Following Cursor');
  await openFile(page, log);
  await gotoLine(page, 12);
  await waitForSelected(page, 'security → ');
  await openFile(page, 'messages/broken.json');
  await waitForSelected(page, 'vison → scope');
  await runCommand(page, 'Agent Envelopes: Stop Following Cursor');
}

export async function copiesAndExports({ page, folder }) {
  await start(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await chooseInMenu(page, 'wf_csv_import', 'Copy ID');
  await until(copied, text => text === 'wf_csv_import', 'the id to be copied');
  await selectRow(page, 'wf_guest_links');
  await view(page, 'Workflow Runs').locator('.monaco-list-row.focused.selected').waitFor();
  await page.keyboard.press('ControlOrMeta+C');
  await until(copied, text => text === 'wf_guest_links', 'the id to be copied by key');
  await chooseInMenu(page, 'wf_csv_import', 'Copy as Mermaid');
  await until(copied, text => text.includes('sequenceDiagram'), 'the diagram');
  assert.match(await copied(), /audit/);

  await pointInMenu(page, 'wf_csv_import', 'Export Run…');
  await shot(page, 'runs-menu');
  await page.keyboard.press('Enter');
  const input = page.locator('.quick-input-widget:visible input[type=text]');
  await until(
    () => input.inputValue(),
    value => value.endsWith('wf_csv_import.json'),
    'the name of the file',
  );
  await page.keyboard.press('Enter');
  const file = path.join(folder, 'wf_csv_import.json');
  await until(async () => existsSync(file) && readFileSync(file, 'utf8').endsWith('}\n'), Boolean, 'the exported file');
  const run = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(run.id, 'wf_csv_import');
  assert.equal(run.steps.length, 6);
}

async function start(page) {
  await awake(page);
  await resize(page, { width: 1400, height: 1000 });
  await openRuns(page);
  await widen(page, 620);
  await waitForRuns(page);
}

function waitForRows(page, wanted) {
  return until(() => rows(page), wanted, 'the runs');
}

function nameOf(page, text) {
  return row(page, text).getAttribute('aria-label');
}

async function message(page, text) {
  await view(page, 'Workflow Runs').locator('.message', { hasText: text }).first().waitFor();
}

/** The cursor is where an envelope or a row begins; nothing is selected that the next key would replace. */
async function waitForPlace(page, name, line) {
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await until(
    () => page.locator('[id="status.editor.selection"]').getAttribute('aria-label'),
    label => new RegExp(`^Ln ${line}, Col \\d+$`).test(label ?? ''),
    `the cursor in line ${line}, and nothing selected`,
  );
}

/** What CSS draws after a label: the decoration's letter. Runs in the page. */
function badgeOf(label) {
  const drawn = [label, ...label.querySelectorAll('*')].map(one => getComputedStyle(one, '::after').content);
  return drawn.find(content => /^"\d/.test(content))?.replaceAll('"', '') ?? '';
}
