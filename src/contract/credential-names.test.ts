import { describe, expect, it } from "vitest";
import { namesCredential, pathWithoutCredentials } from "./credential-names.js";

describe("namesCredential()", () => {
  it.each(["Authorization", "x-goog-api-key", "cookie", "access_token", "X-Amz-Signature", "sig", "code"])(
    "is true of %s",
    (name) => expect(namesCredential(name)).toBe(true),
  );

  it.each(["alt", "content-type", "api-version", "signal", "codec"])("is false of %s", (name) =>
    expect(namesCredential(name)).toBe(false),
  );
});

describe("pathWithoutCredentials()", () => {
  it("hides the value and leaves the name, so that it can be told that a key was in the address", () => {
    const address = new URL("https://host.example/v1/chat?api-version=1&key=abc&key=def#part");
    expect(pathWithoutCredentials(address)).toBe("/v1/chat?api-version=1&key=HIDDEN");
  });

  it("leaves an address without credentials as it is", () => {
    expect(pathWithoutCredentials(new URL("https://host.example/v1/models/m:generate?alt=sse"))).toBe(
      "/v1/models/m:generate?alt=sse",
    );
  });
});
