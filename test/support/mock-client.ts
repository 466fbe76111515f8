import { mockClient as replaceSend } from "aws-sdk-client-mock";
import { afterAll } from "vitest";

const mocks: { restore(): void }[] = [];
// Registered at import, because `afterAll` does nothing in a test.
afterAll(() => {
  for (const mock of mocks.splice(0)) mock.restore();
});

/** Mocks a client of the AWS SDK until the test file ends: other files of the worker share the client's class. */
export const mockClient: typeof replaceSend = (client) => {
  const mock = replaceSend(client);
  mocks.push(mock);
  return mock;
};
