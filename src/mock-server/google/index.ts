export { createGoogleServer, type GoogleServerOptions } from "./server.js";
