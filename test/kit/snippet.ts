/** A snippet as it stands after tabbing through it: defaults, first choices, mirrors, and a moment in 2026. */
export function resolved(body: string): string {
  const stops = new Map<string, string>();
  const stop = /\\([$}\\])|\$\{(\d+):((?:\\.|[^}\\])*)\}|\$\{(\d+)\|((?:\\.|[^|\\])*)\|\}|\$\{(\d+)\}|\$(\d+)/g;
  // Variables first, since they may stand inside a placeholder.
  const atMoment = body.replace(/\$\{([A-Z_]+)\}/g, (_, variable) => moment(variable));
  return atMoment.replace(stop, (_, escaped, named, text, chosen, choices, mirror, bare) => {
    if (escaped) return escaped;
    if (named) stops.set(named, unescaped(text));
    if (chosen) stops.set(chosen, unescaped(choices.split(/(?<!\\),/)[0]));
    return stops.get(named ?? chosen ?? mirror ?? bare) ?? '';
  });
}

function unescaped(text: string): string {
  return text.replace(/\\([$}\\,|])/g, '$1');
}

function moment(variable: string): string {
  const values: Record<string, string> = {
    CURRENT_YEAR: '2026',
    CURRENT_MONTH: '06',
    CURRENT_DATE: '01',
    CURRENT_HOUR: '10',
    CURRENT_MINUTE: '05',
    CURRENT_SECOND: '09',
    CURRENT_TIMEZONE_OFFSET: '+02:00',
    CURRENT_SECONDS_UNIX: '1780301109',
  };
  const value = values[variable];
  if (value === undefined) throw new Error(`no such snippet variable: ${variable}`);
  return value;
}
