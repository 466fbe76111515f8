import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { html, type Html } from "../../../shared/html.ts";
import { unpublishedEvents } from "../table/outbox-stream.ts";
import { isSameOrigin, send, sendJson, urlOf } from "../util/http.ts";
import type { Handler } from "../util/local-server.ts";
import { decodeUri } from "../util/parse.ts";
import { postActions, ConsoleError, readInput } from "./actions.ts";
import { assetAt } from "./assets.ts";
import { deadLettersPage, eventsPage } from "./event-pages.ts";
import { page } from "./layout.ts";
import { withColorScheme, withPictures, displayOf, mailPage, mailsPage, previewPage } from "./mail-pages.ts";
import { mailSamples, picturesOf } from "../../mail-samples/mail-samples.ts";
import { overviewPage } from "./overview-page.ts";
import { BASE, type ConsoleSources } from "./sources.ts";
import { faultsPage, paymentsPage, tablePage } from "./state-pages.ts";

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
};
const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};
/** A mail is not trusted: in this sandbox it cannot run scripts, submit forms or read the console's data. */
const MAIL_HEADERS = {
  ...COMMON_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; frame-ancestors 'self'",
};

const pages: Record<string, (sources: ConsoleSources, query: URLSearchParams) => Html | Promise<Html>> = {
  "/": overviewPage,
  "/mails": mailsPage,
  "/events": eventsPage,
  "/payments": paymentsPage,
  "/dead-letters": deadLettersPage,
  "/table": tablePage,
  "/faults": faultsPage,
};
const jsonDocuments: Record<string, (sources: ConsoleSources, query: URLSearchParams) => unknown> = {
  "/mails.json": ({ ses }) => ({ mails: ses.mails() }),
  "/events.json": ({ buses }) => ({ events: buses.events() }),
  "/payments.json": ({ payments }) => ({ sessions: payments?.sessions() ?? [] }),
  "/dead-letters.json": ({ queues }) => ({ deadLetters: queues.deadLetters() }),
  "/table.json": ({ table }, query) => {
    const pk = query.get("pk");
    return pk === null ? table.items(Infinity) : table.itemsInPartition(pk);
  },
  // Counts messages that wait or are in flight, pending webhooks, and unpublished events.
  "/waiting.json": async ({ table, queues, payments }) => ({
    events: (await unpublishedEvents(table)).length,
    queues: queues.messageCounts(),
    webhooks: payments?.pendingWebhooks() ?? 0,
  }),
  "/faults.json": ({ faults }) => faults.get(),
};

/** The pages and JSON documents under `/_local/`, for people and for tests. */
export function createConsole(sources: ConsoleSources): Handler {
  async function answerGet(path: string, query: URLSearchParams, res: ServerResponse): Promise<void> {
    const asset = assetAt(path);
    if (asset) return send(res, 200, asset.body, { ...COMMON_HEADERS, "content-type": asset.type });
    const [, kind, id, bodySuffix] = /^\/(mails|previews)\/([^/]+?)(\/body)?$/.exec(path) ?? [];
    if (kind !== undefined || path === "/previews")
      return showMail(kind, id, query, bodySuffix !== undefined, res);
    const name = path.replace(/(?<=.)\/$/, "");
    const view = Object.hasOwn(pages, name) ? pages[name] : undefined;
    if (view) return sendPage(res, await view(sources, query));
    const document = Object.hasOwn(jsonDocuments, name) ? jsonDocuments[name] : undefined;
    if (!document) throw new ConsoleError(404, "The console has no such page.");
    sendJson(res, 200, await document(sources, query));
  }

  /** Shows a sent mail (`kind` is "mails") or a sample: its page or, if `isBody`, its HTML. Without an id: the first sample. */
  function showMail(
    kind: string | undefined,
    id: string | undefined,
    query: URLSearchParams,
    isBody: boolean,
    res: ServerResponse,
  ): void {
    const display = displayOf(query);
    const samples = kind === "mails" ? [] : mailSamples(sources.url);
    const sample = samples.find((candidate) => id === undefined || candidate.id === id);
    const mail = kind === "mails" ? sources.ses.mails().find((candidate) => candidate.id === id) : undefined;
    const markup = sample?.content.html ?? mail?.html;
    const pictures = sample ? picturesOf(sample.content) : (mail?.attachments ?? []);
    if (markup === undefined) throw new ConsoleError(404, "There is no such mail.");
    if (isBody) send(res, 200, withColorScheme(withPictures(markup, pictures), display.scheme), MAIL_HEADERS);
    else if (mail) sendPage(res, mailPage(mail, display));
    else if (sample) sendPage(res, previewPage(samples, sample, display));
  }

  async function answerPost(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!isSameOrigin(req)) throw new ConsoleError(403, "Another site's page may not do this.");
    const action = postActions.find((candidate) => candidate.path.test(path));
    if (!action) throw new ConsoleError(404, "Nothing can be posted there.");
    const { input, isForm } = await readInput(req);
    const result = action.run(sources, input, decodeUri(action.path.exec(path)?.[1] ?? "") ?? "");
    if (!isForm) return sendJson(res, 200, result);
    send(res, 303, "", { ...COMMON_HEADERS, location: `${BASE}${action.page}` });
  }

  return async (req, res) => {
    const { pathname, searchParams } = urlOf(req);
    try {
      if (req.method === "GET" || req.method === "HEAD") await answerGet(pathname, searchParams, res);
      else if (req.method === "POST") await answerPost(pathname, req, res);
      else throw new ConsoleError(405, "Only GET and POST.");
    } catch (error) {
      const cause = error instanceof z.core.$ZodError ? new ConsoleError(400, z.prettifyError(error)) : error;
      if (!(cause instanceof ConsoleError)) throw error;
      sendError(req, res, cause);
    }
  };
}

const sendPage = (res: ServerResponse, view: Html, status = 200): void =>
  send(res, status, view.text, PAGE_HEADERS);

const ERROR_CODES: Record<number, string> = { 403: "permission-denied", 404: "not-found", 409: "aborted" };

/** Sends a page to a browser, and an error in the format of the shop's API to a program. */
function sendError(req: IncomingMessage, res: ServerResponse, { status, message }: ConsoleError): void {
  if (req.headers.accept?.includes("text/html") !== true)
    return sendJson(res, status, { error: { code: ERROR_CODES[status] ?? "invalid-argument", message } });
  const notice = html`<p class="notice danger" role="alert">${message}</p>
    <p><a href="${BASE}/">Back to the overview</a></p>`;
  sendPage(res, page("", "That did not work", notice), status);
}
