// An exported run on paper: a summary and every step, none of it hidden in what scrolls on a screen. And colours that a system forces.
import assert from 'node:assert/strict';
import { exported, withFile } from './exportedFile.mjs';
import { openTab, press, settled, unfocus, withRun } from './pageKit.mjs';

export const nightly = [aPdfHasAPageForEachPartOfALongRun, anExportedRunPrintsAllOfItsSteps];

export async function anExportedRunPrintsAllOfItsSteps({ host }) {
  await withRun({ host }, async ({ page, workspace }) => {
    const { text } = await exported(page, workspace);
    await withFile(page, text, async file => {
      // On the screen nothing of it is there.
      assert.equal(await file.locator('.printed').isVisible(), false);
      // Prints as a user does: what hears of it has no other turn to prepare.
      const pdf = await file.pdf();
      assert.ok(pdf.length > 10_000, `${pdf.length} bytes`);
      await file.emulateMedia({ media: 'print' });
      await file.locator('.printed-step').nth(15).waitFor();
      assert.equal(await file.locator('.page').isVisible(), false);
      const shown = await file.locator('.printed').innerText();
      for (const part of ['succeeded', '16 steps', '1 h 33 min', 'wf_team_invites', 'At the end', 'conductor'])
        assert.ok(shown.includes(part), `${part} in ${shown.slice(0, 600)}`);
      for (let step = 0; step < 16; step++) {
        const { title, problems } = await ask(workspace, page, 'step', { step });
        const printed = await file.locator(`.printed-step[data-step="${step + 1}"]`).innerText();
        assert.ok(printed.includes(title), `step ${step + 1}: ${title} in ${printed}`);
        for (const { message } of problems) assert.ok(printed.includes(message), message);
        const said = await ask(workspace, page, 'conversation', { step });
        for (const row of said.rows.filter(row => row.step === step && row.text))
          assert.ok(flat(printed).includes(flat(row.text)), `step ${step + 1}: ${row.text}`);
      }
      assert.deepEqual(await file.evaluate(clippedOnPaper), []);
      await file.emulateMedia({ media: 'screen' });
      assert.equal(await file.locator('.page').isVisible(), true);
    });
  });
}

export async function aPdfHasAPageForEachPartOfALongRun({ host }) {
  await withRun({ host }, async ({ page, workspace }) => {
    const { text } = await exported(page, workspace);
    await withFile(page, text, async file => {
      const pdf = (await file.pdf({ height: '400px', width: '600px' })).toString('latin1');
      const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      assert.ok(pages >= 6, `${pages} pages`);
    });
  });
}

export async function forcedColoursKeepWhatIsSelectedVisible({ host }) {
  await withRun({ host }, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openTab(page, 'steps');
    await unfocus(page);
    await press(page, 'ArrowRight', 'ArrowRight');
    await settled(page);
    const look = selector =>
      page
        .locator(selector)
        .first()
        .evaluate(element => {
          const { backgroundColor, borderBottomColor, color } = getComputedStyle(element);
          return `${backgroundColor} ${borderBottomColor} ${color}`;
        });
    for (const [selected, other] of [
      ['.tab[aria-selected=true]', '.tab[aria-selected=false]'],
      ['[role=treeitem][aria-selected=true]', '[role=treeitem][aria-selected=false]'],
      ['[data-testid=envelope-as-tree]', '[data-testid=envelope-as-text]'],
      ['.timeline-label[aria-current=step]', '.timeline-label:not([aria-current])'],
    ])
      assert.notEqual(await look(selected), await look(other), selected);
    // The frame of the shown step and the playhead have the colour that the system gives to what is selected.
    const { bright, text, highlight } = await page.evaluate(timelineColours);
    assert.equal(bright, highlight);
    assert.notEqual(bright, text);
    await openTab(page, 'conversation');
    await page.getByTestId('conversation-of-run').click();
    await settled(page);
    const textColour = selector =>
      page
        .locator(selector)
        .first()
        .evaluate(element => getComputedStyle(element).color);
    assert.equal(await textColour('.said.current .said-who'), await textColour('.said:not(.current) .said-who'));
  });
}

/** In the page: what stands out in the timeline, its text, and what the system has for a selection. */
function timelineColours() {
  const shown = colour => {
    const probe = document.createElement('span');
    probe.style.setProperty('forced-color-adjust', 'none');
    document.body.append(probe);
    const context = document.createElement('canvas').getContext('2d');
    // It may let what lies below shine through.
    for (const layer of ['Canvas', colour]) {
      probe.style.color = layer;
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
    }
    probe.remove();
    return context.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ');
  };
  const bright = document.querySelector('.timeline').style.getPropertyValue('--bright');
  return { bright: shown(bright), text: shown('CanvasText'), highlight: shown('Highlight') };
}

/** In the page: elements that hide a part of their text on paper. */
function clippedOnPaper() {
  return [...document.querySelectorAll('.printed *')]
    .filter(element => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const clips = overflowX !== 'visible' || overflowY !== 'visible';
      return (
        clips && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)
      );
    })
    .map(element => element.outerHTML.slice(0, 100));
}

function ask(workspace, page, question, params) {
  return workspace.server.ask('agentEnvelopes/replay', { run: page.run, question, params });
}

function flat(text) {
  return text.replace(/\s+/g, ' ').trim();
}
