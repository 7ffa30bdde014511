// A peer at the far end of a pipe: peer.mjs <protocol> <scenario> <folder for what it keeps>. Scenarios say what happens, protocols how it is said.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { roundText } from '../../../conformance/model-server/panel-texts.ts';
import { PROTOCOLS } from './protocols.mjs';

const [protocolName, scenario, keptIn = '.'] = process.argv.slice(2);
const kept = (name) => join(keptIn, name);
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const protocol = PROTOCOLS[protocolName](send, scenario);

let cancelled = false;
let turns = 0;

async function play(prompt) {
  const n = ++turns;
  cancelled = false;
  protocol.begin();
  switch (scenario) {
    case 'echo':
      protocol.text(`turn ${n}: ${Buffer.byteLength(prompt)} bytes `);
      protocol.text(createHash('sha256').update(prompt).digest('hex'));
      protocol.usage(10, 5);
      return protocol.end();
    case 'thinks':
      protocol.thought('hm ');
      protocol.text('yes');
      return protocol.end();
    case 'round': {
      const round = Number(/round (\d+) only/i.exec(prompt)?.[1] ?? 1);
      appendFileSync(kept('prompts.ndjson'), `${JSON.stringify(prompt)}\n`);
      const text = faultyRound(round);
      for (let at = 0; at < text.length; at += 40) {
        protocol.text(text.slice(at, at + 40));
        await delay(1);
      }
      protocol.usage(100, 50);
      return protocol.end();
    }
    case 'slow':
      for (let i = 0; i < 2000 && !cancelled; i++) {
        protocol.text(`piece ${i} `);
        await delay(20);
      }
      return cancelled ? protocol.cancelled() : protocol.end();
    case 'lingers':
      // Goes on for a while after it was told to stop; the next turn must not hear of it.
      protocol.text('first ');
      while (!cancelled) await delay(5);
      for (let i = 0; i < 5; i++) {
        protocol.text('stale ');
        await delay(10);
      }
      if (n === 1) return protocol.cancelled();
      protocol.text('second');
      return protocol.end();
    case 'deaf': {
      process.on('SIGTERM', () => {});
      const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setTimeout(()=>{},1e8)'], {
        stdio: 'ignore',
        detached: true,
      });
      writeFileSync(kept('grandchild.pid'), String(child.pid));
      protocol.text('and then ');
      await new Promise(() => {});
      return;
    }
    case 'silent':
      await new Promise(() => {});
      return;
    case 'blinks':
      for (let i = 0; i < 10; i++) {
        protocol.nothing();
        await delay(50);
      }
      protocol.text('done');
      return protocol.end();
    case 'dies':
      protocol.text('half an ');
      process.stderr.write('fatal: 401 Unauthorized\n', () => process.exit(3));
      return;
    case 'stops':
      protocol.text('half an ');
      process.stdout.end(() => process.exit(0));
      return;
    case 'garbage':
      protocol.text('half an ');
      return process.stdout.write('{"jsonrpc":"2.0","method":\n');
    case 'batch':
      return process.stdout.write('[{"jsonrpc":"2.0","method":"x"}]\n');
    case 'noise':
      process.stdout.write('Welcome to the agent!\n[warn] a warning\n\n');
      protocol.text('fine');
      return protocol.end();
    case 'chatter':
      for (let i = 0; i < 1100; i++) process.stdout.write('Welcome to the agent!\n');
      return;
    case 'empty':
      return protocol.end();
    case 'asks':
      protocol.permission();
      return;
    case 'secret': {
      const key = process.env.FAKE_API_KEY ?? 'none';
      protocol.thought(`the key is ${key}`);
      protocol.text(`the key is ${key.slice(0, 9)}`);
      protocol.text(`${key.slice(9)}.`);
      return protocol.failure(`401 Unauthorized: ${key}`);
    }
    case 'secret-dies':
      process.stderr.write(`fatal: bad key ${process.env.FAKE_API_KEY}\n`, () => process.exit(1));
      return;
    case 'environment':
      writeFileSync(kept('environment.json'), JSON.stringify({ env: process.env, cwd: process.cwd() }));
      protocol.text('seen');
      return protocol.end();
    case 'greets':
      protocol.text('Grüße an ');
      protocol.text('die Jury ✓');
      protocol.usage(10, 5);
      return protocol.end();
    case 'fails-second':
      if (n === 2) return protocol.failure('HTTP 500 Internal server error');
      protocol.text(`turn ${n}`);
      return protocol.end();
    case 'answers-early':
      // The word that the turn is complete overtakes the last of its text.
      protocol.text('first, ');
      protocol.end();
      await delay(60);
      protocol.text('then ');
      await delay(60);
      return protocol.text('last');
    case 'fails':
      return protocol.failure('500 Internal server error');
    case 'stalls':
      protocol.text('half an ');
      return;
    case 'leaks': {
      const key = process.env.FAKE_API_KEY;
      process.stderr.write(`debug: key ${key}\n`);
      protocol.thought(`my key is ${key.slice(0, 7)}`);
      protocol.thought(key.slice(7));
      protocol.text(`my key is ${key.slice(0, 3)}`);
      protocol.text(key.slice(3));
      return protocol.end();
    }
    case 'busy':
      for (let i = 0; i < 60; i++) protocol.usage(10, 1);
      return;
    case 'flood':
      for (;;) {
        if (!protocol.text('x'.repeat(8000))) await new Promise((go) => process.stdout.once('drain', go));
      }
    case 'split':
      return protocol.split('ein Stück — 日本 🎉\u2028<ROUND>');
    default:
      return protocol.special(scenario);
  }
}

createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
  const heard = protocol.hear(JSON.parse(line));
  if (heard?.ask !== undefined) play(heard.ask);
  if (heard?.cancel === true && scenario !== 'deaf') cancelled = true;
});

/** The first pages have a fault that instruments see; the last has none. */
function faultyRound(round) {
  const text = roundText(round, { title: 'Bread' });
  const fault = '<p style="color:#ccc;background:#fff">Too pale to be read by anybody.</p>';
  return round < 3 ? text.replace('</main>', `${fault}</main>`) : text;
}
