import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/command.mjs';
import { ensureCodeServer } from '../../tools/installCodeServer.mjs';
import { openEditor } from './editor.mjs';

/**
 * VS Code's own JSON server, with an array of agent messages open that it validates by their schema. With the served VS
 * Code's Node, as an editor would run it.
 * @param {string} folder absolute
 * @param {string[]} lines the messages
 */
export async function openInJsonServer(folder, lines) {
  const { node, entry } = await ensureCodeServer();
  const extensions = path.join(path.dirname(entry), '..', '..', 'lib', 'vscode', 'extensions');
  const server = path.join(extensions, 'json-language-features', 'server', 'dist', 'node', 'jsonServerMain.js');
  const items = JSON.parse(readFileSync(path.join(root, 'schemas', 'agent-message', 'message.schema.json'), 'utf8'));
  // References lead to the root of a document.
  const { definitions, ...message } = items;
  const schema = { type: 'array', items: message, definitions };
  return openEditor([node, server, '--stdio'], {
    uri: `file://${folder}/log.json`,
    languageId: 'json',
    text: `[\n${lines.join(',\n')}\n]`,
    prepare: connection =>
      connection.sendNotification('json/schemaAssociations', [
        { fileMatch: ['*.json'], uri: 'bench:/messages.schema.json', schema },
      ]),
  });
}
