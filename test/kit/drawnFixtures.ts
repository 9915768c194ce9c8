import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from './corpus';
import { type DrawnFixture, parseFixture } from './drawnFixture';
import { parseDrawing } from './drawnPage';
import { isBlock, type PageBlock } from './pageSections';
import { type RulePage, rulePages } from './rulePages';

/** What is drawn of one rule: what it finds, and what nearly looks like it and is fine. */
export interface DrawnRule {
  rule: string;
  fires: DrawnCase[];
  silent: DrawnCase[];
  /** The files beside them. */
  files?: Record<string, string>;
}

export interface DrawnCase extends DrawnFixture {
  name: string;
  /** What its fixes make of it: of each problem of the rule the first fix, as long as there is one. */
  fixed?: string;
}

/** The examples of the pages of rules, and what else is drawn. Examples that take several envelopes are left out. */
export function drawnFixtures(): DrawnRule[] {
  const pages = rulePages().filter(({ sections }) =>
    sections.filter(isBlock).every(one => !ELSEWHERE.test(one.name + one.label)),
  );
  return [...pages.map(pageFixtures), ...edgeFixtures()];
}

const ELSEWHERE = /\.jsonl|Protocol/;

function pageFixtures({ rule, sections, files }: RulePage): DrawnRule {
  const drawn: DrawnRule = { rule, fires: [], silent: [], ...(Object.keys(files).length > 0 && { files }) };
  for (const block of sections.filter(isBlock)) {
    const last = drawn.fires.at(-1);
    if (block.label === 'Bad') drawn.fires.push(pageCase(block, rule));
    else if (block.label === 'Good') drawn.silent.push(pageCase(block, rule));
    else if (block.label === 'Fixed' && last) last.fixed = indented(block.content);
  }
  return drawn;
}

function pageCase({ name, content }: PageBlock, rule: string): DrawnCase {
  const { text, marks } = parseDrawing(content);
  const own = marks.filter(mark => mark.rule === undefined);
  const drawn = own.map(({ line, start, end }) => ({ line, start: start + 2, end: end + 2, rule, says: '' }));
  return { name, text: indented(text), drawn };
}

/** A marker of a drawn fixture can't point at the columns of its slashes. */
function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/**
 * What is drawn besides the pages of rules: edge cases, in `test/rules/drawn/<rule>.txt`. A line `== fires NAME` begins a file of that name, with markers
 * (drawnFixture.ts); `== fixed` what its fixes make of the one before; `== silent NAME` a file in which the rule finds nothing;
 * `== beside PATH` a file that is there, too.
 */
export function edgeFixtures(): DrawnRule[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.txt'))
    .sort()
    .map(path => drawnRule(join(FOLDER, path)));
}

const FOLDER = join(projectRoot, 'test/rules/drawn');

function drawnRule(path: string): DrawnRule {
  const rule = relative(FOLDER, path)
    .replaceAll('\\', '/')
    .replace(/\.txt$/, '');
  const drawn: DrawnRule = { rule, fires: [], silent: [] };
  for (const section of readFileSync(path, 'utf8').split(/^== /m).slice(1)) {
    const end = section.indexOf('\n');
    const [what, name = ''] = section.slice(0, end).split(' ');
    const text = section.slice(end + 1);
    const last = drawn.fires.at(-1);
    if (what === 'fires' || what === 'silent') drawn[what].push({ name, ...parseFixture(text) });
    else if (what === 'fixed' && last) last.fixed = parseFixture(text).text;
    else if (what === 'beside') drawn.files = { ...drawn.files, [name]: text };
    else throw new Error(`${path}: "== ${section.slice(0, end)}" says nothing`);
  }
  return drawn;
}
