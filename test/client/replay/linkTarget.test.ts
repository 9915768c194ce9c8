import { expect, test } from 'vitest';
import { linkTarget } from '../../../client/src/replay/replayUris';

test.each([
  ['https://example.org', 'https://example.org/', 'example.org'],
  ['HTTPS://Example.org:8443/a?b#c', 'https://example.org:8443/a?b#c', 'example.org:8443'],
  // Lookalike letters are made visible.
  ['https://\u0430pple.example/', 'https://xn--pple-43d.example/', 'xn--pple-43d.example'],
  ['https://example.org/\u202Egpj.exe', 'https://example.org/%E2%80%AEgpj.exe', 'example.org'],
])('%s leads to %s', (href, address, host) => {
  expect(linkTarget(href)).toEqual({ href: address, host });
});

test.each([
  'http://example.org',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'file:///etc/passwd',
  'vscode://extension/run',
  'command:workbench.action.quit',
  'data:text/html,<script>',
  'https://bank.example@elsewhere.example/',
  'https://user:word@example.org/',
  '//example.org',
  'example.org',
  'https://',
  '',
  `https://example.org/${'x'.repeat(2000)}`,
])('%s is refused', href => {
  expect(linkTarget(href)).toBeUndefined();
});
