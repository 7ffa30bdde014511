/** Attacks that would make the daemon connect to where only it can: every spelling of an inner address, in every place. */
import { type Attack, asOwner, type Target } from './attack.ts';

const ADDRESSES = [
  'http://127.0.0.1:1',
  'http://localhost:1',
  'http://LOCALHOST.:1',
  'http://0x7f.1:1',
  'http://0177.0.0.1:1',
  'http://2130706433:1',
  'http://127.1:1',
  'http://0:1',
  'http://[::]:1',
  'http://[::1]:1',
  'http://[::ffff:127.0.0.1]:1',
  'http://[0:0:0:0:0:ffff:7f00:1]:1',
  'http://[64:ff9b::7f00:1]:1',
  'http://[2002:7f00:1::]:1',
  'http://[fe80::1]:1',
  'http://[fd00:ec2::254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1:1',
  'http://192.168.0.1:1',
  'http://172.16.0.1:1',
  'http://100.64.0.1:1',
  'http://224.0.0.1:1',
  'http://255.255.255.255:1',
  'http://\u2460\u2461\u2466.0.0.1:1',
  'http://127\u30020\u30020\u30021:1',
  'http://%31%32%37.0.0.1:1',
  'http://a:b@127.0.0.1:1',
  'http://public.example@127.0.0.1:1',
  'http:127.0.0.1:1',
  'http:\\\\127.0.0.1:1',
  ' http://127.0.0.1:1 ',
  'HTTP://127.0.0.1:1',
  '//127.0.0.1:1',
  '127.0.0.1:1',
  'gopher://127.0.0.1:1',
  'file:///etc/passwd',
  'unix:///var/run/docker.sock',
  'javascript:1',
  'data:text/plain,x',
  '',
];
const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'];

export function* inward(target: Target): Generator<Attack> {
  const messages = [{ role: 'user', content: 'x' }];
  for (const baseUrl of ADDRESSES)
    for (const provider of PROVIDERS)
      yield {
        name: `proxy ${provider} ${baseUrl}`,
        bytes: asOwner(
          target,
          'POST',
          '/api/proxy/stream',
          [],
          JSON.stringify({ provider, model: 'x', messages, baseUrl, apiKey: 'dummy' }),
        ),
        expects: 'refused',
      };
  const asked = { provider: 'openai', model: 'x', messages, apiKey: 'dummy', baseUrl: 'http://127.0.0.1:1' };
  for (const field of [
    { provider: '__proto__' },
    { provider: 'http://127.0.0.1' },
    { model: '' },
    { system: 1 },
    { apiKey: 'x\r\nX-Injected: 1' },
    { messages: [] },
    { messages: [{ role: 'system', content: 'x' }] },
    { messages: [{ role: 'assistant', content: 'x' }] },
    { messages: Array.from({ length: 201 }, () => messages[0]) },
    { headers: { Host: 'evil.example' } },
  ])
    yield {
      name: `proxy field ${JSON.stringify(field).slice(0, 50)}`,
      bytes: asOwner(target, 'POST', '/api/proxy/stream', [], JSON.stringify({ ...asked, ...field })),
      expects: 'refused',
    };
}
