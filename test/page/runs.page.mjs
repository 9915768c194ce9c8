// The runs of a folder in a browser without an editor: "agent-envelopes serve", and the page that reads dropped files.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { root } from '../../tools/command.mjs';
import { copyWorkspace } from '../host/workspaceCopy.mjs';
import { script, writeHostileTrace } from '../kit/hostileTrace.mjs';
import { clickTab, press, shownStep, unfocus, until, waitForStep } from './pageKit.mjs';

const cli = path.join(root, 'dist', 'cli.js');
const LOG = path.join('messages', 'wf_team_invites.jsonl');
const TITLE = 'boards: Let teams invite people by e-mail';

export const nightly = [
  everyTabIsAnsweredAndRunsAreCompared,
  theListIsAccessible,
  filesAreDroppedAnywhereAndFoldersWithThem,
  aKeptAddressShowsItsRunOnceItsFilesAreDroppedAgain,
  anExportHoldsNothingOfOtherExtensions,
  lookIsGoodInEachTheme,
  aHostileRunIsTextInTheList,
];

export async function aRunIsFoundReplayedAndLeft({ host }) {
  await withServed(host, {}, async ({ page }) => {
    await page.getByTestId('runs-count').filter({ hasText: '15 runs' }).waitFor();
    const row = page.getByTestId('run').filter({ hasText: 'digest of week 25' });
    assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /failed 2026-06-22 .* 1.9 s 8 8,600/);

    await press(page, '/');
    await page.keyboard.type('status:failed');
    await page.getByTestId('show-runs').filter({ hasText: 'Runs 4 of 15' }).waitFor();
    // Words are searched for in steps, and there are none.
    await page
      .getByTestId('show-steps')
      .filter({ hasText: /^Steps $/ })
      .waitFor();
    await page.getByTestId('runs-search').fill('status:');
    await page.locator('#runs-completions option[value="status:blocked "]').waitFor({ state: 'attached' });
    await page.getByTestId('runs-search').fill('(');
    await page.getByTestId('runs-search').fill('confidence<x');
    await page.locator('#runs-search-fault').waitFor();

    // A key that only the list has.
    await page.getByTestId('runs-search').fill('since:9000d "tests pass"');
    await page.getByTestId('show-steps').filter({ hasText: 'Steps 1' }).click();
    await page.getByTestId('found-step').getByRole('link', { name: 'all tests pass' }).press('Enter');
    await waitForStep(page, 16);
    // The title comes with the run, whose steps may be there before.
    await page.waitForFunction(() => document.title.startsWith('boards: Let teams invite people by e-mail – '));
    await page.getByTestId('search-found').filter({ hasText: '1' }).waitFor();

    await page.getByTestId('back').click();
    await page.getByTestId('found-step').waitFor();
    // The keys of the replay are not heard in the list.
    await press(page, 'ArrowLeft');
    await page.goBack();
    await waitForStep(page, 16);
    await page.reload();
    await waitForStep(page, 16);
  });
}

export async function everyTabIsAnsweredAndRunsAreCompared({ host }) {
  await withServed(host, {}, async ({ page }) => {
    await openRun(page, TITLE);
    for (const [tab, text] of [
      ['envelope', /intent: idea/],
      ['state', /Active agent/],
      ['changes', /\S/],
      ['conversation', /vision/],
      ['metrics', /Longest wait/],
    ]) {
      await clickTab(page, tab);
      await page.getByTestId(`panel-${tab}`).filter({ hasText: text }).waitFor();
    }
    await unfocus(page);
    await press(page, 'c');
    await page
      .getByRole('button', { name: /^Compare with / })
      .first()
      .click();
    await page.getByTestId('compared').getByText('different', { exact: false }).first().waitFor();
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    await page.getByTestId('run-title').filter({ hasNotText: TITLE }).waitFor();
    assert.match(page.url(), /#run=/);

    await unfocus(page);
    await press(page, 'x');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save').click()]);
    assert.match(readFileSync(await download.path(), 'utf8'), /^<!doctype html>/);
    // What only an editor can do is not offered.
    await unfocus(page);
    await press(page, 'x');
    assert.equal(await page.getByTestId('send').count(), 0);
  });
}

export async function aRunThatGrowsIsFollowed({ host }) {
  await withServed(host, {}, async ({ page, folder }) => {
    await openRun(page, TITLE);
    const line = readFileSync(path.join(folder, LOG), 'utf8').split('\n').filter(Boolean).at(-1);
    const next = { ...JSON.parse(line), id: 'msg_next', timestamp: new Date().toISOString() };
    appendFileSync(path.join(folder, LOG), `${JSON.stringify(next)}\n`);
    await until(
      () => shownStep(page),
      ({ of }) => of === 17,
      'the new step',
    );
    await page.getByTestId('back').click();
    const row = page.getByTestId('run').filter({ hasText: TITLE });
    await row.getByText('live').waitFor();
    // The other files are copies of old ones.
    assert.equal(await page.locator('.chip.live').count(), 1);
    writeFileSync(
      path.join(folder, 'new.jsonl'),
      `${JSON.stringify({ ...next, context: { workflowId: 'wf_new' } })}\n`,
    );
    await page.getByTestId('runs-count').filter({ hasText: '16 runs' }).waitFor();
    rmSync(path.join(folder, 'new.jsonl'));
    await page.getByTestId('runs-count').filter({ hasText: '15 runs' }).waitFor();
  });
}

export async function aRunWhoseFileIsDeletedIsSaidToBe({ host }) {
  const folder = temporary();
  const log = path.join(folder, 'run.jsonl');
  const text = readFileSync(path.join(root, 'test', 'sample', LOG), 'utf8');
  writeFileSync(log, text);
  try {
    await withServed(host, { folder }, async ({ page }) => {
      await openRun(page, TITLE);
      rmSync(log);
      const notice = page.getByTestId('run-lost').filter({ hasText: 'files were deleted' });
      await notice.filter({ hasText: 'What is shown was read before.' }).waitFor();
      await page.getByTestId('step-count').filter({ hasText: 'of 15' }).waitFor();
      writeFileSync(log, text);
      await notice.waitFor({ state: 'detached' });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function theEndOfTheProgramIsTold({ host }) {
  await withServed(host, { isEndExpected: true }, async ({ page, end }) => {
    assert.equal(await end(), 0);
    await page.getByRole('alert').filter({ hasText: 'has ended' }).waitFor();
  });
}

export async function aFolderWithoutRunsSaysWhatIsLookedFor({ host }) {
  const folder = temporary();
  try {
    writeFileSync(path.join(folder, 'a.json'), '{"a": 1}');
    await withServed(host, { folder }, async ({ page }) => {
      await page
        .getByTestId('no-runs')
        .filter({ hasText: /No workflow run was found.*\.jsonl.*OpenTelemetry/s })
        .waitFor();
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function droppedFilesAreReadInThePage({ host }) {
  await withStaticPage(host, async page => {
    await page.getByTestId('drop').waitFor();
    await check(page, 'the page without files');
    await page.getByTestId('files').setInputFiles(path.join(root, 'package.json'));
    await page.getByTestId('no-runs').waitFor();
    await page.getByTestId('folder').setInputFiles(path.join(root, 'test', 'sample'));
    await page.getByTestId('runs-count').filter({ hasText: '15 runs' }).waitFor();
    await page.getByTestId('runs-search').fill('"tests pass"');
    await page.getByTestId('show-steps').filter({ hasText: 'Steps 1' }).click();
    await page.getByTestId('found-step').getByRole('link').click();
    await waitForStep(page, 16);
    for (const tab of ['state', 'changes', 'conversation', 'metrics', 'compare']) {
      await clickTab(page, tab);
      await page.getByTestId(`panel-${tab}`).filter({ hasText: /\S{3}/ }).waitFor();
    }
    await unfocus(page);
    await press(page, 'x');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save').click()]);
    await download.saveAs(path.join(page.folder, 'run.html'));
    await page.goto(pathToFileURL(path.join(page.folder, 'run.html')).href);
    await page.getByTestId('run-title').filter({ hasText: TITLE }).waitFor();
    assert.equal((await shownStep(page)).of, 16);
  });
}

export async function filesAreDroppedAnywhereAndFoldersWithThem({ host }) {
  await withStaticPage(host, async page => {
    const log = readFileSync(path.join(root, 'test', 'sample', LOG), 'utf8');
    await drop(page, [{ name: 'one.txt', text: 'no run' }]);
    await page.getByRole('alert').filter({ hasText: 'None of these files is read' }).waitFor();
    await drop(page, [{ name: 'one.jsonl', text: log }]);
    await page.getByTestId('run').filter({ hasText: '1 h 33 min15' }).waitFor();
    // The same file again, grown: it replaces what it was.
    const more = `${JSON.stringify({ ...JSON.parse(log.split('\n')[0]), id: 'msg_more' })}\n`;
    await drop(page, [{ name: 'one.jsonl', text: log + more }]);
    await page.getByTestId('run').filter({ hasText: '1 h 33 min16' }).waitFor();
    await page.getByTestId('runs-count').filter({ hasText: '1 run' }).waitFor();
    // Also over a run that is open: the list shows what was added.
    await openRun(page, TITLE);
    // What is not read leaves the run open, and is told above it.
    await drop(page, [{ name: 'one.txt', text: 'no run' }]);
    await page.getByRole('alert').filter({ hasText: 'None of these files is read' }).waitFor();
    await page.getByTestId('step-count').waitFor();
    await drop(page, [{ name: 'two.jsonl', text: log.replaceAll('wf_team_invites', 'wf_two') }]);
    await page.getByTestId('runs-count').filter({ hasText: '2 runs' }).waitFor();
  });
}

export async function aKeptAddressShowsItsRunOnceItsFilesAreDroppedAgain({ host }) {
  await withStaticPage(host, async page => {
    const log = readFileSync(path.join(root, 'test', 'sample', LOG), 'utf8');
    await drop(page, [{ name: 'one.jsonl', text: log }]);
    await openRun(page, TITLE);
    await unfocus(page);
    await press(page, 'ArrowRight', 'ArrowRight');
    await waitForStep(page, 3);
    await page.waitForFunction(() => location.hash.includes('step=3'));
    await page.reload();
    await page.getByTestId('nothing').filter({ hasText: 'A page keeps no files' }).waitFor();
    await drop(page, [{ name: 'one.jsonl', text: log }]);
    await waitForStep(page, 3);
  });
}

export async function whatCanNotBeReadIsListedWithItsReason({ host }) {
  await withStaticPage(host, async page => {
    await drop(page, [
      { name: 'one.jsonl', text: readFileSync(path.join(root, 'test', 'sample', LOG), 'utf8') },
      { name: 'log.eval', text: 'PK\u0003\u0004' },
    ]);
    await page.getByTestId('unread').getByText('1 file could not be read').click();
    await page.getByText('log.eval is packed, which is not read in a browser; write it as JSON').waitFor();
    await check(page, 'the list with what could not be read');
  });
}

export async function anExportHoldsNothingOfOtherExtensions({ host }) {
  await withStaticPage(host, async page => {
    await drop(page, [{ name: 'one.jsonl', text: readFileSync(path.join(root, 'test', 'sample', LOG), 'utf8') }]);
    await page.evaluate(() => {
      for (const name of ['style', 'script', 'meta']) {
        const other = document.createElement(name);
        // Extensions of a browser are not held by the page's policy.
        if (name === 'meta') Object.assign(other, { httpEquiv: 'Content-Security-Policy', content: "img-src 'self'" });
        else other.type = name === 'script' ? '' : 'text/css';
        if (name !== 'meta') other.textContent = '/* injected */';
        document.head.prepend(other);
      }
    });
    page.faults.length = 0;
    await openRun(page, TITLE);
    await unfocus(page);
    await press(page, 'x');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save').click()]);
    await download.saveAs(path.join(page.folder, 'run.html'));
    assert.doesNotMatch(readFileSync(path.join(page.folder, 'run.html'), 'utf8'), /injected/);
    await page.goto(pathToFileURL(path.join(page.folder, 'run.html')).href);
    await page.getByTestId('run-title').filter({ hasText: TITLE }).waitFor();
  });
}

export async function theListIsAccessible({ host }) {
  await withServed(host, {}, async ({ page }) => {
    await page.getByTestId('run').first().waitFor();
    await check(page, 'the list');
    await page.getByTestId('runs-search').fill('invite');
    await page.getByTestId('show-steps').click();
    await page.getByTestId('found-step').first().waitFor();
    await check(page, 'the steps that were found');
    // By keys alone: to the steps, along them, into one, and back to it.
    await page.getByTestId('found-step').first().getByRole('link').focus();
    await press(page, 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter');
    await page.getByTestId('step-count').waitFor();
    await check(page, 'a run beside the way back', true);
  });
}

export async function lookIsGoodInEachTheme({ host }) {
  for (const options of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'light', contrast: 'more' },
    { colorScheme: 'dark', contrast: 'more' },
    { forcedColors: 'active' },
    { viewport: { width: 900, height: 700 } },
    { viewport: { width: 390, height: 800 } },
  ]) {
    await withServed(host, { options }, async ({ page }) => {
      await page.getByTestId('run').first().waitFor();
      await check(page, `the list in ${JSON.stringify(options)}`);
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.getElementById('runs').scrollWidth,
        clientWidth: document.getElementById('runs').clientWidth,
      }));
      assert.equal(scrollWidth, clientWidth, `all fits in ${JSON.stringify(options)}`);
    });
  }
}

export async function aHostileRunIsTextInTheList({ host }) {
  const folder = temporary();
  try {
    writeHostileTrace(folder);
    // Names of files are from anyone, too.
    writeFileSync(
      path.join(folder, '<img src=x onerror="window.broken=1">.jsonl'),
      `${JSON.stringify({ id: 'x', timestamp: '2026-06-11T09:00:00Z', from: script, to: 'b', intent: script, context: { workflowId: script }, payload: { input: script } })}\n`,
    );
    await withServed(host, { folder }, async ({ page }) => {
      await page.getByTestId('run').filter({ hasText: 'onerror' }).waitFor();
      await page.getByTestId('runs-search').fill('script');
      await page.getByTestId('show-steps').click();
      await page.getByTestId('found-step').first().waitFor();
      assert.equal(await page.evaluate(() => window.broken), undefined);
      // Anyone may write an address, too.
      await page.evaluate(() => (location.hash = '#run=%3Cscript%3E&step=-1&find=%3Cimg%20src%3Dx%3E'));
      await page.getByTestId('nothing').filter({ hasText: 'This run no longer exists' }).waitFor();
      assert.equal(await page.evaluate(() => window.broken), undefined);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const temporary = () => mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-runs-'));

/** Opens the page of a program that serves a folder, by default a copy of the sample. */
async function withServed(host, { folder: given, options = {}, isEndExpected = false }, test) {
  const copy = given === undefined ? copyWorkspace() : undefined;
  const folder = given ?? copy.folder;
  const program = spawn(process.execPath, [cli, 'serve', '.'], { cwd: folder });
  const ended = once(program, 'exit').then(([code]) => code);
  const end = () => {
    program.kill('SIGINT');
    return ended;
  };
  const context = await host.newContext({ viewport: { width: 1240, height: 780 }, ...options });
  try {
    let printed = '';
    program.stdout.on('data', text => (printed += text));
    await until(
      async () => printed,
      text => text.includes('http'),
      'the address',
    );
    const { page, faults } = await newPage(context);
    await page.goto(/http:\S+/.exec(printed)[0]);
    await test({ page, folder, end });
    if (!isEndExpected) assert.deepEqual(faults, []);
    assert.equal(await end(), 0);
  } finally {
    program.kill();
    await context.close();
    copy?.remove();
  }
}

/** Opens the page that reads dropped files, as a file, in a browser that reaches nothing else. */
async function withStaticPage(host, test) {
  const folder = temporary();
  const context = await host.newContext({ viewport: { width: 1240, height: 780 } });
  try {
    const { status, stderr } = spawnSync(process.execPath, [cli, 'serve', '--static', 'runs.html'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const asked = [];
    await context.route('**', route => {
      const url = route.request().url();
      if (/^file:.*\.html(#.*)?$/.test(url)) return route.continue();
      asked.push(url);
      return route.abort();
    });
    const { page, faults } = await newPage(context);
    Object.assign(page, { folder, faults });
    await page.goto(pathToFileURL(path.join(folder, 'runs.html')).href);
    await test(page);
    assert.deepEqual({ faults, asked }, { faults: [], asked: [] });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newPage(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', error => faults.push(String(error)));
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  return { page, faults };
}

async function openRun(page, title) {
  await page.getByRole('link', { name: title }).click();
  await page.getByTestId('run-title').filter({ hasText: title }).waitFor();
  await page.getByTestId('step-count').waitFor();
}

/** Drops files on the page, as a browser does. */
async function drop(page, files) {
  const data = await page.evaluateHandle(given => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Axe finds nothing; beside a replay, nothing serious. */
async function check(page, what, isReplay = false) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const found = violations
    // Those of the replay page are in `accessibility.page.mjs`.
    .filter(({ impact }) => !isReplay || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  assert.deepEqual(found, [], what);
}
