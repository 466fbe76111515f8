import {
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { expect, test } from "vitest";
import { listAdmins } from "../../../infra/commands/list-admins.ts";
import { resetAuthenticatorApp } from "../../../infra/commands/reset-app.ts";
import { totpStep, totpCode } from "../../../infra/local/cognito/totp.ts";
import { ADMIN, callCognito, CLIENT, POOL, startCognito } from "./cognito-support.ts";

const credentials = { username: ADMIN.email, password: ADMIN.password };

test("a forgotten password is replaced with the mailed code, once", async () => {
  const { mails } = await startCognito();
  await resetPassword({ username: ADMIN.email });
  const confirmationCode = /\d{6}/.exec(mails[0]?.text ?? "")?.[0] ?? "";
  const reset = { username: ADMIN.email, newPassword: "Found-again-1!" };
  const wrongCode = confirmationCode === "000000" ? "111111" : "000000";
  await expect(confirmResetPassword({ ...reset, confirmationCode: wrongCode })).rejects.toMatchObject({
    name: "CodeMismatchException",
  });
  await confirmResetPassword({ ...reset, confirmationCode });
  await expect(confirmResetPassword({ ...reset, confirmationCode })).rejects.toMatchObject({
    name: "CodeMismatchException",
  });
  expect(await signIn({ ...credentials, password: "Found-again-1!" })).toMatchObject({ isSignedIn: true });
});

test("a reset for an unknown address gets the same response as for a known address, without a mail", async () => {
  const { mails } = await startCognito();
  const knownResponse = await resetPassword({ username: ADMIN.email });
  const unknownResponse = await resetPassword({ username: "anybody@bistro.example" });
  expect(unknownResponse).toEqual(knownResponse);
  expect(mails.map((mail) => mail.to)).toEqual([ADMIN.email]);
});

test("an invitation is mailed only on request, and an account with its temporary password gets no reset code", async () => {
  const { origin, mails } = await startCognito();
  const awsHeaders = { authorization: "AWS4-HMAC-SHA256 Credential=local" };
  const invite = (Username: string, options: object) =>
    callCognito(
      origin,
      "AdminCreateUser",
      { UserPoolId: "p", Username, TemporaryPassword: "Temporary-12!", ...options },
      awsHeaders,
    );
  await invite("unverified@example.com", {});
  await invite("verified@example.com", {
    UserAttributes: [{ Name: "email_verified", Value: "true" }],
    DesiredDeliveryMediums: ["EMAIL"],
  });
  expect(mails).toEqual([
    {
      to: "verified@example.com",
      subject: "Welcome",
      text: "You are verified@example.com, with the password Temporary-12!.",
    },
  ]);
  // https://github.com/aws-amplify/amplify-js/issues/2955
  await expect(resetPassword({ username: "verified@example.com" })).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "User password cannot be reset in the current state.",
  });
  expect(mails).toHaveLength(1);
});

test("a reset code is mailed only to a verified address", async () => {
  const { cognito, mails } = await startCognito();
  for (const emailVerified of [false, true])
    cognito.putUser({ email: `${emailVerified}@example.com`, password: "Permanent-12!", emailVerified });
  await resetPassword({ username: "false@example.com" });
  await resetPassword({ username: "true@example.com" });
  expect(mails.map(({ to }) => to)).toEqual(["true@example.com"]);
});

test("the number of mailed codes is limited, and a code expires after an hour", async () => {
  let now = Date.now();
  const { mails } = await startCognito({ now: () => now });
  for (let n = 0; n < 5; n += 1) await resetPassword({ username: ADMIN.email });
  await expect(resetPassword({ username: ADMIN.email })).rejects.toMatchObject({
    name: "LimitExceededException",
  });
  const confirmationCode = /\d{6}/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
  now += 60 * 60_000;
  const lateReset = confirmResetPassword({
    username: ADMIN.email,
    newPassword: "Found-again-1!",
    confirmationCode,
  });
  await expect(lateReset).rejects.toMatchObject({ name: "ExpiredCodeException" });
});

test("a new password needs one of Cognito's symbols, or a space inside", async () => {
  await startCognito();
  await signIn(credentials);
  const oldPassword = ADMIN.password;
  for (const newPassword of ["Another1one9", "Anothér€one9"])
    await expect(updatePassword({ oldPassword, newPassword })).rejects.toMatchObject({
      name: "InvalidPasswordException",
    });
  // https://github.com/cds-snc/platform-forms-client/issues/5635
  for (const newPassword of [" Another-one-99", "Another-one-99 "])
    await expect(updatePassword({ oldPassword, newPassword })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  await updatePassword({ oldPassword, newPassword: "Another_one9" });
  await updatePassword({ oldPassword: "Another_one9", newPassword: "Another one9" });
});

test("a signed-in user changes the password by entering the old password", async () => {
  await startCognito();
  await signIn(credentials);
  const newPassword = "Another-one-9!";
  await expect(updatePassword({ oldPassword: "Wrong-one-123!", newPassword })).rejects.toMatchObject({
    name: "NotAuthorizedException",
  });
  await updatePassword({ oldPassword: ADMIN.password, newPassword });
  await signOut();
  await expect(signIn(credentials)).rejects.toThrow("Incorrect username or password.");
  expect(await signIn({ ...credentials, password: newPassword })).toMatchObject({ isSignedIn: true });
});

test("a second factor can be set up and is asked for at the sign-in, and each code is accepted once", async () => {
  let now = Date.now();
  await startCognito({ now: () => now });
  await signIn(credentials);
  const { sharedSecret } = await setUpTOTP();
  const currentCode = () => totpCode(sharedSecret, totpStep(now));
  await expect(updateMFAPreference({ totp: "PREFERRED" })).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
  await verifyTOTPSetup({ code: currentCode() });
  await updateMFAPreference({ totp: "PREFERRED" });
  expect(await fetchMFAPreference()).toEqual({ enabled: ["TOTP"], preferred: "TOTP" });
  await signOut();

  const step = await signIn(credentials);
  expect(step.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  await expect(confirmSignIn({ challengeResponse: currentCode() })).rejects.toMatchObject({
    name: "ExpiredCodeException",
  });
  now += 60_000;
  const wrongCode = String((Number(currentCode()) + 1) % 1_000_000).padStart(6, "0");
  await expect(confirmSignIn({ challengeResponse: wrongCode })).rejects.toMatchObject({
    name: "CodeMismatchException",
  });
  expect(await confirmSignIn({ challengeResponse: currentCode() })).toMatchObject({ isSignedIn: true });
  expect((await fetchAuthSession()).tokens).toBeDefined();
});

test("TOTP codes are those of RFC 6238", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(totpCode(secret, totpStep(59_000))).toBe("287082");
  expect(totpCode(secret, totpStep(1_111_111_109_000))).toBe("081804");
  expect(totpCode(secret, totpStep(20_000_000_000_000))).toBe("353130");
});

test("an unknown operation, client or token, or a missing parameter, gets Cognito's type of error", async () => {
  const { origin } = await startCognito();
  const flow = { AuthFlow: "USER_PASSWORD_AUTH", ClientId: CLIENT, AuthParameters: {} };
  expect(await callCognito(origin, "SignUp", {})).toMatchObject({
    status: 400,
    type: "UnknownOperationException",
  });
  expect(await callCognito(origin, "InitiateAuth", flow)).toMatchObject({
    type: "InvalidParameterException",
  });
  expect(await callCognito(origin, "InitiateAuth", { ...flow, ClientId: "x" })).toMatchObject({
    type: "ResourceNotFoundException",
  });
  expect(await callCognito(origin, "InitiateAuth", {})).toMatchObject({ type: "InvalidParameterException" });
  for (const AccessToken of ["", "a.b.c", "e30.e30.e30", "__proto__"]) {
    expect(await callCognito(origin, "GetUser", { AccessToken })).toMatchObject({
      type: "NotAuthorizedException",
    });
  }
});

test("a caller with AWS credentials can take a user out of a group, and disable, enable, sign out and delete the user", async () => {
  const { cognito, origin } = await startCognito();
  const awsHeaders = { authorization: "AWS4-HMAC-SHA256 Credential=operations" };
  const user = { Username: ADMIN.email };
  const administer = (operation: string, input: object = user) =>
    callCognito(origin, operation, input, awsHeaders);
  const getUser = (AccessToken: string) => callCognito(origin, "GetUser", { AccessToken });
  const readGroups = async () => (await administer("AdminListGroupsForUser")).body["Groups"];
  const firstToken = cognito.accessTokenOf(ADMIN.email);
  expect(await readGroups()).toMatchObject([{ GroupName: "admin" }]);
  await administer("AdminRemoveUserFromGroup", { ...user, GroupName: "admin" });
  expect(await readGroups()).toEqual([]);
  expect(await getUser(firstToken)).toMatchObject({ status: 200 });
  expect((await callCognito(origin, "AdminListGroupsForUser", user)).type).toBe("UnknownOperationException");

  await administer("AdminDisableUser");
  expect(await getUser(firstToken)).toMatchObject({ type: "NotAuthorizedException" });
  await expect(signIn(credentials)).rejects.toThrow("User is disabled.");
  await administer("AdminEnableUser");
  expect(await getUser(firstToken)).toMatchObject({ type: "NotAuthorizedException" });
  expect(await signIn(credentials)).toMatchObject({ isSignedIn: true });

  const secondToken = cognito.accessTokenOf(ADMIN.email);
  await administer("AdminUserGlobalSignOut");
  expect(await getUser(secondToken)).toMatchObject({ body: { message: "Access Token has been revoked" } });
  const thirdToken = cognito.accessTokenOf(ADMIN.email);
  await administer("AdminDeleteUser");
  expect(await getUser(thirdToken)).toMatchObject({ type: "UserNotFoundException" });
});

test("a new authenticator app replaces the current app when its code is verified, not before", async () => {
  const { cognito, origin } = await startCognito();
  const AccessToken = cognito.accessTokenOf(ADMIN.email);
  const post = (operation: string, input: object = {}) =>
    callCognito(origin, operation, { AccessToken, ...input });
  const associate = async () => String((await post("AssociateSoftwareToken")).body["SecretCode"]);
  /** The code of the next 30 seconds, which is accepted too. Each code is accepted only once. */
  const nextCodeOf = (secret: string) => totpCode(secret, totpStep(Date.now()) + 1);
  const oldSecret = await associate();
  await post("VerifySoftwareToken", { UserCode: nextCodeOf(oldSecret) });
  await post("SetUserMFAPreference", { SoftwareTokenMfaSettings: { Enabled: true } });

  const newSecret = await associate();
  expect((await post("GetUser")).body["UserMFASettingList"]).toEqual(["SOFTWARE_TOKEN_MFA"]);
  expect(await post("VerifySoftwareToken", { UserCode: nextCodeOf(oldSecret) })).toMatchObject({
    type: "EnableSoftwareTokenMFAException",
  });
  expect((await signIn(credentials)).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  await post("VerifySoftwareToken", { UserCode: totpCode(newSecret, totpStep(Date.now())) });
  expect((await post("GetUser")).body["UserMFASettingList"]).toEqual(["SOFTWARE_TOKEN_MFA"]);
  expect((await signIn(credentials)).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  await expect(confirmSignIn({ challengeResponse: nextCodeOf(oldSecret) })).rejects.toMatchObject({
    name: "CodeMismatchException",
  });
  expect(await confirmSignIn({ challengeResponse: nextCodeOf(newSecret) })).toMatchObject({
    isSignedIn: true,
  });
});

test("admin:list lists the admins of the local pool, without disabled ones", async () => {
  const { cognito, origin } = await startCognito();
  const client = new CognitoIdentityProviderClient({
    ...{ region: "us-east-1", endpoint: origin },
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  cognito.putUser({ email: "grace@example.com", password: "Rickhouse-99!", groups: ["admin"] });
  cognito.putUser({ email: "door@example.com", password: "Rickhouse-99!", groups: ["door"] });
  expect(await listAdmins(client, POOL)).toEqual([ADMIN.email, "grace@example.com"].sort());
  await client.send(new AdminDisableUserCommand({ UserPoolId: POOL, Username: "grace@example.com" }));
  expect(await listAdmins(client, POOL)).toEqual([ADMIN.email]);
});

test("a required second factor is set up at the sign-in and after a reset, and cannot be turned off", async () => {
  const { cognito, origin } = await startCognito({ requiresSecondFactor: true });
  const setUp = async () => {
    const { nextStep } = await signIn(credentials);
    if (nextStep.signInStep !== "CONTINUE_SIGN_IN_WITH_TOTP_SETUP") throw new Error(nextStep.signInStep);
    const { sharedSecret } = nextStep.totpSetupDetails;
    await expect(confirmSignIn({ challengeResponse: "000000" })).rejects.toThrow();
    const code = totpCode(sharedSecret, totpStep(Date.now()));
    expect(await confirmSignIn({ challengeResponse: code })).toMatchObject({ isSignedIn: true });
    return sharedSecret;
  };
  const lostSecret = await setUp();
  // Cognito lists an app only after SetUserMFAPreference, although a pool that requires a second factor asks for its code.
  // https://github.com/aws-amplify/amplify-js/issues/11258
  expect((await fetchMFAPreference()).enabled).toBeUndefined();
  await signOut();
  expect((await signIn(credentials)).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  const nextCode = totpCode(lostSecret, totpStep(Date.now()) + 1);
  await confirmSignIn({ challengeResponse: nextCode });
  await updateMFAPreference({ totp: "PREFERRED" });
  expect((await fetchMFAPreference()).enabled).toEqual(["TOTP"]);
  await expect(updateMFAPreference({ totp: "DISABLED" })).rejects.toThrow("MFA is required");
  await signOut();
  expect((await signIn(credentials)).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");

  // npm run admin:reset-app, for an admin who has lost the app.
  const client = new CognitoIdentityProviderClient({
    ...{ region: "us-east-1", endpoint: origin },
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const AccessToken = cognito.accessTokenOf(ADMIN.email);
  await resetAuthenticatorApp(client, POOL, ADMIN.email);
  expect((await callCognito(origin, "GetUser", { AccessToken })).body["message"]).toBe(
    "Access Token has been revoked",
  );
  expect(await setUp()).not.toBe(lostSecret);
  await expect(resetAuthenticatorApp(client, POOL, "nobody@example.com")).rejects.toThrow(
    "User does not exist.",
  );
});
