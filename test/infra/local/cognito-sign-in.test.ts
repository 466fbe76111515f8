import { confirmSignIn, fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import { JwtVerifier } from "aws-jwt-verify";
import { expect, test } from "vitest";
import { ADMIN, callCognito, CLIENT, startCognito, ISSUER } from "./cognito-support.ts";

const credentials = { username: ADMIN.email, password: ADMIN.password };

test("Amplify signs in and gets tokens with Cognito's claims, signed with the pool's key", async () => {
  const { cognito } = await startCognito();
  expect(await signIn(credentials)).toMatchObject({ isSignedIn: true });
  const { tokens } = await fetchAuthSession();
  expect(tokens?.accessToken.payload).toMatchObject({
    iss: ISSUER,
    client_id: CLIENT,
    token_use: "access",
    "cognito:groups": ["admin"],
    scope: "aws.cognito.signin.user.admin",
  });
  expect(tokens?.idToken?.payload).toMatchObject({ aud: CLIENT, token_use: "id", email: ADMIN.email });
  const verifier = JwtVerifier.create({ issuer: ISSUER, audience: null });
  verifier.cacheJwks(cognito.jwks());
  const claims = verifier.verifySync(String(tokens?.accessToken));
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600);
});

test("upper and lower case in the email address make no difference for the sign-in", async () => {
  await startCognito();
  expect(await signIn({ ...credentials, username: "Admin@BourbonVipers.Example" })).toMatchObject({
    isSignedIn: true,
  });
});

test("a session is renewed with its refresh token until a global sign-out", async () => {
  const { origin } = await startCognito();
  await signIn(credentials);
  const first = (await fetchAuthSession()).tokens?.accessToken;
  const second = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken;
  expect(second?.payload["jti"]).not.toBe(first?.payload["jti"]);
  expect(second?.payload["origin_jti"]).toBe(first?.payload["origin_jti"]);
  const AccessToken = String(second);
  expect(await callCognito(origin, "GetUser", { AccessToken })).toMatchObject({ status: 200 });
  await signOut({ global: true });
  expect(await callCognito(origin, "GetUser", { AccessToken })).toMatchObject({
    type: "NotAuthorizedException",
  });
  expect((await fetchAuthSession()).tokens).toBeUndefined();
});

test("a sign-out revokes the tokens of the session", async () => {
  const { origin } = await startCognito();
  await signIn(credentials);
  const AccessToken = String((await fetchAuthSession()).tokens?.accessToken);
  await signOut();
  expect(await callCognito(origin, "GetUser", { AccessToken })).toMatchObject({
    type: "NotAuthorizedException",
  });
});

test("the pool gives the same responses for an email address with and without an account", async () => {
  const { origin } = await startCognito();
  const failures = await Promise.all(
    ["nobody@example.com", ADMIN.email].map(async (username) => {
      const failure: unknown = await signIn({ username, password: "Wrong-password-1" }).catch(
        (error: unknown) => error,
      );
      const { name, message } = failure as Error;
      return { name, message };
    }),
  );
  expect(failures[0]).toEqual({ name: "NotAuthorizedException", message: "Incorrect username or password." });
  expect(failures[1]).toEqual(failures[0]);

  const challenge = async (USERNAME: string) => {
    const input = {
      AuthFlow: "USER_SRP_AUTH",
      ClientId: CLIENT,
      AuthParameters: { USERNAME, SRP_A: "abc123" },
    };
    const { body } = await callCognito(origin, "InitiateAuth", input);
    return (body as { ChallengeParameters: Record<string, string> }).ChallengeParameters;
  };
  const [stranger, again, admin] = [
    await challenge("nobody@example.com"),
    await challenge("Nobody@example.com"),
    await challenge(ADMIN.email),
  ];
  expect(again["SALT"]).toBe(stranger["SALT"]);
  expect(again["USER_ID_FOR_SRP"]).toBe(stranger["USER_ID_FOR_SRP"]);
  /** The parameters with "0" in place of each digit. SRP_B comes without leading zeros, so they are added. */
  const shapeOf = (parameters: Record<string, string>) =>
    Object.entries(parameters).map(([name, value]) => [
      name,
      (name === "SRP_B" ? value.padStart(768, "0") : value).replace(
        name === "SECRET_BLOCK" ? /[\w+/]/g : /[0-9a-f]/g,
        "0",
      ),
    ]);
  expect(shapeOf(stranger)).toEqual(shapeOf(admin));
});

// With 0, everybody would know the session key.
test.each(["0", "0".repeat(10), "not hexadecimal"])("the value %j for SRP_A is refused", async (SRP_A) => {
  const { origin } = await startCognito();
  const input = {
    AuthFlow: "USER_SRP_AUTH",
    ClientId: CLIENT,
    AuthParameters: { USERNAME: ADMIN.email, SRP_A },
  };
  expect(await callCognito(origin, "InitiateAuth", input)).toMatchObject({
    status: 400,
    type: "InvalidParameterException",
  });
});

test("an account is locked after five wrong passwords, and each further wrong password doubles the time", async () => {
  let now = Date.now();
  await startCognito({ now: () => now });
  const wrong = { ...credentials, password: "Wrong-password-1" };
  for (let n = 0; n < 5; n += 1)
    await expect(signIn(wrong)).rejects.toThrow("Incorrect username or password.");
  await expect(signIn(credentials)).rejects.toThrow("Password attempts exceeded");
  now += 1_000;
  await expect(signIn(wrong)).rejects.toThrow("Incorrect username or password.");
  now += 1_000;
  await expect(signIn(credentials)).rejects.toThrow("Password attempts exceeded");
  now += 1_000;
  expect(await signIn(credentials)).toMatchObject({ isSignedIn: true });
});

test("accounts, keys and sessions survive a restart, and a new admin password from the settings is applied", async () => {
  const before = await startCognito();
  await signIn(credentials);
  const AccessToken = String((await fetchAuthSession()).tokens?.accessToken);
  const after = await startCognito({ dataDir: before.dataDir });
  expect(after.cognito.jwks()).toEqual(before.cognito.jwks());
  expect(await callCognito(after.origin, "GetUser", { AccessToken })).toMatchObject({ status: 200 });
  await signOut();
  await startCognito({ dataDir: before.dataDir, admin: { ...ADMIN, password: "Another-one-9!" } });
  await expect(signIn(credentials)).rejects.toThrow("Incorrect username or password.");
  expect(await signIn({ ...credentials, password: "Another-one-9!" })).toMatchObject({ isSignedIn: true });
});

test("a user with a temporary password must choose a new password that meets the policy", async () => {
  const { origin } = await startCognito();
  const awsHeaders = { authorization: "AWS4-HMAC-SHA256 Credential=local" };
  const create = { UserPoolId: "p", Username: "bo@example.com", TemporaryPassword: "Temporary-12!" };
  expect(await callCognito(origin, "AdminCreateUser", create)).toMatchObject({
    type: "UnknownOperationException",
  });
  expect(await callCognito(origin, "AdminCreateUser", create, awsHeaders)).toMatchObject({ status: 200 });
  const step = await signIn({ username: "bo@example.com", password: "Temporary-12!" });
  expect(step.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED");
  await expect(confirmSignIn({ challengeResponse: "short" })).rejects.toMatchObject({
    name: "InvalidPasswordException",
  });
  expect(await confirmSignIn({ challengeResponse: "Brand-new-one-1" })).toMatchObject({ isSignedIn: true });
  const { tokens } = await fetchAuthSession();
  expect(tokens?.accessToken.payload["cognito:groups"]).toBeUndefined();
});
