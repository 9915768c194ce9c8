import { commands, Disposable, EventEmitter, l10n, Uri, workspace } from 'vscode';
import type { Artifact } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { isFileUri } from '../editors/fileSchemes';
import { showInformation } from '../messages/notify';
import { askReplay, type ReplayServices } from './replayServices';
import { ARTIFACT_SCHEME, type ArtifactVersion, artifactAddress, parseArtifactAddress } from './replayUris';
import { singleLine } from './runTitles';

interface OpenDiffOptions {
  run: string;
  step: number;
  path: string;
  against: 'previous' | 'disk';
}

/**
 * Shows the file content that a step of a run wrote, as a diff with its previous version or with the file on disk. If either side is missing,
 * tells the user why.
 */
export async function openDiff(server: Server, { run, step, path, against }: OpenDiffOptions): Promise<void> {
  const name = singleLine(path, 80);
  const version = (version: ArtifactVersion['version']): ArtifactVersion => ({ run, step, path, version });
  const after = await requestArtifact(server, version('after'));
  if (after?.text === undefined)
    return showMessage(after?.fault ?? l10n.t('Step {0} does not record the content of {1}.', step + 1, name));
  // The step may only mention the write; its content is then in an earlier step.
  const writtenAt = l10n.t('step {0}', (after.step ?? step) + 1);
  if (against === 'disk') {
    const uri = after.uri === undefined ? undefined : Uri.parse(after.uri);
    if (!uri || !isFileUri(uri))
      return showMessage(l10n.t('There is no file {0} in this workspace to compare with.', name));
    return showDiff(artifactUri(version('after')), uri, l10n.t('{0} ({1} ↔ on disk)', name, writtenAt));
  }
  const before = await requestArtifact(server, version('before'));
  // A previous version with unknown content is not the same as no previous version.
  if (before?.text === undefined && before?.step !== undefined)
    return showMessage(before.fault ?? l10n.t('Step {0} does not record the content of {1}.', before.step + 1, name));
  const earlier = before?.step === undefined ? l10n.t('new') : l10n.t('step {0}', before.step + 1);
  return showDiff(artifactUri(version('before')), artifactUri(version('after')), `${name} (${earlier} ↔ ${writtenAt})`);
}

/** Provides the documents of these diffs. */
export function registerArtifactDocuments({ server, runs }: ReplayServices): Disposable {
  const changed = new EventEmitter<Uri>();
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(ARTIFACT_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent({ query }) {
        const version = parseArtifactAddress(query);
        const artifact = version && (await requestArtifact(server, version));
        return artifact?.text ?? '';
      },
    }),
    runs.onDidChange(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === ARTIFACT_SCHEME) changed.fire(uri);
    }),
  );
}

async function requestArtifact(server: Server, { run, ...params }: ArtifactVersion): Promise<Artifact | undefined> {
  return (await askReplay(server, run, 'artifact', params)) ?? undefined;
}

function artifactUri(version: ArtifactVersion): Uri {
  return Uri.from({ scheme: ARTIFACT_SCHEME, ...artifactAddress(version) });
}

async function showDiff(left: Uri, right: Uri, title: string): Promise<void> {
  await commands.executeCommand('vscode.diff', left, right, title);
}

function showMessage(text: string): void {
  void showInformation(text);
}
