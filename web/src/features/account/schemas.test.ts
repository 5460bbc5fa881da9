import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { loginSchema, setPasswordSchema, signUpSchema } from "./schemas.ts";

const MAYA = {
  firstName: " Maya ",
  lastName: "Torres",
  email: "maya@example.com",
  phone: "",
  password: " secret 1",
  confirmation: " secret 1",
};

/** The first thing wrong with each field. */
function problems(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const { issues } = v.safeParse(schema, input);
  if (!issues) return {};
  const nested = v.flatten(issues).nested ?? {};
  return Object.fromEntries(Object.entries(nested).map(([name, all]) => [name, all?.[0] ?? ""]));
}

describe("sign-up", () => {
  it("trims names but never a password", () => {
    expect(v.parse(signUpSchema, MAYA)).toMatchObject({ firstName: "Maya", password: " secret 1" });
  });

  it("wants everything but the phone", () => {
    const empty = { firstName: " ", lastName: "", email: "", phone: "", password: "", confirmation: "" };
    expect(problems(signUpSchema, empty)).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      email: "Email address is required",
      password: "Password is required",
    });
  });

  it("wants a whole email address", () => {
    expect(problems(signUpSchema, { ...MAYA, email: "maya@" })).toEqual({
      email: "This email is not finished. It should look like name@example.com.",
    });
  });

  it("wants eight characters", () => {
    expect(problems(signUpSchema, { ...MAYA, password: "1234567", confirmation: "1234567" })).toEqual({
      password: "Password must be at least 8 characters long.",
    });
  });

  it("wants the same password twice, and says both problems at once", () => {
    expect(problems(signUpSchema, { ...MAYA, confirmation: "secret 1" })).toEqual({
      confirmation: "Please make sure your passwords match.",
    });
    expect(problems(signUpSchema, { ...MAYA, password: "short", confirmation: "" })).toEqual({
      password: "Password must be at least 8 characters long.",
      confirmation: "Please make sure your passwords match.",
    });
  });
});

describe("signing in", () => {
  it("takes any password, also a short one from long ago", () => {
    expect(problems(loginSchema, { email: "maya@example.com", password: "abc" })).toEqual({});
    expect(problems(loginSchema, { email: "maya@example.com", password: "" })).toEqual({
      password: "Password is required",
    });
  });
});

describe("setting a password", () => {
  const passwords = { password: "long enough", confirmation: "long enough" };
  it("wants the code only from somebody who is not signed in", () => {
    expect(problems(setPasswordSchema(false), { ...passwords, code: "" })).toEqual({});
    expect(problems(setPasswordSchema(true), { ...passwords, code: "12345" })).toEqual({
      code: "Type the six figures from the message we sent you.",
    });
    expect(problems(setPasswordSchema(true), { ...passwords, code: " 123456 " })).toEqual({});
  });
});
