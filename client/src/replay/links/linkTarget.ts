/**
 * The target of a link, as shown to the user before it is opened: undefined for all but `https:`, and for misleading
 * addresses.
 */
export function linkTarget(href: string): { href: string; host: string } | undefined {
  if (href.length > LONGEST || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // `https://bank.example@elsewhere.example` leads to elsewhere.example.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // As normalized by the URL parser: lookalike letters are punycoded, and bidi characters are escaped.
  return { href: url.href, host: url.host };
}

/** The user must be able to read it before it is opened. */
const LONGEST = 2000;
