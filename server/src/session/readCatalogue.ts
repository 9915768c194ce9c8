import { type Association, recognise } from '../analysis/recognise';
import type { Catalogue, CataloguedAgent, CataloguedTool, ListedAgent } from '../model/catalogue';
import type { Family } from '../model/family';
import { stripByteOrderMark } from '../parts/stripByteOrderMark';
import { parseJson } from '../text/json/parseJson';
import { isObject } from '../text/pointer';
import type { DeclarationFile } from './resolveProject';

interface ReadCatalogueContext {
  families: readonly Family[];
  association(uri: string): Association;
  /** The URIs that the settings name: one that is missing among the files could not be read. */
  named: readonly string[];
}

/**
 * Reads the tools in the files that are recognised as catalogues. Of a tool listed twice, the first entry counts.
 * Undefined where no file is a catalogue.
 */
export function readCatalogue(
  files: readonly DeclarationFile[],
  { families, association, named }: ReadCatalogueContext,
): Catalogue | undefined {
  const read = files.flatMap(file => {
    const { value, fault } = parseJson(stripByteOrderMark(file.text).text, 'json');
    const recognition = recognise(value, families, association(file.uri));
    const lists = recognition?.sure ? recognition.kind.listedAgents : undefined;
    return lists ? [{ ...file, agents: isObject(value) ? lists(value) : [], isWhole: !fault && isObject(value) }] : [];
  });
  if (read.length === 0) return undefined;
  return {
    agents: mergeAgents(read),
    files: new Map(read.map(({ uri, text, isWhole }) => [uri, { text, isWhole }])),
    isWhole: read.every(one => one.isWhole) && named.every(uri => read.some(one => one.uri === uri)),
  };
}

function mergeAgents(files: readonly { uri: string; agents: readonly ListedAgent[] }[]): Catalogue['agents'] {
  const all = new Map<string, CataloguedAgent & { tools: Map<string, CataloguedTool> }>();
  for (const { uri, agents } of files) {
    for (const { name, path, tools } of agents) {
      const agent = all.get(name) ?? { name, uri, path, tools: new Map<string, CataloguedTool>() };
      all.set(name, agent);
      for (const tool of tools)
        if (!agent.tools.has(tool.name)) agent.tools.set(tool.name, { ...tool, agent: name, uri });
    }
  }
  return all;
}
