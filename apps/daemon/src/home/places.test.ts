import { expect, test } from 'vitest';
import { configHome, stateHome } from './places.ts';

const HOME = '/h/ann';

test.each([
  ['linux', { HOME }, '/h/ann/.local/state/design-jury', '/h/ann/.config/design-jury'],
  ['linux', { HOME, XDG_STATE_HOME: '/s', XDG_CONFIG_HOME: '/c' }, '/s/design-jury', '/c/design-jury'],
  // A relative one would lie in the folder we are started in.
  [
    'linux',
    { HOME, XDG_STATE_HOME: 's', XDG_CONFIG_HOME: './c' },
    '/h/ann/.local/state/design-jury',
    '/h/ann/.config/design-jury',
  ],
  ['darwin', { HOME }, '/h/ann/Library/Application Support/design-jury', '/h/ann/.config/design-jury'],
  ['win32', { LOCALAPPDATA: 'C:\\L', APPDATA: 'C:\\R' }, 'C:\\L\\design-jury', 'C:\\R\\design-jury'],
])('on %s with %j', (platform, env, state, config) => {
  expect([stateHome(env, platform), configHome(env, platform)]).toEqual([state, config]);
});
