import { commands, type QuickInputButton, type QuickPickItem, ThemeIcon, Uri } from 'vscode';
import { type FoundText, type SaidAnswer, type SaidParams, SEARCH_SAID } from '../../../../server/src/shared/protocol';
import { debounce } from '../../debounce';
import { openLocation } from '../../editors/openLocation';
import { createPicker } from '../../messages/notify';
import type { Server } from '../../server/createServer';

/** Searches what was said in all runs while the user types. Enter replays the step, a button opens the place in its file. */
export function searchSaid(server: Server): void {
  const pick = createPicker<FoundItem>();
  pick.title = 'Search Everything Said';
  pick.placeholder = 'Words, "a phrase", and keys such as agent:vision or status:failed';
  pick.keepScrollPosition = true;
  let isOpen = true;
  /** A search ends when another one has begun. */
  let last: object | undefined;

  const search = async (words: string, from: Found) => {
    const own = {};
    last = own;
    let found = from;
    pick.busy = true;
    const wanted = found.matches.length + PAGE;
    try {
      // A page takes the server little time, and may have no match.
      do {
        const limit = wanted - found.matches.length;
        const params: SaidParams = { words, limit, ...(found.next !== undefined && { cursor: found.next }) };
        const answer = await server.request<SaidAnswer>(SEARCH_SAID, params);
        if (last !== own || !isOpen) return;
        const isNews = answer.matches.length > 0 || answer.next === undefined;
        found = { words, ...answer, matches: [...found.matches, ...answer.matches] };
        if (isNews) show(found);
      } while (found.next !== undefined && found.matches.length < wanted);
      show(found);
    } catch (error) {
      if (last === own && isOpen) show({ words, matches: [], fault: `The search failed: ${String(error)}` });
    }
    if (last === own && isOpen) pick.busy = false;
  };

  const show = (found: Found) => {
    const active = pick.activeItems[0]?.index;
    const items = pick.offer(createItems(found));
    // New items make the first one active.
    const same = active === undefined ? undefined : items.find(({ index }) => index === active);
    if (same) pick.activeItems = [same];
  };

  const begin = debounce(DELAY, (words: string) => void search(words, { words, matches: [] }));
  pick.onDidChangeValue(value => {
    last = undefined;
    pick.activeItems = [];
    if (value.trim() === '') {
      begin.dispose();
      pick.busy = false;
      pick.offer([]);
    } else begin(value);
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    if (chosen?.more) void search(chosen.more.words, chosen.more);
    else if (chosen?.found) open(chosen.found);
  });
  pick.onDidTriggerItemButton(({ item: { found } }) => {
    if (found?.place) openPlace(found.place);
  });
  pick.onDidHide(() => {
    isOpen = false;
    begin.dispose();
    pick.dispose();
  });
  pick.show();

  function open({ opens, place }: FoundText): void {
    pick.hide();
    if (opens) void commands.executeCommand('agentEnvelopes.openReplay', opens.run, opens.step);
    else if (place) openPlace(place);
  }

  function openPlace({ uri, range }: NonNullable<FoundText['place']>): void {
    pick.hide();
    void openLocation(Uri.parse(uri), range, { preview: false });
  }
}

/** Milliseconds without a key before a search begins. */
const DELAY = 150;
/** Matches that are loaded at once. */
const PAGE = 50;

/** What was found so far; with `next` there is more. */
interface Found extends Pick<SaidAnswer, 'matches' | 'next' | 'total' | 'fault'> {
  words: string;
}

interface FoundItem extends QuickPickItem {
  index?: number;
  found?: FoundText;
  /** Loads more behind this. */
  more?: Found;
}

const OPEN_FILE: QuickInputButton = { iconPath: new ThemeIcon('go-to-file'), tooltip: 'Open Source' };

function createItems(found: Found): FoundItem[] {
  const { matches, next, fault } = found;
  // The box must not filter the items, since the server chooses them.
  const alwaysShow = true;
  if (fault !== undefined) return [{ label: fault, iconPath: new ThemeIcon('error'), alwaysShow }];
  if (matches.length === 0) return next === undefined ? [{ label: 'Nothing found', alwaysShow }] : [];
  const items = matches.map(
    (match, index): FoundItem => ({
      label: match.title || match.run,
      description: match.about,
      detail: `${match.field}: ${match.text}`,
      ...(match.place && { buttons: [OPEN_FILE] }),
      index,
      found: match,
      alwaysShow,
    }),
  );
  if (next !== undefined)
    items.push({ label: 'Show More', iconPath: new ThemeIcon('ellipsis'), more: found, alwaysShow });
  return items;
}
