import { TabInputText, TabInputTextDiff, Uri, ViewColumn, window } from 'vscode';
import { type Place, REPLAY_LOCATION, type ReplayLocationParams } from '../../../server/src/shared/protocol';
import { openLocation } from '../editors/openLocation';
import { showInformation } from '../messages/notify';
import type { ExpectedCursor } from '../runs/followCursor';
import type { Server } from '../server/createServer';

/**
 * Opens the envelope of a step, or a value in it, in an editor beside the page.
 *
 * @param own the page's editor group
 * @param expect called with the location before it opens
 */
export async function openStep(
  server: Server,
  { run, step, source, path }: ReplayLocationParams,
  own: ViewColumn | undefined,
  expect: (place: ExpectedCursor) => void,
): Promise<void> {
  const params: ReplayLocationParams = { run, step, source, ...(path && { path }) };
  const place = await server.request<Place | null>(REPLAY_LOCATION, params);
  if (!place) {
    void showInformation("This step's envelope is no longer in its file.");
    return;
  }
  const uri = Uri.parse(place.uri);
  expect(place);
  await openLocation(uri, place.range, { viewColumn: columnFor(uri, own) });
}

/** The group that already shows the file, else one with other texts; never the page's own, which it would hide. */
function columnFor(uri: Uri, own: ViewColumn | undefined): ViewColumn {
  const groups = window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== own);
  const shows = groups.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
  const texts = groups.find(({ activeTab }) => {
    const input = activeTab?.input;
    return !activeTab || input instanceof TabInputText || input instanceof TabInputTextDiff;
  });
  return (shows ?? texts)?.viewColumn ?? ViewColumn.Beside;
}
