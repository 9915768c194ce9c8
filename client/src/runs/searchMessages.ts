import { commands, l10n, ProgressLocation, type QuickInputButton, type QuickPickItem, ThemeIcon, Uri } from 'vscode';
import { errorText, type FoundText, foundWords } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { debounce } from '../debounce';
import { openLocation } from '../editors/openLocation';
import { createPicker, withProgress } from '../messages/notify';

/**
 * Searches the messages of all workflow runs while the user types: first in files, then in each trace store. Enter replays the found step, a
 * button opens its place in the file. Resolves when the replay or file is shown, or the user cancels.
 */
export function searchMessages(server: Server): Promise<void> {
  const pick = createPicker<FoundItem>();
  pick.title = l10n.t('Search in Runs');
  pick.placeholder = l10n.t('Words, "a phrase", and keys such as agent:vision or status:failed');
  pick.keepScrollPosition = true;
  let isOpen = true;
  /** The answers of all sources for the words typed last. */
  let search: Search = { words: '', found: [] };
  const stores = server.request('agentEnvelopes/runs/stores').catch(() => []);

  const begin = debounce(DELAY, async (words: string) => {
    const own: Search = { words, found: [{ matches: [], isBusy: true }] };
    search = own;
    const names = await stores;
    if (search !== own) return;
    own.found.push(...names.map(source => ({ source, matches: [], isBusy: true })));
    for (const found of own.found) void readMore(own, found);
  });

  async function readMore(own: Search, found: Found): Promise<void> {
    const isWanted = () => search === own && isOpen;
    const wanted = found.matches.length + PAGE;
    found.isBusy = true;
    show();
    try {
      // A page of files is quick, and may have no match. A store may announce further pages forever.
      let asked = 0;
      do {
        const { source, next } = found;
        const params = {
          words: own.words,
          limit: wanted - found.matches.length,
          ...(next !== undefined && { cursor: next }),
          ...(source !== undefined && { source }),
        };
        const { matches, ...answer } = await server.request('agentEnvelopes/runs/said', params);
        if (!isWanted()) return;
        found.matches.push(...matches);
        found.next = answer.next;
        found.fault = answer.fault;
        found.notApplied = answer.notApplied ?? [];
        found.told = new Set([...(found.told ?? []), ...(answer.notes ?? [])]);
        found.recentDays = answer.recentDays;
        if (matches.length > 0) show();
        asked++;
      } while (
        found.next !== undefined &&
        found.matches.length < wanted &&
        (found.source === undefined || asked < MOST_ASKED)
      );
    } catch (error) {
      found.next = undefined;
      found.fault = l10n.t('The search failed: {0}', errorText(error));
    }
    found.isBusy = false;
    if (isWanted()) show();
  }

  function show(): void {
    pick.busy = search.found.some(({ isBusy }) => isBusy);
    const active = pick.activeItems[0]?.key;
    const items = pick.offer(createItems(search.found));
    // New items make the first one active.
    const same = active === undefined ? undefined : items.find(({ key }) => key === active);
    if (same) pick.activeItems = [same];
  }

  pick.onDidChangeValue(value => {
    search = { words: value, found: [] };
    pick.activeItems = [];
    if (value.trim() === '') {
      begin.dispose();
      pick.busy = false;
      pick.offer([]);
    } else begin(value);
  });
  return new Promise(resolve => {
    const finish = (opening?: Promise<void>) => {
      resolve(opening);
      pick.hide();
    };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.more) {
        // Enter comes twice before the item goes, or after the words have changed.
        if (!chosen.more.isBusy && search.found.includes(chosen.more)) void readMore(search, chosen.more);
      } else if (chosen?.match) finish(openMatch(server, chosen.match));
    });
    pick.onDidTriggerItemButton(({ item: { match } }) => {
      if (match?.place) finish(openPlace(match.place));
    });
    pick.onDidHide(() => {
      isOpen = false;
      begin.dispose();
      pick.dispose();
      resolve();
    });
    pick.show();
  });
}

/** Replays the step of a match, and searches the run for the found words. Loads a store's run first. */
async function openMatch(server: Server, match: FoundText): Promise<void> {
  const { opens, stored, place } = match;
  const load = () => server.request('agentEnvelopes/runs/storedStep', stored);
  const options = { location: ProgressLocation.Window, title: l10n.t('Loading the run…') };
  const step = opens ?? (stored && (await withProgress(options, load)));
  if (step) await commands.executeCommand('agentEnvelopes.openReplay', step.run, step.step, foundWords(match));
  else if (place) await openPlace(place);
}

async function openPlace({ uri, range }: NonNullable<FoundText['place']>): Promise<void> {
  await openLocation(Uri.parse(uri), range, { preview: false });
}

/** Milliseconds without a key before a search begins. */
const DELAY = 150;
/** The number of matches per page. */
const PAGE = 50;
/** The number of store pages to load automatically; the user may load more. */
const MOST_ASKED = 10;

interface Search {
  words: string;
  found: Found[];
}

/** The matches found so far in a source; `next` is present if there are more. */
interface Found {
  /** The name of a store; absent for files. */
  source?: string;
  matches: FoundText[];
  next?: string | undefined;
  fault?: string | undefined;
  /** Terms of the filter that could not be applied in the source. */
  notApplied?: readonly string[];
  /** What was left out, and why. */
  told?: ReadonlySet<string>;
  /** Only this number of last days was searched in the store. */
  recentDays?: number | undefined;
  isBusy: boolean;
}

interface FoundItem extends QuickPickItem {
  key?: string;
  match?: FoundText;
  /** For the item that loads more: the matches so far. */
  more?: Found;
}

const OPEN_FILE: QuickInputButton = { iconPath: new ThemeIcon('go-to-file'), tooltip: l10n.t('Open Source') };

/**
 * Returns the items for the matches of all sources, and for notes on each source. The notes are items, since VS Code shows no separators
 * while there is text in the box.
 */
function createItems(found: readonly Found[]): FoundItem[] {
  const several = found.length > 1;
  return [...found.flatMap(matchItems), ...found.flatMap(one => noteItems(one, several))];
}

function matchItems({ source = '', matches }: Found): FoundItem[] {
  return matches.map((match, index) => ({
    label: match.title || match.run,
    description: match.about,
    detail: `${match.field}: ${match.text}`,
    ...(match.place && { buttons: [OPEN_FILE] }),
    key: `${source}/${index}`,
    match,
    alwaysShow,
  }));
}

function noteItems(found: Found, several: boolean): FoundItem[] {
  const { source = l10n.t('files'), matches, next, fault, notApplied = [], told = [], recentDays, isBusy } = found;
  const notes: FoundItem[] = [];
  const add = (text: string, icon: string, more: Partial<FoundItem> = {}) => {
    const label = several ? l10n.t('{0}: {1}', source, text) : text;
    notes.push({ label, iconPath: new ThemeIcon(icon), alwaysShow, ...more });
  };
  if (notApplied.length > 0) add(l10n.t('Not applied: {0}', notApplied.join(', ')), 'info');
  for (const note of told) add(note, 'info');
  if (fault !== undefined) add(fault, 'error');
  else if (next !== undefined && !isBusy) add(l10n.t('Show More'), 'ellipsis', { more: found });
  else if (matches.length === 0 && !isBusy) {
    if (recentDays === undefined) add(l10n.t('Nothing found'), 'info');
    else
      add(l10n.t('Nothing found in the last {0} days', recentDays), 'info', {
        description: l10n.t('since:{0}d searches more', Math.max(30, 2 * recentDays)),
      });
  }
  return notes;
}

/** The box must not filter the items, since the server chooses them. */
const alwaysShow = true;
