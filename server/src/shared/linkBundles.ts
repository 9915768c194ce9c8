/**
 * Joins JavaScript bundles, and the bundles that these require, into one script. The script is a function, which takes the `require` for all
 * other modules and returns the exports of the first bundle. Undefined if a bundle can't be read.
 *
 * @param entries the file names of bundles, such as `offline.js`; the first is run at once, the others when they are required
 * @param read returns the text of a bundle; undefined if there is none
 */
export function linkBundles(
  entries: readonly [string, ...string[]],
  read: (name: string) => string | undefined,
): string | undefined {
  const scripts = new Map<string, string>();
  const pending: string[] = [...entries];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (scripts.has(name)) continue;
    const text = read(name);
    if (text === undefined) return undefined;
    scripts.set(name, text.replace(SOURCE_MAP, ''));
    pending.push(...requiredBundles(text));
  }
  const functions = [...scripts].map(
    ([name, text]) => `${JSON.stringify(`./${name}`)}(module,exports,require){${text}\n}`,
  );
  return `(other=>{const scripts={${functions.join(',\n')}},loaded={},require=name=>{
if(!scripts[name])return other(name);
if(!loaded[name]){const module=loaded[name]={exports:{}};try{scripts[name](module,module.exports,require)}catch(error){delete loaded[name];throw error}}
return loaded[name].exports};return require(${JSON.stringify(`./${entries[0]}`)})})`;
}

/** The file names of the bundles that the text of a bundle requires. */
export function requiredBundles(text: string): string[] {
  return [...text.matchAll(REQUIRED)].map(([, name = '']) => name);
}

const REQUIRED = /\brequire\("\.\/([\w-]+\.js)"\)/g;
const SOURCE_MAP = /\n?\/\/# sourceMappingURL=.*\s*$/;
