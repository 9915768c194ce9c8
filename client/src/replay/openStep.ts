import { TabInputText, TabInputTextDiff, Uri, ViewColumn, window } from 'vscode';
import { type FileLocation, REPLAY_LOCATION, type ReplayLocationParams } from '../../../server/src/shared/protocol';
import { openLocation } from '../editors/openLocation';
import { showInformation } from '../messages/notify';
import type { ExpectedCursor } from '../runs/followCursor';
import type { Server } from '../server/createServer';

/**
 * Opens the envelope of a step, or a value in it, in an editor next to the page.
 *
 * @param pageColumn the page's editor group
 * @param expect called with the location before it opens
 */
export async function openStep(
  server: Server,
  { run, step, source, path }: ReplayLocationParams,
  pageColumn: ViewColumn | undefined,
  expect: (location: ExpectedCursor) => void,
): Promise<void> {
  const params: ReplayLocationParams = { run, step, source, ...(path && { path }) };
  const location = await server.request<FileLocation | null>(REPLAY_LOCATION, params);
  if (!location) {
    void showInformation("This step's envelope is no longer in its file.");
    return;
  }
  const uri = Uri.parse(location.uri);
  expect(location);
  await openLocation(uri, location.range, { viewColumn: columnFor(uri, pageColumn) });
}

/** The editor group that already shows the file, else one with texts; never the page's group, which it would hide. */
function columnFor(uri: Uri, pageColumn: ViewColumn | undefined): ViewColumn {
  const groups = window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== pageColumn);
  const showingGroup = groups.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
  const textGroup = groups.find(({ activeTab }) => {
    const input = activeTab?.input;
    return !activeTab || input instanceof TabInputText || input instanceof TabInputTextDiff;
  });
  return (showingGroup ?? textGroup)?.viewColumn ?? ViewColumn.Beside;
}
