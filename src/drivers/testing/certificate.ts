import { generateKeyPairSync, sign } from "node:crypto";

// A certificate in DER, as https://datatracker.ietf.org/doc/html/rfc5280#section-4.1 lays it out: Node can read one and
// make none, and a key that is kept in a repository is found by whoever looks for keys.

const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const time = (text: string) => der(0x17, Buffer.from(text));
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);

const ecdsaWithSHA256 = sequence(identifier("2a8648ce3d040302"));
const subjectAltName = identifier("551d11");
const commonName = identifier("550403");

/** A certificate for 127.0.0.1 that nobody but its own key vouches for, new each time; both in PEM. */
export function selfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from("touchstone test")))));
  const address = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSHA256,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, address)))),
  );
  const certificate = sequence(toBeSigned, ecdsaWithSHA256, bits(sign("sha256", toBeSigned, privateKey)));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}
