import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { message } from '../../server/src/generated/agent-message.validators';

test('a time is valid where it is for ajv', () => {
  const { validate } = fullFormats['iso-date-time'] as { validate: (text: string) => boolean };
  const years = ['2026', '0000', '226'];
  const days = ['01-01', '02-28', '02-29', '02-30', '04-31', '12-31', '13-01', '00-10', '10-00', '1-1'];
  const times = [
    '00:00:00',
    '23:59:59',
    '23:59:60',
    '24:00:00',
    '12:60:00',
    '12:00',
    '12:00:00.5',
    '12:00:00.',
    '12:00:00,5',
  ];
  const zones = ['Z', 'z', '', '+00:00', '-01:30', '+25:00', 'Z '];
  let valid = 0;
  for (const year of years)
    for (const day of days)
      for (const between of ['T', ' ', 't', ''])
        for (const time of times)
          for (const zone of zones) {
            const timestamp = `${year}-${day}${between}${time}${zone}`;
            message({ timestamp });
            const isWrong = message.errors?.some(
              ({ keyword, instancePath }) => keyword === 'format' && instancePath === '/timestamp',
            );
            expect(isWrong !== true, timestamp).toBe(validate(timestamp));
            if (isWrong !== true) valid++;
          }
  expect(valid).toBeGreaterThan(100);
});
