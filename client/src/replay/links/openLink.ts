import { env, Uri } from 'vscode';
import { showModal, showWarning } from '../../messages/notify';
import { linkTarget } from './linkTarget';

/** Opens a web address after the user has confirmed it; refuses all other addresses. */
export async function openLink(href: string): Promise<void> {
  const target = linkTarget(href);
  if (!target) {
    void showWarning('This link is not opened: a replay opens only addresses that begin with https://.');
    return;
  }
  const open = 'Open';
  const detail = `${target.href}\n\nThe address comes from the replayed file. Open it only if you trust its author.`;
  const chosen = await showModal(`Open a page of ${target.host}?`, detail, open);
  if (chosen === open) await env.openExternal(Uri.parse(target.href, true));
}
