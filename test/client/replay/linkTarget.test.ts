import { expect, test } from 'vitest';
import { URI } from 'vscode-uri';
import { linkTarget } from '../../../client/src/replay/replayUris';
import { loadWithVscode } from '../../kit/loadWithVscode';
import { l10n } from '../../kit/vscode';

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

test('the address that the user confirmed is opened as it was shown', async () => {
  let shown = '';
  let opened = '';
  const vscode = {
    l10n,
    Uri: URI,
    ViewColumn: {},
    window: {
      async showInformationMessage(_: string, { detail }: { detail: string }, open: string) {
        shown = detail;
        return open;
      },
    },
    env: {
      // As VS Code does: it decodes an address once, and escapes less of it.
      async openExternal(address: URI | string) {
        opened = typeof address === 'string' ? address : encodeURI(address.toString(true));
      },
    },
  };
  const { openLink } = loadWithVscode<{ openLink(href: string): Promise<void> }>(
    'client/src/replay/page/pageActions.ts',
    vscode,
  );
  const address = 'https://example.org/a%2Fb?next=a%26b%3Dc&x=1';
  await openLink(address);
  expect(opened).toBe(address);
  expect(shown).toContain('next=a%26b%3Dc&x=1');
});
