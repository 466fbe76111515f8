/** The pauses before the next tries, in ms. Stripe counts the requests of each second. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** The parts of Stripe's HTTP client that are used here. */
type AnyResponse = { getStatusCode(): number; toJSON(): unknown };
type HttpClient<Request extends unknown[], Response extends AnyResponse> = {
  getClientName(): string;
  makeRequest(...request: Request): Promise<Response>;
};

/**
 * A client that repeats requests that Stripe refuses with 429, at most five times. This is safe, because Stripe has not run
 * these requests. The SDK itself repeats them only if a header of the answer says so.
 * https://docs.stripe.com/rate-limits
 */
export const withRetriesOn429 = <Request extends unknown[], Response extends AnyResponse>(
  http: HttpClient<Request, Response>,
  wait: (ms: number) => Promise<unknown>,
): HttpClient<Request, Response> => ({
  getClientName: () => http.getClientName(),
  async makeRequest(...request) {
    for (const pauseMs of PAUSES_MS) {
      const response = await http.makeRequest(...request);
      if (response.getStatusCode() !== 429) return response;
      // An unread body would keep the connection open.
      await Promise.resolve(response.toJSON()).catch(() => undefined);
      await wait(pauseMs);
    }
    return http.makeRequest(...request);
  },
});
