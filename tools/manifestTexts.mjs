// Moves the texts of package.json to package.nls.json, so that they can be translated; package.json then has "%key%" in their places.

/** The properties of package.json whose texts VS Code shows. `name` is a text in views only: elsewhere it is an id. */
const TEXTS = new Set([
  'altText',
  'category',
  'contents',
  'contextualTitle',
  'description',
  'displayName',
  'enumDescriptions',
  'label',
  'markdownDescription',
  'patternErrorMessage',
  'title',
  'userDescription',
]);
/** These hold values, names that are nobody's language, or texts for models. */
const NO_TEXTS = new Set(['default', 'examples', 'inputSchema', 'languages', 'menus']);

/**
 * Moves the texts of a manifest that are written in it to its texts, each under a key made of its place. Texts that nothing refers to any
 * more are left out.
 * @param {object} manifest the content of package.json
 * @param {Record<string, string>} texts the content of package.nls.json
 * @returns {{ manifest: any, texts: Record<string, string> }}
 */
export function moveTexts(manifest, texts) {
  const used = new Set(placesOf(manifest).flatMap(({ text }) => keyOf(text) ?? []));
  /** @type {Record<string, string>} */
  const moved = {};
  const changed = mapTexts(manifest, (text, place) => {
    const known = keyOf(text);
    if (known !== undefined) {
      if (texts[known] !== undefined) moved[known] = texts[known];
      return text;
    }
    const isTaken = other => (used.has(other) && texts[other] !== text) || (other in moved && moved[other] !== text);
    const key = freeKey(place, isTaken);
    moved[key] = text;
    return `%${key}%`;
  });
  return { manifest: changed, texts: moved };
}

/**
 * The manifest as VS Code shows it in a language. Keys without a text stay as they are, as in VS Code.
 * @param {object} manifest
 * @param {Record<string, string>} texts
 */
export function withTexts(manifest, texts) {
  return mapTexts(manifest, text => texts[keyOf(text) ?? ''] ?? text);
}

/** All texts of a manifest, with the keys of their places. @returns {{ place: string, text: string }[]} */
export function placesOf(manifest) {
  /** @type {{ place: string, text: string }[]} */
  const places = [];
  mapTexts(manifest, (text, place) => {
    places.push({ place, text });
    return text;
  });
  return places;
}

function mapTexts(manifest, change) {
  const { contributes, capabilities, ...rest } = manifest;
  const top = Object.entries(rest).map(([name, value]) => [name, TEXTS.has(name) ? change(value, name) : value]);
  const mapped = { ...Object.fromEntries(top), ...mapObject({ capabilities, contributes }, [], change) };
  // In the order of the file.
  return Object.fromEntries(Object.keys(manifest).map(name => [name, mapped[name]]));
}

function mapObject(object, place, change) {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, mapValue(name, value, place, change)]),
  );
}

function mapValue(name, value, place, change) {
  if (NO_TEXTS.has(name)) return value;
  const inner = [...place, name];
  const isText = TEXTS.has(name) || (name === 'name' && place[1] === 'views');
  if (typeof value === 'string') return isText ? change(value, keyOfPlace(inner)) : value;
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      if (typeof item === 'string') return isText ? change(item, keyOfPlace([...inner, `${index + 1}`])) : item;
      return isObject(item) ? mapObject(item, [...inner, idOf(item) ?? `${index + 1}`], change) : item;
    });
  }
  return isObject(value) ? mapObject(value, inner, change) : value;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf({ id, command, view, viewType, name }) {
  return [id, command, view, viewType, name].find(one => typeof one === 'string');
}

/** Without the parts that each key would have. The category of all commands is one text. */
function keyOfPlace(place) {
  const parts = place[0] === 'contributes' ? place.slice(1) : place;
  if (parts[0] === 'commands' && parts.at(-1) === 'category') return 'category';
  return parts
    .filter(part => part !== 'properties')
    .map(part => part.replace(/^agentEnvelopes\./, ''))
    .join('.');
}

function freeKey(place, isTaken) {
  for (let number = 1; ; number++) {
    const key = number === 1 ? place : `${place}.${number}`;
    if (!isTaken(key)) return key;
  }
}

/** The key that stands in place of a text. */
function keyOf(text) {
  return /^%([^%\s]+)%$/.exec(text)?.[1];
}
