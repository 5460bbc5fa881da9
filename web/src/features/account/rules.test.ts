import { describe, expect, it } from "vitest";
import { check, codeIn } from "#/ui/form/rules.ts";
import { codeRules, loginRules, setPasswordRules, signUpRules } from "./rules.ts";

const MAYA = {
  firstName: " Maya ",
  lastName: "Torres",
  email: "maya@example.com",
  phone: "",
  password: " secret 1",
  confirmation: " secret 1",
};

describe("codes", () => {
  it.each([
    "123456",
    "123 456",
    "123-456",
    " 123\u2011456 ",
    "\u200E123456\u200E",
    "\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16",
    "Your Dayshift code is 123 456. It works for 10 minutes.",
    "Su c\u00F3digo: 123456",
  ])("reads %s", (typed) => {
    expect(check(codeRules, { code: typed }).meant).toEqual({ code: "123456" });
  });

  it("leaves recovery codes and what is no code alone", () => {
    expect(["abcd-123456", "1234567", " abcde "].map(codeIn)).toEqual(["abcd-123456", "1234567", "abcde"]);
  });
});

describe("sign-up", () => {
  it("trims names but never a password", () => {
    expect(check(signUpRules, MAYA).meant).toMatchObject({ firstName: "Maya", password: " secret 1" });
  });

  it("requires everything but the phone", () => {
    const empty = { firstName: " ", lastName: "", email: "", phone: "", password: "", confirmation: "" };
    expect(check(signUpRules, empty).wrong).toEqual({
      firstName: "First name is required",
      email: "Email address is required",
      password: "Password is required",
    });
  });

  it.each(["maya@", "maya", "@example.com", "maya@example", "maya@example.", "maya@@example.com", "maya@example..com", "ma ya@example.com"])(
    "rejects %s as an email address",
    (email) => {
      expect(check(signUpRules, { ...MAYA, email }).wrong).toHaveProperty("email");
    },
  );

  it.each([
    "maya.torres+jobs@mail.example.com",
    "o'neil@example.co",
    "peña@correo.mx",
    " maya@example.com ",
    "mailto:maya@example.com",
    "<maya@example.com>",
    "\u200Bmaya@example.com\u00A0,",
  ])("accepts %s", (email) => {
    expect(check(signUpRules, { ...MAYA, email }).wrong).toEqual({});
  });

  it("requires a complete email address", () => {
    expect(check(signUpRules, { ...MAYA, email: "maya@" }).wrong).toEqual({
      email: "This email looks incomplete. It should look like name@example.com.",
    });
  });

  it("requires eight characters", () => {
    expect(check(signUpRules, { ...MAYA, password: "1234567", confirmation: "1234567" }).wrong).toEqual({
      password: "Password must be at least 8 characters long.",
    });
  });

  it("requires matching passwords, and reports both problems at once", () => {
    expect(check(signUpRules, { ...MAYA, confirmation: "secret 1" }).wrong).toEqual({
      confirmation: "Please make sure your passwords match.",
    });
    expect(check(signUpRules, { ...MAYA, password: "short", confirmation: "" }).wrong).toEqual({
      password: "Password must be at least 8 characters long.",
      confirmation: "Please make sure your passwords match.",
    });
  });
});

describe("signing in", () => {
  it("accepts any password, even a short one from earlier rules", () => {
    expect(check(loginRules, { email: "maya@example.com", password: "abc" }).wrong).toEqual({});
    expect(check(loginRules, { email: "maya@example.com", password: "" }).wrong).toEqual({
      password: "Password is required",
    });
  });
});

describe("setting a password", () => {
  const passwords = { password: "long enough", confirmation: "long enough" };
  it("requires the code only when signed out", () => {
    expect(check(setPasswordRules(false), { ...passwords, code: "" }).wrong).toEqual({});
    expect(check(setPasswordRules(true), { ...passwords, code: "12345" }).wrong).toEqual({
      code: "Enter the 6-digit code we sent you.",
    });
    expect(check(setPasswordRules(true), { ...passwords, code: " 123456 " }).wrong).toEqual({});
  });
});
