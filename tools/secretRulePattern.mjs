// Converts the regular expressions of rules that find secrets from Go (RE2) to JavaScript.

// Half of the rules match a vendor's name, then the form of its secret: only these two parts differ.
const NEAR =
  /^(?:\(\?i\)\[\\w\.-\]\{0,50\}\?|\[\\w\.-\]\{0,50\}\?\(\?i:\[\\w\.-\]\{0,50\}\?)\(\?:(.+?)\)\(\?:\[ \\t\\w\.-\]\{0,20\}\)\[\\s'"\]\{0,3\}\)?\(\?:=\|>\|:\{1,3\}=\|\\\|\\\|\|:\|=>\|\\\?=\|,\)\[\\x60'"\\s=\]\{0,5\}(\(.+\))\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$\)$/;

/** RE2 patterns for the end of a secret, which a lookahead for its own characters replaces. */
const ENDS = [
  String.raw`(?:[\x60'"\s;]|\\[nr]|$|\b)`,
  String.raw`(?:[\x60'"\s;]|\\[nr]|$)`,
  String.raw`(?:[^\w-]|\z)`,
  String.raw`(?:[^a-zA-Z0-9+/]|\z)`,
  String.raw`(?:$|[\\'"\x60\s<),])`,
];

/** Splits a rule for a secret near its vendor's name; undefined for other rules. */
export function nearAndSecret(regex) {
  const [, near, secret] = NEAR.exec(regex) ?? [];
  // An alternative beside the name would be dropped.
  if (near === undefined || secret.includes(')|')) return undefined;
  const isBoth = regex.startsWith('(?i)');
  const before = translateRegex(near, true);
  const groups = (before.match(/\((?!\?)/g) ?? []).length;
  return {
    near: before.replace(/\((?!\?)/g, '(?:'),
    secret: translateRegex(secret, false),
    ...(isBoth && { flags: 'i' }),
    groups,
  };
}

/** @returns {{ pattern: string, flags?: 'i' }} */
export function asJavaScript(regex) {
  const isBoth = regex.startsWith('(?i)');
  const pattern = translateRegex(isBoth ? regex.slice(4) : regex, isBoth).replace(/^\[\\w\.-\]\{0,50\}\?/, '');
  return { pattern, ...(isBoth && { flags: 'i' }) };
}

function translateRegex(regex, isCaseless) {
  let rest = regex;
  for (const end of ENDS) rest = rest.replaceAll(end, '(?![\\w-])');
  rest = rest
    .replaceAll('[[:alnum:]]', '[A-Za-z0-9]')
    .replaceAll('(?s:.)', '[\\s\\S]')
    .replaceAll('\\z', '$')
    .replace(/\(\?P<\w+>/g, '(')
    .replace(/\(\?-i:/g, '(?:');
  return isCaseless ? rest.replace(/\(\?i:?\)?/g, found => (found === '(?i:' ? '(?:' : '')) : bothCases(rest);
}

/**
 * `(?i)` in the middle applies until the end of its group, which JavaScript does not support: each letter there is
 * matched in both cases.
 */
function bothCases(regex) {
  let result = '';
  const groups = [false];
  for (const [token] of regex.matchAll(/\\[\s\S]|\(\?i\)|\(\?i:|\(\?[:!=]|\[(?:[^\]\\]|\\.)*\]|\{[\d,]+\}|[\s\S]/g)) {
    if (token === '(?i)') groups[groups.length - 1] = true;
    else if (token.startsWith('(')) {
      groups.push(groups.at(-1) || token === '(?i:');
      result += token === '(?i:' ? '(?:' : token;
    } else {
      if (token === ')') groups.pop();
      result += groups.at(-1) ? inBothCases(token) : token;
    }
  }
  return result;
}

function inBothCases(token) {
  if (/^[a-z]$/i.test(token)) return `[${token.toLowerCase()}${token.toUpperCase()}]`;
  if (!token.startsWith('[')) return token;
  const twins = [...token.matchAll(/\\.|([A-Za-z])-([A-Za-z])|[A-Za-z]/g)]
    .map(([one, from, to]) =>
      from ? `${swapCase(from)}-${swapCase(to)}` : /^[A-Za-z]$/.test(one) ? swapCase(one) : '',
    )
    .filter(one => one !== '' && !token.includes(one));
  return token.replace(/^\[\^?/, open => open + [...new Set(twins)].join(''));
}

function swapCase(letter) {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
