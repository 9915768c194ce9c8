// A plugin of esbuild for a bundle that reads envelopes and checks none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './command.mjs';

/**
 * Leaves out what is only needed to check envelopes and to help to write them, which is three quarters of the protocols: their
 * validators, their documents, snippets and rules over runs, and of their schemas all but what recognising a kind needs. What
 * needs other runs is left out too, and exports: what a page carries may have been covered before.
 */
export function lightFamilies() {
  return {
    name: 'light-families',
    setup(build) {
      build.onLoad({ filter: /[\\/]schemas[\\/].+\.schema\.json$/ }, file => asJson(lightSchema(readJson(file.path))));
      build.onLoad({ filter: /[\\/]snippets[\\/][^\\/]+\.json$/ }, () => asJson({}));
      build.onLoad({ filter: /\.validators\.js$/ }, file => asModule(validatorsIn(file.path), '() => true'));
      build.onLoad({ filter: /[\\/]families[\\/].+[\\/]documents[\\/][^\\/]+\.ts$/ }, file =>
        asModule([path.basename(file.path, '.ts')], "{ id: '', title: '', read: () => undefined, rules: [] }"),
      );
      build.onLoad({ filter: /[\\/]families[\\/].+[\\/]runRules[\\/][^\\/]+\.ts$/ }, () => ({
        contents: "export default { id: '', severity: 'info', docs: '', check() {} };",
        loader: 'js',
      }));
      build.onResolve({ filter: /^\.\/(?:export|compare)\/(?:exportRun|redactions|compare|difference)$/ }, () => ({
        path: path.join(root, 'server/src/offline/notOffered.ts'),
      }));
    },
  };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function lightSchema({ $id, title, properties = {}, definitions }) {
  return {
    $id,
    title,
    properties: lightProperties(properties),
    ...(definitions && { definitions: lightEach(definitions) }),
  };
}

function lightEach(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, lightSchema(schema)]));
}

// What a signature asks of values: their types and choices, and the names that they have one level down.
function lightProperties(properties) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, lightProperty(schema)]));
}

function lightProperty({ type, enum: choices, examples, properties, additionalProperties }) {
  const names = examples?.every(one => typeof one === 'string') ? examples : undefined;
  return {
    type,
    enum: choices,
    examples: names,
    ...(properties && { properties: lightProperties(properties) }),
    ...(additionalProperties && { additionalProperties: true }),
  };
}

// Their names stand in the declarations beside them.
function validatorsIn(file) {
  const declared = readFileSync(file.replace(/\.js$/, '.d.ts'), 'utf8');
  return [...declared.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
}

function asJson(value) {
  return { contents: JSON.stringify(value), loader: 'json' };
}

function asModule(names, value) {
  return { contents: names.map(name => `export const ${name} = ${value};\n`).join(''), loader: 'js' };
}
