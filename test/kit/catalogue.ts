/** A small catalogue, as the docs of the rules on calls speak of it; `finance` has no tools. */
export const CATALOGUE = JSON.stringify(
  {
    comms: [
      {
        name: 'snooze',
        description: 'Hides a notification for a while.',
        parameters: {
          type: 'object',
          required: ['item_id', 'ttl_seconds'],
          properties: {
            note: { type: 'string' },
            item_id: { type: 'string', description: 'Which *one*.' },
            ttl_seconds: { type: 'integer', minimum: 60, maximum: 86400, description: 'How long.' },
            loud: { type: 'boolean' },
          },
          additionalProperties: false,
        },
      },
      {
        name: 'draft_reply',
        description: 'Drafts a reply.',
        parameters: {
          type: 'object',
          required: ['tone'],
          properties: {
            tone: { enum: ['casual', 'formal', 'brief'] },
            length_max: { type: 'integer', default: 140, examples: [280] },
            to: { $ref: '#/definitions/person' },
          },
          definitions: { person: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
        },
      },
    ],
    calendar: [
      {
        name: 'find_overlaps',
        description: 'Finds appointments that overlap.',
        parameters: {
          type: 'object',
          required: ['events'],
          properties: {
            events: {
              type: 'array',
              items: {
                type: 'object',
                required: ['start'],
                properties: { start: { type: 'string', format: 'date-time' }, place: { type: 'string' } },
              },
            },
          },
        },
      },
    ],
    finance: [],
  },
  undefined,
  2,
);
