/**
 * The target of a link, shown to the user before it is opened. Undefined for misleading addresses, and for all schemes
 * but `https:`.
 */
export function linkTarget(href: string): { href: string; host: string } | undefined {
  if (href.length > MAX_LENGTH || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // `https://bank.example@elsewhere.example` leads to elsewhere.example.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // As normalized by the URL parser: lookalike letters are punycoded, and bidi characters are escaped.
  return { href: url.href, host: url.host };
}

/** The user must be able to read the whole address. */
const MAX_LENGTH = 2000;
