// The graph of handoffs fits its panel and can be read, and stands only where there is something to be seen.
import assert from 'node:assert/strict';
import { corpusFolder, goToStep, openTab, part, press, sample, settled, withRun } from './pageKit.mjs';

export const nightly = [aRootThatNamesNoAgentIsNone];

export async function theWholeGraphIsInItsPanelWithItsLabelsOffTheAgents({ host }) {
  for (const size of [
    { width: 1240, height: 780 },
    { width: 900, height: 600 },
  ]) {
    await withRun({ host, options: { size } }, async ({ page }) => {
      await openTab(page, 'graph');
      for (const step of part([1, 8, 10, sample.steps], 2)) {
        await goToStep(page, step);
        await settled(page);
        const { panel, nodes, labels } = await drawn(page);
        assert.equal(nodes.length, 10);
        for (const box of [...nodes, ...labels]) assert.ok(isInside(box, panel), `step ${step}: ${box.is} is cut off`);
        for (const label of labels) {
          const on = nodes.find(node => overlap(label, node));
          assert.equal(on?.is, undefined, `step ${step}: ${label.is} lies on an agent`);
        }
      }
    });
  }
}

export async function dashesMeanOneThing({ host }) {
  await withRun({ host }, async ({ page }) => {
    await openTab(page, 'graph');
    await goToStep(page, 9);
    await settled(page);
    const dashed = await page.evaluate(() =>
      [...document.querySelectorAll('.graph-svg :is(.edge-line, rect)')]
        .filter(element => getComputedStyle(element).strokeDasharray !== 'none')
        .map(element => element.parentElement.classList.contains('back')),
    );
    assert.ok(dashed.length > 0 && dashed.every(Boolean), `only what leads back is dashed: ${dashed}`);
  });
}

export async function oneAgentHasNoGraph({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'b47d761fe79be88aee41342cdd527268' }, async ({ page }) => {
    assert.equal(await page.getByTestId('tab-graph').count(), 0);
    await page.getByTestId('panel-steps').waitFor();
    await press(page, 'g');
    await settled(page);
    assert.equal(await page.getByTestId('panel-graph').count(), 0);
  });
}

export async function aRootThatNamesNoAgentIsNone({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'e1fde3efec57ce8a69bafd3fb928a7eb' }, async ({ page }) => {
    await openTab(page, 'graph');
    const names = await page.locator('.graph-svg .node-name').allTextContents();
    assert.deepEqual(names, ['agent', 'tools']);
  });
}

/** The boxes of what is drawn, in pixels of the window. */
function drawn(page) {
  return page.evaluate(() => {
    const boxOf = element => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { is: element.textContent || element.tagName, left, top, right, bottom };
    };
    const graph = document.querySelector('.graph-svg');
    const texts = [...graph.querySelectorAll('.edge-count, .lit-label')];
    return {
      panel: boxOf(graph),
      nodes: [...graph.querySelectorAll('.graph-node rect')].map(boxOf),
      labels: texts.filter(text => text.textContent && getComputedStyle(text).display !== 'none').map(boxOf),
    };
  });
}

function isInside(box, panel) {
  return box.left >= panel.left && box.top >= panel.top && box.right <= panel.right && box.bottom <= panel.bottom;
}

function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
