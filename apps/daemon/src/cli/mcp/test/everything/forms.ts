/** Two forms the conformance suite asks for: every kind of default, and every way to list choices. */
export const DEFAULTS_FORM = {
  name: { type: 'string', description: 'User name', default: 'John Doe' },
  age: { type: 'integer', description: 'User age', default: 30 },
  score: { type: 'number', description: 'User score', default: 95.5 },
  status: {
    type: 'string',
    description: 'User status',
    enum: ['active', 'inactive', 'pending'],
    default: 'active',
  },
  verified: { type: 'boolean', description: 'Verification status', default: true },
};

const OPTIONS = ['option1', 'option2', 'option3'];
const titled = (word: string) => [
  { const: 'value1', title: `First ${word}` },
  { const: 'value2', title: `Second ${word}` },
  { const: 'value3', title: `Third ${word}` },
];

export const ENUMS_FORM = {
  untitledSingle: { type: 'string', description: 'Select one option', enum: OPTIONS },
  titledSingle: { type: 'string', description: 'Select one option with titles', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    description: 'Select one option (legacy)',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: {
    type: 'array',
    description: 'Select several options',
    minItems: 1,
    maxItems: 3,
    items: { type: 'string', enum: OPTIONS },
  },
  titledMulti: {
    type: 'array',
    description: 'Select several options with titles',
    minItems: 1,
    maxItems: 3,
    items: { anyOf: titled('Choice') },
  },
};
