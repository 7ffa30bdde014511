/** How a browser gets in, and who does not: with real cookies, real frames and pages of other origins. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';
import { patienceMs, type Stage } from './stage.ts';

/** A page of a browser that has never been to the daemon. */
async function stranger({ browser }: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(patienceMs());
  return context.newPage();
}

/** Pages of somebody else. By `localhost` it is another site than ours, by 127.0.0.1 another port of the same. */
async function elsewhere(html: string) {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '');
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** What a browser that visits it has sent. */
    cookies,
    otherSite: `http://localhost:${port}/`,
    otherPort: `http://127.0.0.1:${port}/`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('[N6] the address that jury open prints lets one browser in, and it stays in', async ({ stage }) => {
  await using daemon = await openDaemon();
  const printed = await daemon.jury('open');
  expect(printed).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/enter\?code=[\w-]{32}\n$/),
  });
  const address = printed.stdout.trim();
  const page = await stranger(stage);

  await page.goto(`${daemon.url}/runs`);
  expect(await page.getByRole('heading').textContent()).toBe('This browser has no session');
  await page.goto(address);
  await page.getByRole('button', { name: 'Convene the jury' }).waitFor();
  expect(page.url()).toBe(`${daemon.url}/`);
  const [session] = await page.context().cookies();
  expect(session).toMatchObject({
    name: `design_jury_${new URL(daemon.url).port}`,
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
  });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(await page.evaluate(() => localStorage.getItem('jury-key'))).toMatch(/^[\w-]{43}$/);

  // Opened again it leads to the app, and elsewhere it says what to do.
  await page.goto(address);
  expect(new URL(page.url()).pathname).toBe('/');
  const other = await stranger(stage, { locale: 'de-DE' });
  await other.goto(address);
  expect(await other.getByRole('heading').textContent()).toBe('Dieser Browser hat keine Sitzung');
  expect(await other.locator('main').textContent()).toContain('schon geöffnet');
  expect(await other.locator('code').textContent()).toBe('jury open');

  // A daemon that fell is another one with the same sessions.
  await daemon.restart();
  await page.goto(`${daemon.url}/runs`);
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
});

test('a link on another site leads to the page it names, and an address there lets the browser in', async ({
  stage,
  blank,
}) => {
  await using daemon = await openDaemon();
  const address = (await daemon.jury('open')).stdout.trim();
  using site = await elsewhere(
    `<a id="runs" href="${daemon.url}/runs">Runs</a> <a id="enter" href="${address}">Enter</a>`,
  );
  for (const origin of [site.otherSite, site.otherPort]) {
    const known = await blank();
    await known.goto(origin);
    await known.locator('#runs').click();
    await known.getByRole('heading', { name: 'Runs' }).waitFor();
  }
  const unknown = await stranger(stage);
  await unknown.goto(site.otherSite);
  await unknown.locator('#runs').click();
  await unknown.getByRole('heading', { name: 'This browser has no session' }).waitFor();
  await unknown.goto(site.otherSite);
  await unknown.locator('#enter').click();
  await unknown.waitForURL(`${daemon.url}/`);
  await unknown.getByRole('button', { name: 'Convene the jury' }).waitFor();
});

test('frames of our own pages load with the session', async ({ stage, open }) => {
  const { path, projectId, runId } = await stage.start({ agent: 'quick' });
  await stage.finished(projectId, runId);
  const page = await open(path);
  await page.frameLocator('iframe[title^="Page of round"]').locator('h1').waitFor();
  await page.goto(`${stage.url}/design-systems`);
  const sample = page.frameLocator('iframe').first().locator('body');
  await sample.waitFor();
  expect((await sample.textContent())?.length).toBeGreaterThan(100);
});

test('[N5] a page on another port of this machine reads nothing and changes nothing, although the cookie is sent', async ({
  stage,
  blank,
}) => {
  const { path, projectId, runId } = await stage.start({ agent: 'quick' });
  await stage.finished(projectId, runId);
  const targets = [
    '/api/projects',
    `/api${path}`,
    `/api${path}/artifact`,
    `/api${path}/transcript`,
    '/',
    '/api/entry',
  ];
  using site = await elsewhere('<!doctype html><title>Elsewhere</title><body></body>');
  const page = await blank();
  await page.goto(site.otherPort);
  const outcomes = await page.evaluate(
    async ({ url, targets: paths }) => {
      const attempt = async (name: string, deed: () => Promise<unknown>): Promise<string | null> => {
        const done = await deed().then(
          (value) => value,
          () => null,
        );
        return done === null || done === '' ? null : `${name}: ${String(done).slice(0, 60)}`;
      };
      const loaded = (tag: string, set: (element: HTMLElement) => void) => () =>
        new Promise((resolve, reject) => {
          const element = document.createElement(tag);
          element.onload = () => {
            try {
              // Only what can be looked into was read.
              const frame = element as HTMLIFrameElement;
              resolve(tag === 'iframe' ? (frame.contentDocument?.body.textContent ?? null) : tag);
            } catch {
              resolve(null);
            }
          };
          element.onerror = () => reject(new Error(tag));
          set(element);
          document.body.append(element);
        });
      const reached: (string | null)[] = [];
      for (const target of paths) {
        const address = url + target;
        for (const mode of ['cors', 'no-cors'] as const) {
          const init = { mode, credentials: 'include' } as const;
          reached.push(await attempt(`${mode} ${target}`, async () => (await fetch(address, init)).text()));
          for (const type of ['text/plain', 'application/json'])
            reached.push(
              await attempt(`${mode} POST ${type} ${target}`, async () =>
                (
                  await fetch(address, {
                    ...init,
                    method: 'POST',
                    headers: { 'Content-Type': type },
                    body: '{"name":"pwned"}',
                  })
                ).text(),
              ),
            );
        }
        reached.push(
          await attempt(
            `image ${target}`,
            loaded('img', (img) => img.setAttribute('src', address)),
          ),
        );
        reached.push(
          await attempt(
            `script ${target}`,
            loaded('script', (script) => script.setAttribute('src', address)),
          ),
        );
        reached.push(
          await attempt(
            `frame ${target}`,
            loaded('iframe', (frame) => frame.setAttribute('src', address)),
          ),
        );
        navigator.sendBeacon(address, '{"name":"pwned"}');
      }
      return reached.filter((outcome) => outcome !== null);
    },
    { url: stage.url, targets },
  );
  expect(outcomes).toEqual([]);
  const { projects } = await (await ask(`${stage.url}/api/projects`)).json();
  expect(projects.map(({ name }: { name: string }) => name)).not.toContain('pwned');
  expect(await stage.engine.jury.listRuns(projectId, 50)).toHaveLength(1);

  // Who serves that port has been given the cookie, and has half of a session.
  const [Cookie = ''] = site.cookies.filter((sent) => sent.includes('design_jury_'));
  expect(Cookie).toContain(`design_jury_${new URL(stage.url).port}=`);
  const asUs = { Cookie, Origin: stage.url, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
  for (const target of targets.filter((each) => each !== '/'))
    expect([target, (await fetch(stage.url + target, { headers: asUs })).status]).toEqual([target, 401]);
  const asked = { method: 'POST', headers: { ...asUs, 'Content-Type': 'application/json' }, body: '{}' };
  expect((await fetch(`${stage.url}/api/entry`, asked)).status).toBe(401);
});

test('a page that is opened alone, and a copy that is saved, need no more than the link', async ({
  stage,
  open,
}) => {
  const { path, projectId, runId } = await stage.start({ agent: 'quick' });
  await stage.finished(projectId, runId);
  const page = await open(path);
  const saved = page.waitForEvent('download');
  await page.locator('a[download]').first().click();
  expect((await saved).suggestedFilename()).toMatch(/\.html$/);
  const alone = page.context().waitForEvent('page');
  await page.locator('a[href$="/artifact"]').first().click();
  await (await alone).locator('h1').waitFor();
});
