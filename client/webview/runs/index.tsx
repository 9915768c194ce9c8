import { signal } from '@preact/signals';
import { render } from 'preact';
import { followSystemTheme, type GivenHost } from '../selectHost';
import { RunsApp } from './RunsApp';
import { replayBesideList } from './replayBesideList';
import { findClient } from './runsClient';
import { createRunsModel } from './runsModel';
import { readHash } from './runUrlHash';

/** How often, in milliseconds, the visible page asks whether the list of workflow runs has changed. */
const PAUSE = 1000;
const TITLE = document.title;

const client = findClient();
const model = createRunsModel(client, () => replay.changed());
const replay = replayBesideList(client, {
  onTitle(title) {
    document.title = `${title} – ${TITLE}`;
  },
  onFault(text) {
    model.fault.value = text;
  },
});
const isOpen = signal(false);
(globalThis as GivenHost).agentEnvelopesHost = replay.host;
followSystemTheme();

/** The run that was opened from the list: its link gets the focus when the list is back. */
let opened: string | undefined;

/** Shows what the address says: a run, or the list. */
function followAddress(): void {
  const { run, ...at } = readHash(location.hash);
  isOpen.value = run !== undefined;
  const page = document.getElementById('replay');
  if (page) page.hidden = run === undefined;
  document.body.classList.toggle('lists-runs', run === undefined);
  if (run !== undefined) {
    opened = location.hash;
    replay.show({ run, ...at });
    return;
  }
  replay.leave();
  document.title = TITLE;
  requestAnimationFrame(focusOpened);
}

function focusOpened(): void {
  if (opened === undefined) return;
  const { run } = readHash(opened);
  const links = document.querySelectorAll<HTMLAnchorElement>('.run-link, .found-link');
  [...links].find(({ hash }) => readHash(hash).run === run)?.focus();
}

function Page() {
  return <RunsApp model={model} isOpen={isOpen.value} />;
}

const list = document.getElementById('runs');
if (list) {
  followAddress();
  render(<Page />, list);
  window.addEventListener('hashchange', followAddress);
  document.addEventListener('visibilitychange', () => void look());
  void look();
  setInterval(() => void look(), PAUSE);
}

let looking = false;

/** Asks for changes, unless nobody sees the page. */
async function look(): Promise<void> {
  if (looking || document.visibilityState === 'hidden') return;
  looking = true;
  await model.look();
  looking = false;
}
