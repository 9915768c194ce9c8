import { authoringFamilies } from '../families/authoringFamilies';
import { associationEdit, documentText } from '../features/associationEdit';
import { envelopeInsertion } from '../features/completion/envelopeItems';
import { envelopeKinds, fittingKinds } from '../features/fileState';
import { missingSections, newRegistry, registryExtensions } from '../features/newRegistry';
import type { Family } from '../model/family';
import {
  ASSOCIATE,
  DOCUMENT,
  ENVELOPE,
  EXTENSIONS,
  FITTING_KINDS,
  KINDS,
  MISSING_SECTIONS,
  NEW_REGISTRY,
} from '../shared/protocol';
import { withFreeIds } from './serveText';
import type { Session } from './session';

/** Answers the commands that write envelopes and registries, and provides the texts of rule pages and schemas. */
export function serveAuthoring({
  connection,
  settings,
  workspace,
  withAnalysis,
  whenDiskLoaded,
  index,
}: Session): void {
  /** The families of all folders, built-in ones first. */
  async function allFamilies(): Promise<readonly Family[]> {
    const contexts = await Promise.all(workspace.current().folders.map(folder => settings.contextOf(`${folder}/`)));
    const families = [...authoringFamilies, ...contexts.flatMap(context => context.families)];
    return [...new Map(families.map(family => [family.id, family])).values()];
  }

  connection.onRequest(KINDS, async () => envelopeKinds(await allFamilies()));
  connection.onRequest(FITTING_KINDS, document =>
    withAnalysis(document, [], async analysis => {
      const context = await settings.contextOf(document.uri);
      return fittingKinds(analysis, context).map(({ id }) => id);
    }),
  );
  connection.onRequest(ASSOCIATE, ({ uri, kind }) =>
    whenDiskLoaded(here => associationEdit(uri, typeof kind === 'string' ? kind : undefined, here)),
  );
  connection.onRequest(ENVELOPE, ({ uri, position, snippet }) =>
    withAnalysis({ uri }, null, async analysis => {
      const context = await settings.contextOf(uri);
      return withFreeIds(analysis, context, index, lastNumber =>
        whenDiskLoaded(
          () => envelopeInsertion(analysis, position, snippet, { context, now: Date.now(), lastNumber }) ?? null,
        ),
      );
    }),
  );
  connection.onRequest(EXTENSIONS, () => registryExtensions());
  connection.onRequest(NEW_REGISTRY, newRegistry);
  connection.onRequest(MISSING_SECTIONS, document =>
    withAnalysis(document, null, analysis => missingSections(analysis) ?? null),
  );
  connection.onRequest(DOCUMENT, async ({ uri }) => documentText(uri, await allFamilies()) ?? null);
}
