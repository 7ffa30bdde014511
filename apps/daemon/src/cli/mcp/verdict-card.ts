/**
 * The verdict as a card inside the client (MCP Apps). One document that loads nothing: the host hands it the answer of `check`
 * or `review`, and it shows it. What the answer says was written by strangers, so it becomes text and never markup.
 */
import type { McpServer } from '@modelcontextprotocol/server';
import { version } from '../../version.ts';

export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
/** Hosts keep what they read under this name: another card needs another name. */
export const CARD_URI = 'ui://design-jury/verdict-1.html';
const CARD_TYPE = 'text/html;profile=mcp-app';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #ffffff; --quiet: #55555e; --line: #d9d9e0; --bad: #a3151a; --good: #0f6b32; --open: #7a4b00; }
:root[data-theme='dark'] { --ink: #f1f1f4; --paper: #1c1c20; --quiet: #b4b4be; --line: #3c3c44; --bad: #ff9a96; --good: #7ddb9c; --open: #f2c27a; }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { --ink: #f1f1f4; --paper: #1c1c20; --quiet: #b4b4be; --line: #3c3c44; --bad: #ff9a96; --good: #7ddb9c; --open: #f2c27a; } }
body { margin: 0; padding: 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; }
h2 { margin: 16px 0 4px; font-size: 16px; overflow-wrap: anywhere; }
p { margin: 0 0 8px; color: var(--quiet); }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 8px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
code { font: 14px/1.4 ui-monospace, monospace; color: var(--quiet); }
.passes { color: var(--good); } .fails, .refused { color: var(--bad); } .inconclusive, .waits, .interrupted { color: var(--open); }
`;

/** Runs in the host's frame: no module of ours is there. */
const SCRIPT = `
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const make = (name, text, kind) => { const node = document.createElement(name); node.textContent = text; if (kind) node.className = kind; return node; };
const list = (value) => (Array.isArray(value) ? value : []);
const MOST = 20;
function show(result) {
  const main = document.querySelector('main');
  const answer = (result && result.structuredContent) || {};
  const found = answer.result || {};
  const verdict = String(found.verdict || answer.meaning || 'no verdict');
  const parts = [make('h1', verdict, /^[a-z]+$/.test(verdict) ? verdict : '')];
  if (found.summary) parts.push(make('p', String(found.summary)));
  for (const file of list(found.files)) {
    parts.push(make('h2', String(file.file)), make('p', String(file.summary)));
    const open = list(file.faults).filter((fault) => fault.standing === 'open');
    const faults = document.createElement('ul');
    for (const fault of open.slice(0, MOST)) {
      const item = make('li', String(fault.text) + ' ');
      item.append(make('code', 'line ' + fault.line + ', ' + fault.rule));
      faults.append(item);
    }
    if (open.length > MOST) faults.append(make('li', 'and ' + (open.length - MOST) + ' more'));
    if (open.length > 0) parts.push(faults);
  }
  if (parts.length === 1) for (const line of list(answer.remarks).slice(-MOST)) parts.push(make('p', String(line)));
  main.replaceChildren(...parts);
  size();
}
function theme(context) { if (context && (context.theme === 'dark' || context.theme === 'light')) document.documentElement.dataset.theme = context.theme; }
function size() { send({ method: 'ui/notifications/size-changed', params: { width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight } }); }
addEventListener('message', (event) => {
  if (event.source !== parent) return;
  const message = event.data;
  if (!message || message.jsonrpc !== '2.0') return;
  if (message.id === 1 && message.result) { theme(message.result.hostContext); send({ method: 'ui/notifications/initialized', params: {} }); size(); }
  else if (message.method === 'ui/notifications/tool-result') show(message.params);
  else if (message.method === 'ui/notifications/host-context-changed') theme(message.params);
  else if (message.id !== undefined && message.method) send({ id: message.id, result: {} });
});
send({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'design-jury', version: '1' }, appCapabilities: { availableDisplayModes: ['inline'] } } });
`;

function verdictCard(): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Verdict of the jury</title>
<style>${STYLE}</style></head>
<body><main aria-live="polite"><h1>Verdict of the jury</h1><p>The jury is looking at it.</p></main>
<script>${SCRIPT}</script></body></html>
`;
}

export function registerCard(server: McpServer): void {
  server.registerResource(
    'verdict-card',
    CARD_URI,
    { title: 'Verdict', description: `How Design Jury ${version()} shows a verdict`, mimeType: CARD_TYPE },
    (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: CARD_TYPE,
          text: verdictCard(),
          // It loads nothing and calls nobody.
          _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
        },
      ],
    }),
  );
}
