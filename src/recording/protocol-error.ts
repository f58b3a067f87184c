import type { WireProtocol } from "../quirks/index.js";

/** https://cloud.google.com/apis/design/errors#handling_errors */
const googleStatuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
};

/** An error of ours in the form that a client of this protocol reads. */
export function protocolError(protocol: WireProtocol, status: number, message: string): object {
  if (protocol === "google")
    return { error: { code: status, message, status: googleStatuses[status] ?? "UNAVAILABLE" } };
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return { error: { message, type, param: null, code: null } };
}
