import { afterEach, expect, test, vi } from "vitest";
import { chooseDevice, chosenDevices, listDevices } from "./devices.ts";

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("remembers camera and microphone separately", () => {
  expect(chosenDevices()).toEqual({});
  chooseDevice("videoinput", "front");
  chooseDevice("audioinput", "headset");
  chooseDevice("videoinput", "back");
  expect(chosenDevices()).toEqual({ videoinput: "back", audioinput: "headset" });
});

test("lists the named devices of each kind", async () => {
  const devices = [
    { kind: "videoinput", deviceId: "front", label: "Front camera" },
    { kind: "videoinput", deviceId: "", label: "" },
    { kind: "audioinput", deviceId: "headset", label: "Headset" },
  ];
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: () => Promise.resolve(devices) } });
  expect(await listDevices("videoinput")).toEqual([{ id: "front", name: "Front camera" }]);
});
