// @vitest-environment node
import { expect, test } from "vitest";
import { correctedAddress } from "./mailDomain.ts";

test.each([
  ["rosa@gmial.com", "rosa@gmail.com"],
  ["Rosa.Delgado@gmal.com", "Rosa.Delgado@gmail.com"],
  ["rosa@gmaill.com", "rosa@gmail.com"],
  ["rosa@gnail.com", "rosa@gmail.com"],
  ["rosa@gmail.con", "rosa@gmail.com"],
  ["rosa@gmail.co", "rosa@gmail.com"],
  ["rosa@hotmial.com", "rosa@hotmail.com"],
  ["rosa@yahooo.com", "rosa@yahoo.com"],
  ["rosa@outlok.com", "rosa@outlook.com"],
  ["rosa@icloud.cmo", "rosa@icloud.com"],
  ["rosa@tacos.con", "rosa@tacos.com"],
  [" rosa@gmial.com ", "rosa@gmail.com"],
])("%s was probably meant as %s", (typed, meant) => expect(correctedAddress(typed)).toBe(meant));

test.each([
  "rosa@gmail.com",
  "rosa@ymail.com",
  "rosa@mail.com",
  "rosa@email.com",
  "rosa@yahoo.es",
  "rosa@example.com",
  "rosa@tacos.nyc",
  "rosa@me.co",
  "rosa",
  "rosa@",
  "",
])("says nothing of %j", (typed) => expect(correctedAddress(typed)).toBeNull());
