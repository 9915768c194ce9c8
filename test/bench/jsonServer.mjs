import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/command.mjs';
import { ensureCodeServer } from '../../tools/installCodeServer.mjs';
import { startEditor } from './editor.mjs';

/** The Node of the served VS Code, and the script of its own JSON server. */
export async function jsonServerCommand() {
  const { node, entry } = await ensureCodeServer();
  const extensions = path.join(path.dirname(entry), '..', '..', 'lib', 'vscode', 'extensions');
  const script = path.join(extensions, 'json-language-features', 'server', 'dist', 'node', 'jsonServerMain.js');
  return { node, script };
}

/**
 * Starts VS Code's own JSON server for a text that it validates with one of our schemas. Runs it with the served VS Code's
 * Node, as an editor would.
 * @param {object} document
 * @param {string} document.uri ends in `.json`
 * @param {string} document.text
 * @param {string} document.kind such as `agent-message/message`
 * @param {boolean} [document.isArray] whether the text is an array of the kind's envelopes
 */
export async function startJsonServer({ uri, text, kind, isArray = false }) {
  const { node, script } = await jsonServerCommand();
  const envelope = JSON.parse(readFileSync(path.join(root, 'schemas', `${kind}.schema.json`), 'utf8'));
  const schema = isArray ? arraySchema(envelope) : envelope;
  return startEditor([node, script, '--stdio'], {
    uri,
    languageId: 'json',
    text,
    prepare: connection =>
      connection.sendNotification('json/schemaAssociations', [
        { fileMatch: ['*.json'], uri: 'bench:/peer.schema.json', schema },
      ]),
  });
}

/** References lead to the root of a document, so the definitions stay there. */
function arraySchema({ definitions, ...items }) {
  return { type: 'array', items, definitions };
}
