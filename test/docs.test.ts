import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { devDependencies } from '../package.json';
import { packagedReadme } from '../tools/packagedReadme.mjs';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
  'docs/rules/README.md',
];

/** Folders that the paths in the pages for contributors are relative to. */
const BASES = [
  '',
  'server/src',
  'client',
  'client/webview',
  'client/src',
  'client/src/replay',
  'server/src/runs',
  'server/src/features',
  'server/src/cli',
  'test/hostile',
];

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The links and pictures of a page that lead to nothing in the repository. */
function brokenLinks(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter(link => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });
}

/** The ids of rules, such as `agent-io/second-plan`. */
const ruleIds = new Set(read('docs/rules/README.md').match(/[a-z-]+\/[a-z-]+/g));

describe('the documentation', () => {
  test.each(pages)('%s links to what exists', page => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions.md'])(
    '%s names only files and folders that exist',
    page => {
      const named = [...read(page).matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
      expect(
        named.filter(
          path =>
            !path.startsWith('dist/') && !ruleIds.has(path) && !BASES.some(base => existsSync(join(root, base, path))),
        ),
      ).toEqual([]);
    },
  );

  test('each architecture invariant names the test that holds it', () => {
    const [, section = ''] = /\n## Invariants\n([\s\S]*?)\n## /.exec(read('ARCHITECTURE.md')) ?? [];
    const lines = section.match(/^- .*$/gm) ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(26);
    expect(lines.filter(line => !/^- \*\*[^*]+\*\*.*`(test|tools)\/[\w./-]+`$/.test(line))).toEqual([]);
  });

  test('ARCHITECTURE.md stays short: reasons and measurements are in docs/decisions.md', () => {
    expect(Buffer.byteLength(read('ARCHITECTURE.md'))).toBeLessThanOrEqual(20_480);
  });

  test('every dependency has a reason in ARCHITECTURE.md', () => {
    const [, section = ''] = /\n## Dependencies\n([\s\S]*)$/.exec(read('ARCHITECTURE.md')) ?? [];
    const rows = [...section.matchAll(/^\| (`.*`) \| .+ \|$/gm)].map(([, names = '']) => names);
    const explained = rows.flatMap(names => names.replaceAll('`', '').split(', '));
    const nameOf = (name: string) => (explained.includes(name) ? name : `${name.split('/', 1)[0]}/*`);
    const installed = Object.keys(devDependencies).map(nameOf);
    expect([...new Set(installed)].sort()).toEqual(explained.sort());
  });

  test('a link to a missing page or heading is noticed', () => {
    expect(anchorsOf("# A b\n\n## In front of an agent's output\n")).toEqual(['a-b', 'in-front-of-an-agents-output']);
  });

  // GitHub shows SECURITY.md by itself.
  test('every page is reached from the README, or from SECURITY.md', () => {
    const entries = read('README.md') + read('SECURITY.md');
    expect(pages.filter(page => page.startsWith('docs/') && !entries.includes(`](${page}`))).toEqual([]);
  });

  test('the page of a rule is kept once, beside the rule: docs/rules/ only lists them', () => {
    expect(readdirSync(join(root, 'docs/rules'))).toEqual(['README.md']);
  });
});

describe('the README of the package', () => {
  test('shows text in place of a picture, and leads to no file beside it', () => {
    const text = packagedReadme(read('README.md'), 'a.json:1:1 error\n');
    expect(text).toContain('\n```\na.json:1:1 error\n```\n');
    expect(text).not.toContain('![');
    expect([...text.matchAll(/\]\((?!https?:)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
  });

  test('keeps the words of its links, and what lies on the web', () => {
    const made = packagedReadme('![a](x.png)\n\nSee [the rules](docs/rules.md), [a site](https://example.com).\n', 'x');
    expect(made).toBe('```\nx\n```\n\nSee the rules, [a site](https://example.com).\n');
  });
});
