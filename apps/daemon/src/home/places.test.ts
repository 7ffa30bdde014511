import { expect, test } from 'vitest';
import { configHome, stateHome } from './places.ts';

const HOME = '/home/ann';

test.each([
  ['linux', { HOME }, '/home/ann/.local/state/design-jury', '/home/ann/.config/design-jury'],
  ['linux', { HOME, XDG_STATE_HOME: '/s', XDG_CONFIG_HOME: '/c' }, '/s/design-jury', '/c/design-jury'],
  // A relative one would lie in the folder we are started in.
  [
    'linux',
    { HOME, XDG_STATE_HOME: 's', XDG_CONFIG_HOME: './c' },
    '/home/ann/.local/state/design-jury',
    '/home/ann/.config/design-jury',
  ],
  ['darwin', { HOME }, '/home/ann/Library/Application Support/design-jury', '/home/ann/.config/design-jury'],
  ['win32', { LOCALAPPDATA: 'C:\\L', APPDATA: 'C:\\R' }, 'C:\\L\\design-jury', 'C:\\R\\design-jury'],
])('on %s with %j', (platform, env, state, config) => {
  expect([stateHome(env, platform), configHome(env, platform)]).toEqual([state, config]);
});
