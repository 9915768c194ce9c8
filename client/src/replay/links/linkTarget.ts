/**
 * Where a link leads, as it is to be shown before it is opened: undefined for all but `https:`, and for addresses that say
 * one thing and mean another.
 */
export function linkTarget(href: string): { href: string; host: string } | undefined {
  if (href.length > LONGEST || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // `https://bank.example@elsewhere.example` is an address of elsewhere.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // As the browser writes it: letters of other scripts can't stand in for Latin ones, nothing turns the line around.
  return { href: url.href, host: url.host };
}

/** It is to be read before it is opened. */
const LONGEST = 2000;
