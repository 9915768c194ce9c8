import { authoringFamilies } from '../families/authoringFamilies';
import { associationEdit, documentText } from '../features/associationEdit';
import { envelopeInsertion } from '../features/completion/envelopeItems';
import { envelopeKinds, fittingKinds } from '../features/fileState';
import { missingSections, newRegistry, registryExtensions } from '../features/newRegistry';
import type { Family } from '../model/family';
import type { RequestAnswer } from '../shared/requests';
import type { RequestHandlers, ServerState } from './serverState';
import { withFreeIds } from './serveText';

/** Answers the commands that write envelopes and registries, and provides the texts of rule pages and schemas. */
export function serveAuthoring({ settings, workspace, withAnalysis, whenDiskLoaded, index }: ServerState) {
  /** The families of all folders, built-in ones first. */
  async function allFamilies(): Promise<readonly Family[]> {
    const contexts = await Promise.all(workspace.current().folders.map(folder => settings.contextOf(`${folder}/`)));
    const families = [...authoringFamilies, ...contexts.flatMap(context => context.families)];
    return [...new Map(families.map(family => [family.id, family])).values()];
  }

  return {
    'agentEnvelopes/kinds': async () => envelopeKinds(await allFamilies()),
    'agentEnvelopes/fittingKinds': document =>
      withAnalysis(document, [], async analysis => {
        const context = await settings.contextOf(document.uri);
        return fittingKinds(analysis, context).map(({ id }) => id);
      }),
    'agentEnvelopes/associate': ({ uri, kind }) => whenDiskLoaded(here => associationEdit(uri, kind, here)),
    'agentEnvelopes/envelope': ({ uri, position, snippet }): Promise<RequestAnswer<'agentEnvelopes/envelope'>> =>
      withAnalysis({ uri }, null, async analysis => {
        const context = await settings.contextOf(uri);
        return withFreeIds(analysis, context, index, lastNumber =>
          whenDiskLoaded(
            () => envelopeInsertion(analysis, position, snippet, { context, now: Date.now(), lastNumber }) ?? null,
          ),
        );
      }),
    'agentEnvelopes/extensions': () => registryExtensions(),
    'agentEnvelopes/newRegistry': newRegistry,
    'agentEnvelopes/missingSections': document =>
      withAnalysis(document, null, analysis => missingSections(analysis) ?? null),
    'agentEnvelopes/document': async ({ uri }) => documentText(uri, await allFamilies()) ?? null,
  } satisfies Partial<RequestHandlers>;
}
