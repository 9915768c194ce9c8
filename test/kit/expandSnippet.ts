import { expandSnippet as expandWith } from '../../server/src/slots/expandSnippet';

/** A snippet as it stands after tabbing through it in a moment in 2026. Nothing but that moment may be a variable. */
export function expandSnippet(body: string): string {
  return expandWith(body, moment);
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
