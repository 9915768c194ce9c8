import { expect, test } from 'vitest';
import { pageHtml } from '../../../client/src/replay/page/pageHtml';

const parts = {
  cspSource: 'https://webview.test',
  script: 'https://webview.test/a&b.js',
  style: 'x.css',
  nonce: 'abc+/=',
};
const html = pageHtml(parts);

test('the page may run its own script and load its own style, and nothing else', () => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const rules = new Map(policy.split('; ').map(rule => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]));
  expect(Object.fromEntries(rules)).toEqual({
    'default-src': "'none'",
    'script-src': "'nonce-abc+/='",
    'style-src': parts.cspSource,
    'img-src': `${parts.cspSource} data:`,
    'font-src': parts.cspSource,
    'base-uri': "'none'",
    'form-action': "'none'",
  });
  expect(policy).not.toMatch(/unsafe|\*|https?: /);
});

test('contains nothing that needs further permissions', () => {
  expect(html.match(/<script\b[^>]*>[^<]*/g)).toEqual([
    '<script nonce="abc+/=" src="https://webview.test/a&#38;b.js">',
  ]);
  expect(html).not.toMatch(/<style|style=|\son\w+=/);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<title>Trace Replay</title>');
});

test('an address can not end an attribute', () => {
  expect(pageHtml({ ...parts, style: '"><script>' })).toContain('href="&#34;&#62;&#60;script&#62;"');
});

test('has its language in a script of data, which no text of a translation can end', () => {
  const texts = { Steps: '</script><!-- <script>', '{0} runs': '\u2028 "{0}" ]]>' };
  const page = pageHtml({ ...parts, translation: { language: 'x"><script>', texts } });
  expect(page).toContain('<html lang="x&#34;&#62;&#60;script&#62;">');
  expect(page.match(/<\/?script|<!--/g)).toEqual(['<script', '</script', '<script', '</script']);
  const [, data = ''] =
    /<script type="application\/json" id="agentEnvelopesTranslation">([^<]*)<\/script>/.exec(page) ?? [];
  expect(JSON.parse(data).texts).toEqual(texts);
});
