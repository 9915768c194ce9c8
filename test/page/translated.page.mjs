// In another language nothing of the page is left in English: a translation of all texts shows each in brackets.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { leftInEnglish, pseudoTranslation } from '../kit/pseudoLocale.mjs';
import { press, runsEverything, settled, unfocus, withRun } from './pageKit.mjs';

/** Names of formats, protocols and time zones, and an example of what to type. */
const NAMES = [
  ...['HTML', 'JSON', 'JSONL', 'ATIF', 'OTLP', 'Mermaid', 'UTC', 'customer, session_id'],
  ...['Agent I/O', 'Agent Messages', 'Agent Protocol', 'Typed Tool Calls', 'agent-message/unknown-agent'],
  // The keys of a filter, as they are typed.
  'agent, peer, id, kind, status, has, confidence',
];

export async function nothingIsLeftInEnglish({ host }) {
  await withRun({ host, isTranslated: true }, async ({ page, folder }) => {
    const own = new Set(Object.keys(pseudoTranslation().texts).map(text => text.toLowerCase()));
    const values = valuesIn(folder);
    const names = [...NAMES, ...values.filter(value => !own.has(value.toLowerCase()))];
    const found = new Map();
    const seen = new Set();
    const look = async where => {
      await settled(page);
      for (const { text, isFromFile, place } of await page.evaluate(shownTexts)) {
        const key = JSON.stringify([text, isFromFile, place]);
        if (seen.has(key)) continue;
        seen.add(key);
        // Words that files and our texts both have, each alone in a place for what files say.
        if (/tree|virtual-list|node-name|envelope/.test(place) && values.includes(text.trim())) continue;
        const left = leftInEnglish(without(isFromFile ? [...NAMES, ...values] : names, text));
        if (left.length > 0) found.set(`${left.join(' … ')} — ${place}`, `${where}: ${text.slice(0, 200)}`);
      }
    };
    await walk(page, look);
    assert.deepEqual(Object.fromEntries(found), {});
  });
}

/**
 * Shows one after the other what the page has.
 * @param {import('./pageKit.mjs').Page} page
 * @param {(where: string) => Promise<void>} look
 */
async function walk(page, look) {
  const keys = async (...names) => {
    await unfocus(page);
    await press(page, ...names);
    await look(names.join(' '));
  };
  const tabs = await page.locator('[role=tab]').evaluateAll(all => all.map(({ id }) => id));
  for (const key of runsEverything ? ['Home', 'p', 'End'] : ['End']) {
    await keys(key);
    for (const tab of tabs) {
      await page.locator(`#${tab}`).click();
      await look(`${tab} after ${key}`);
    }
  }
  // Announcements, and what is there only now and then.
  for (const key of [
    'e',
    'n',
    'ArrowUp',
    'ArrowDown',
    'l',
    '[',
    'ArrowRight',
    ']',
    'i',
    'k',
    't',
    'b',
    'ArrowLeft',
    'b',
  ])
    await keys(key);
  const { x } = await page.locator('.playhead').boundingBox();
  const { y, height } = await page.locator('.timeline-label.lit').boundingBox();
  await page.mouse.move(x + 6, y + height / 2, { steps: 3 });
  await page.getByTestId('timeline-tip').waitFor({ timeout: 9000 });
  await look('a bar');
  await keys('4');
  await page.getByTestId('conversation-of-run').click();
  await look('the whole conversation');
  await page.getByTestId('find-open').click();
  for (const words of ['token', 'none of this']) {
    await page.getByTestId('find').fill(words);
    await look(`find ${words}`);
  }
  await keys('1');
  await page.getByTestId('envelope-as-text').click();
  await look('text');
  for (const query of ['token', 'none of this', 'colour:red', '']) {
    await page.getByTestId('search').fill(query);
    await look(`search ${query}`);
  }
  await keys('c');
  await page.getByTestId('candidates').locator('button').nth(1).click();
  await page.getByTestId('compared').waitFor();
  await look('comparison');
  await page.getByTestId('aligned').locator('button').first().click();
  await look('difference');
  for (const key of ['?', 'x']) {
    await keys(key);
    for (const box of await page.locator('dialog[open] input[type=checkbox]').all()) await box.check();
    await look(`dialog ${key}`);
    await press(page, 'Escape');
  }
  await page.setViewportSize({ width: 540, height: 450 });
  await look('narrow');
  for (const more of await page.locator('[data-more] > button:visible').all()) {
    await more.click();
    await look('a menu');
    await press(page, 'Escape');
  }
}

/** The strings and paths of a folder's files, longest first. */
function valuesIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => path.extname(name) !== '');
  const strings = files.flatMap(file => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const quoted = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([string]) => tryParse(string));
    return [file, ...quoted, ...[...text.matchAll(/^[\s-]*([\w-]+): *([^"\n]*)$/gm)].flatMap(([, ...pair]) => pair)];
  });
  const values = new Set(strings.map(text => String(text).trim()).filter(text => /\p{L}{2}/u.test(text)));
  return [...values].sort((one, other) => other.length - one.length);
}

function tryParse(string) {
  try {
    return JSON.parse(string);
  } catch {
    return '';
  }
}

/** A text without the values in it: names of files and of the role of a message, a value of JSON, symbols of units and keys. */
function without(values, shown) {
  let text = ` ${shown} `.replace(/(?<=\d )(?:ms|min)\b|[\w./-]+\.jsonl?\b|^ false $|, user $/g, ' ');
  for (const value of values) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      const end = at + value.length;
      if (!/^\p{L}{2}/u.test(text.slice(at - 1)) && !/^\p{L}{2}/u.test(text.slice(end - 1)))
        text = `${text.slice(0, at)} ${text.slice(end)}`;
    }
  }
  return text;
}

/** The texts of elements and attributes, whole as far as they are one text. Runs in the page. */
function shownTexts() {
  const ATTRIBUTES = [
    'title',
    'aria-label',
    'placeholder',
    'alt',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
  ];
  const isWhole = text => text.split('⟦').length === text.split('⟧').length;
  const placeOf = element => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const isFromFile = element => element.closest('bdi, [dir=auto], pre, code') !== null;
  const texts = [];
  for (const element of document.querySelectorAll('#replay *')) {
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      if (text) texts.push({ text, isFromFile: isFromFile(element), place: `${name} of ${placeOf(element)}` });
    }
  }
  const nodes = document.createTreeWalker(document.querySelector('#replay'), NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes;
    let element = node.parentElement;
    let text = node.data;
    // A piece between two elements of a text, such as two names.
    if (element.textContent.trim().startsWith('⟦')) text = element.textContent;
    while (!isWhole(text) && element.id !== 'replay') {
      text = element.textContent;
      element = element.parentElement;
    }
    texts.push({ text, isFromFile: isFromFile(node.parentElement), place: placeOf(node.parentElement) });
  }
  return texts;
}
