// A plugin of esbuild for a bundle that checks envelopes, and explains none of their properties to anybody.
import { readFileSync } from 'node:fs';

const TEXTS = ['markdownDescription', 'description', 'enumDescriptions', 'examples'];

/** Leaves out of the schemas what only hover and completion say: half of them. Names stay: rules tell by them what is unknown. */
export function withoutDescriptions() {
  return {
    name: 'without-descriptions',
    setup(build) {
      build.onLoad({ filter: /[\\/]schemas[\\/].+\.schema\.json$/ }, file => ({
        contents: JSON.stringify(bare(JSON.parse(readFileSync(file.path, 'utf8')))),
        loader: 'json',
      }));
    },
  };
}

// A property of an envelope may have one of these names; a text, or a list of them, it is not.
function bare(schema) {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !TEXTS.includes(key) || isSchema(value) || isNames(key, value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value)]));
}

function isSchema(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNames(key, value) {
  return key === 'examples' && Array.isArray(value) && value.every(one => typeof one === 'string');
}
