import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import type { Emulator } from "../util/emulator.ts";
import { html, type Html } from "../util/html.ts";
import { isSameOrigin, send, sendJson, urlOf } from "../util/http.ts";
import { ConsoleFault, posts, readInput } from "./actions.ts";
import { assetAt } from "./assets.ts";
import { faultsPage } from "./faults-page.ts";
import { page } from "./layout.ts";
import { mailPage, mailsPage, previewPage } from "./mail-pages.ts";
import { mailSamples } from "./mail-samples.ts";
import { inScheme, lookOf } from "./mail-view.ts";
import { BASE, type ConsoleSources } from "./sources.ts";
import { paymentsPage, tablePage } from "./state-pages.ts";
import { deadLettersPage, eventsPage, overviewPage } from "./traffic-pages.ts";

const SAFE = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
};
const PAGE = {
  ...SAFE,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};
/** A mail may be anything: it gets no script, no form, no origin. */
const MAIL = {
  ...SAFE,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; frame-ancestors 'self'",
};

/** The pages and the JSON under `/_local/`, for people and for tests. */
export function createConsole(sources: ConsoleSources): Promise<Emulator> {
  async function read(path: string, query: URLSearchParams, res: ServerResponse): Promise<void> {
    const asset = assetAt(path);
    if (asset) return send(res, 200, asset.body, { ...SAFE, "content-type": asset.type });
    const [, list, mailId = "", body] = /^\/(mails|previews)(?:\/([^/]+?)(\/body)?)?$/.exec(path) ?? [];
    if (list === "previews") return readPreview(mailId, query, body !== undefined, res);
    if (list === "mails" && mailId !== "") {
      const mail = sources.mails().find(({ id }) => id === mailId);
      if (!mail) throw new ConsoleFault(404, "There is no such mail.");
      if (body === undefined) return sendPage(res, mailPage(mail, lookOf(query)));
      return send(res, 200, inScheme(mail.html, lookOf(query).scheme), MAIL);
    }
    switch (path.replace(/(?<=.)\/$/, "")) {
      case "/":
        return sendPage(res, overviewPage(sources));
      case "/mails":
        return sendPage(res, mailsPage(sources));
      case "/events":
        return sendPage(res, eventsPage(sources));
      case "/payments":
        return sendPage(res, paymentsPage(sources));
      case "/dead-letters":
        return sendPage(res, deadLettersPage(sources));
      case "/table":
        return sendPage(res, await tablePage(sources, query));
      case "/faults":
        return sendPage(res, faultsPage(sources));
      case "/mails.json":
        return sendJson(res, 200, { mails: sources.mails() });
      case "/events.json":
        return sendJson(res, 200, { events: sources.events() });
      case "/payments.json":
        return sendJson(res, 200, { sessions: sources.payments?.sessions() ?? [] });
      case "/dead-letters.json":
        return sendJson(res, 200, { deadLetters: sources.deadLetters() });
      case "/table.json":
        return sendJson(res, 200, await sources.tableItems(Infinity));
      case "/waiting.json":
        return sendJson(res, 200, sources.waiting());
      case "/faults.json":
        return sendJson(res, 200, sources.faults.get());
      default:
        throw new ConsoleFault(404, "The console has no such page.");
    }
  }

  function readPreview(id: string, query: URLSearchParams, body: boolean, res: ServerResponse): void {
    const samples = mailSamples(sources.url);
    const shown = id === "" ? samples[0] : samples.find((sample) => sample.id === id);
    if (!shown) throw new ConsoleFault(404, "There is no such mail.");
    if (!body) return sendPage(res, previewPage(samples, shown, lookOf(query)));
    send(res, 200, inScheme(shown.content.html, lookOf(query).scheme), MAIL);
  }

  async function write(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!isSameOrigin(req)) throw new ConsoleFault(403, "Another site's page may not do this.");
    const post = posts.find((candidate) => candidate.path.test(path));
    if (!post) throw new ConsoleFault(404, "Nothing can be posted there.");
    const { input, isForm } = await readInput(req);
    const done = post.run(sources, input, decodeURIComponent(post.path.exec(path)?.[1] ?? ""));
    if (!isForm) return sendJson(res, 200, done);
    send(res, 303, "", { ...SAFE, location: `${BASE}${post.page}` });
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = urlOf(req);
    try {
      if (req.method === "GET" || req.method === "HEAD") await read(pathname, searchParams, res);
      else if (req.method === "POST") await write(pathname, req, res);
      else throw new ConsoleFault(405, "Only GET and POST.");
    } catch (error) {
      const fault = error instanceof z.core.$ZodError ? new ConsoleFault(400, z.prettifyError(error)) : error;
      if (!(fault instanceof ConsoleFault)) throw error;
      refuse(req, res, fault);
    }
  }

  return Promise.resolve({ handle, close: () => Promise.resolve() });
}

function sendPage(res: ServerResponse, view: Html, status = 200): void {
  send(res, status, view.markup, PAGE);
}

const CODES: Record<number, string> = { 403: "permission-denied", 404: "not-found", 409: "aborted" };

/** People get a page that says what is wrong, programs the shop's shape of an error. */
function refuse(req: IncomingMessage, res: ServerResponse, { status, message }: ConsoleFault): void {
  if (req.headers.accept?.includes("text/html") === true) {
    const way = html`<p><a href="${BASE}/">Back to the overview</a></p>`;
    return sendPage(
      res,
      page(
        "",
        "That did not work",
        html`<p class="notice" role="alert">${message}</p>
          ${way}`,
      ),
      status,
    );
  }
  sendJson(res, status, { error: { code: CODES[status] ?? "invalid-argument", message } });
}
